// RUN decodes the run at CX, which begins with the field at R8: one load of the
// input at SI, whose headers are compared with those of the run, one permutation
// of its bytes, and one store into the struct at DX, of the bytes of the fields
// alone. It goes to alone where the input is shorter or has something else; then
// the fields go one by one. R15 is free.
// The vectors above 15 need no VZEROUPPER.
#define RUN(alone) \
	MOVL         drun_size(CX), R15 \
	ADDQ         SI, R15 \
	CMPQ         R15, R9 \
	JA           alone \
	KMOVQ        drun_load(CX), K1 \
	VMOVDQU8.Z   (SI), K1, Z16 \
	VPXORQ       drun_tmpl(CX), Z16, Z17 \
	VPTESTMB     drun_check(CX), Z17, K2 \
	KORTESTQ     K2, K2 \
	JNZ          alone \
	MOVQ         R15, SI \
	MOVL         drun_off(CX), R15 \
	KMOVQ        drun_from(CX), K3 \
	KMOVQ        drun_store(CX), K4 \
	VMOVDQU64    drun_perm(CX), Z18 \
	VPERMB.Z     Z16, Z18, K3, Z19 \
	VMOVDQU8     Z19, K4, (DX)(R15*1) \
	MOVL         drun_skip(CX), R15 \
	ORQ          drun_bits(CX), R10 \
	ADDQ         R15, R8
