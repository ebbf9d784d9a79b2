//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"

// The assembly executor of the ops in op.go. The Go walker in append.go is its
// twin, and the place where every fault is found.
//
// An op reads its own fields of the struct at DX and writes at DI, below R9.
// Where anything is out of the ordinary, it leaves with DI as it was at its
// start: the Go walker then does that op. There is no safepoint in here, and
// only wire bytes are stored.
//
//	SI   the op
//	DX   the struct
//	DI   where the next byte goes
//	R9   the end of dst, or of what one call may write
//	R10  the frame of the struct
//	R12  up to where 71 bytes may be written, perhaps below 0; nowhere without AVX2
//	R13  masks
//	R14  strings left in a list, 0 outside of one
//	R15  in a list, DI at the start of the op
//
// Free for every op: AX, BX outside of a list, CX, R8, R11 and all vectors.

// A frame is one struct that is being encoded. The stack has room for
// maxFrames of them beside the outermost.
#define frame_op    0  // the op in the struct around it that led here
#define frame_base  8  // the struct around it
#define frame_dst   16 // DI at the start of that op
#define frame_elem  24 // in a list: where the pointer to this struct is, or this struct
#define frame_left  32 // structs that end here: 1, in a list the rest of it, 0 for the outermost
#define frame_deep  40 // levels that may nest below this struct
#define frame__size 48

#define BUDGET 0(SP) // structs, by their cost, and elements of lists that one call may still do
#define OUTER  8(SP) // the outermost frame

// NEXT goes to the code of the op after this one by a tree of branches, which
// predictors do better on than on a jump through a table. OPCODE is the begin
// of that, where one op is likely to come.
#define OPCODE \
	ADDQ    $op__size, SI \
	MOVBLZX op_code(SI), AX
#define NEXT \
	OPCODE \
	JMP tree

// ROOM leaves unless n bytes, more than the op writes, are left.
#define ROOM(n) \
	LEAQ n(DI), R8 \
	CMPQ R8, R9 \
	JA   leave

// POINTEE sets BX to the pointer in the op's field, or goes to absent.
#define POINTEE(absent) \
	MOVL  op_off(SI), AX \
	MOVQ  (DX)(AX*1), BX \
	TESTQ BX, BX \
	JZ    absent

// SHORT goes to any unless CX is 4 to 64 and there is room for the widest
// stores. MASKED then copies CX bytes from R11 to at(DI) without a branch:
// whole words under a mask, then the last 4 bytes. It writes zeros up to
// at+64(DI).
#define SHORT(any) \
	CMPQ DI, R12 \
	JGT  any \
	LEAQ -4(CX), R8 \
	CMPQ R8, $60 \
	JA   any
#define MASKED(at) \
	SHRL       $2, R8 \
	SHLL       $6, R8 \
	VMOVDQU    (R13)(R8*1), Y2 \
	VMOVDQU    32(R13)(R8*1), Y3 \
	VPMASKMOVD (R11), Y2, Y0 \
	VPMASKMOVD 32(R11), Y3, Y1 \
	MOVL       -4(R11)(CX*1), AX \
	VMOVDQU    Y0, at(DI) \
	VMOVDQU    Y1, (at+32)(DI) \
	MOVL       AX, (at-4)(DI)(CX*1) \
	LEAQ       at(DI)(CX*1), DI

// FIELD writes the field whose string is at R11, CX bytes.
#define FIELD \
	SHORT(anyField) \
	MOVQ CX, AX \
	SHLQ $48, AX \
	ORQ  op_hdr(SI), AX \
	MOVQ AX, (DI) \
	MASKED(7)

// CHUNK writes a chunk of a run: two times 16 bytes of the struct, shuffled into
// a template.
#define CHUNK \
	MOVL        chunk_off(BX), AX \
	MOVL        (chunk_off+4)(BX), R8 \
	VMOVDQU     (DX)(AX*1), X0 \
	VINSERTI128 $1, (DX)(R8*1), Y0, Y0 \
	VPSHUFB     chunk_from(BX), Y0, Y0 \
	MOVL        chunk_size(BX), AX \
	VPOR        chunk_tmpl(BX), Y0, Y0 \
	VMOVDQU     Y0, (DI) \
	ADDQ        AX, DI \
	ADDQ        $chunk__size, BX

// LIST sets BX and CX to the list in the op's field; when that is nil it goes
// to nil, which comes back to begin unless the field is left out. It writes the
// headers and goes to none when there are no elements.
#define LIST(nil, begin, none) \
	MOVL   op_off(SI), AX \
	MOVQ   (DX)(AX*1), BX \
	MOVQ   8(DX)(AX*1), CX \
	TESTQ  BX, BX \
	JZ     nil \
begin: \
	ROOM(8) \
	SUBQ   CX, BUDGET \
	JLT    leave \
	MOVQ   DI, R15 \
	MOVL   CX, AX \
	BSWAPL AX \
	SHLQ   $32, AX \
	ORQ    op_hdr(SI), AX \
	MOVQ   AX, (DI) \
	ADDQ   $8, DI \
	TESTQ  CX, CX \
	JZ     none
#define NOLIST(nil, begin) \
nil: \
	CMPB op_omit(SI), $0 \
	JNE  nextOp \
	XORL CX, CX \
	JMP  begin

// OVERLAP copies CX bytes, 16 to 64, from R11 to DI by four moves of 16, at
// offsets computed without a branch. LONG copies more than 64.
#define OVERLAP(MOV) \
	LEAQ    -16(CX), AX \
	MOVL    $16, R8 \
	CMPQ    AX, R8 \
	CMOVQCS AX, R8 \
	MOV     (R11), X0 \
	MOV     (R11)(AX*1), X3 \
	MOV     (R11)(R8*1), X1 \
	MOV     X0, (DI) \
	MOV     X3, (DI)(AX*1) \
	MOV     X1, (DI)(R8*1) \
	SUBQ    R8, AX \
	MOV     (R11)(AX*1), X2 \
	MOV     X2, (DI)(AX*1) \
	ADDQ    CX, DI
#define LONG(MOV, loop) \
	LEAQ (DI)(CX*1), R8 \
	MOV  -64(R11)(CX*1), X4 \
	MOV  -48(R11)(CX*1), X5 \
	MOV  -32(R11)(CX*1), X6 \
	MOV  -16(R11)(CX*1), X7 \
loop: \
	MOV  (R11), X0 \
	MOV  16(R11), X1 \
	MOV  32(R11), X2 \
	MOV  48(R11), X3 \
	MOV  X0, (DI) \
	MOV  X1, 16(DI) \
	MOV  X2, 32(DI) \
	MOV  X3, 48(DI) \
	ADDQ $64, R11 \
	ADDQ $64, DI \
	SUBQ $64, CX \
	CMPQ CX, $64 \
	JA   loop \
	MOV  X4, -64(R8) \
	MOV  X5, -48(R8) \
	MOV  X6, -32(R8) \
	MOV  X7, -16(R8) \
	MOVQ R8, DI

// func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int) (next *op, m, far int)
TEXT ·execute(SB), 0, $1600-72
	MOVQ o+0(FP), SI
	MOVQ base_p+8(FP), DX
	MOVQ buf_p+16(FP), DI
	MOVQ n+24(FP), AX
	MOVQ lim+32(FP), R9
	MOVQ depth+40(FP), CX
	SUBQ AX, R9
	ADDQ AX, DI
	MOVL $const_maxBytes, R8
	CMPQ R9, R8
	CMOVQGT R8, R9
	ADDQ DI, R9
	MOVL $const_maxFrames, R8
	CMPQ CX, R8
	CMOVQGT R8, CX
	MOVQ $const_maxItems, BUDGET
	LEAQ OUTER, R10
	MOVQ $0, frame_left(R10)
	MOVQ CX, frame_deep(R10)
	XORL R14, R14
	LEAQ ·masks(SB), R13
	LEAQ -71(R9), R12
	MOVBLZX op_code(SI), AX
	CMPQ ·level(SB), $const_levelAVX2
	JEQ  tree
	MOVQ $-1, R12
	CMPQ ·level(SB), $const_levelSSE2
	JEQ  tree
	JMP  return // no assembly at all, in tests

// leave returns to Go before the op at SI, or inside a nested struct before
// the op in the outermost one that led there. back is leave in a list.
back:
	MOVQ DI, R8
	MOVQ R15, DI
	JMP  left
leave:
	MOVQ DI, R8
left:
	SUBQ buf_p+16(FP), R8
	MOVQ R8, far+64(FP)
	LEAQ OUTER, AX
	CMPQ R10, AX
	JE   return
	MOVQ (frame__size+frame_op)(AX), SI
	MOVQ (frame__size+frame_dst)(AX), DI
	JMP  return
done:
	XORL SI, SI
return:
	CMPQ ·level(SB), $const_levelAVX2
	JNE  clean
	VZEROUPPER
clean:
	SUBQ buf_p+16(FP), DI
	MOVQ SI, next+48(FP)
	MOVQ DI, m+56(FP)
	RET

absent:
	CMPB op_must(SI), $0
	JNE  leave
nextOp:
	OPCODE
tree:
	CMPL AX, $const_opString
	JEQ  string
	JB   low
high:
	CMPL AX, $const_opOptString
	JEQ  optString
	CMPL AX, $const_opStruct
	JAE  nested
	CMPL AX, $const_opOpt4
	JEQ  opt4
	JB   small
	CMPL AX, $const_opOpt8
	JEQ  opt8
	JMP  optEnum
small:
	CMPL AX, $const_opOpt1
	JEQ  opt1
	JB   optBytes
	JMP  opt2
nested:
	CMPL AX, $const_opListText
	JEQ  listText
	JA   lists
	CMPL AX, $const_opStruct
	JEQ  struct
	JMP  optStruct
lists:
	CMPL AX, $const_opListNumber
	JEQ  listNumber
	JA   rare
	CMPL AX, $const_opListStruct
	JEQ  listStruct
	JMP  listValue
rare:
	CMPL AX, $const_opUnion
	JEQ  union
	JB   uuid
	CMPL AX, $const_opUnknown
	JEQ  unknown
	JMP  leave // the op has no code here

low:
	TESTL AX, AX
	JNZ  runs

stop: // opStop
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
ended: // a struct, of which frame_left are left with this one
	MOVQ frame_left(R10), CX
	DECQ CX
	JLE  last
	// the next one of a list
	MOVQ CX, frame_left(R10)
	MOVQ frame_elem(R10), BX
	MOVQ frame_op(R10), SI
	CMPB op_code(SI), $const_opListValue
	JEQ  value
	ADDQ $8, BX
	MOVQ BX, frame_elem(R10)
elem: // the struct that the pointer at BX points to
	MOVQ (BX), DX
	TESTQ DX, DX
	JZ   empty
inner:
	MOVWLZX op_cost(SI), AX
	SUBQ AX, BUDGET
	JLT  leave
	MOVQ op_first(SI), SI
	MOVBLZX op_code(SI), AX
	CMPL AX, $const_opString
	JB   low
	JNE  high

// A string is often followed by an optional one, and that by numbers.
string: // opString
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
	FIELD
	OPCODE
	TESTL AX, AX
	JZ   stop
	CMPL AX, $const_opOptString
	JNE  tree
optString: // opOptString
	POINTEE(absent)
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	FIELD
	OPCODE
	CMPL AX, $const_opRun4
	JNE  tree

// Runs go by chunks with AVX2, but not close to the end of dst, nor in a struct
// of fewer bytes.
runs: // opRun1 to opRunMixed
	MOVBLZX op_enums(SI), CX
	TESTL CX, CX
	JZ   checked
	MOVL op_enum(SI), AX // must have an i32's value
	MOVQ (DX)(AX*1), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	DECL CX
	JNZ  enums
checked:
	MOVWLZX op_chunks(SI), CX
	MOVL CX, R8
	SHLL $5, R8
	JZ   apart
	ADDQ DI, R8
	CMPQ R8, R12
	JGT  apart
	MOVQ op_chunk(SI), BX
	CHUNK
	DECL CX
	JZ   chunked
chunk:
	CHUNK
	DECL CX
	JNZ  chunk
chunked:
	CMPB op_ends(SI), $0
	JNE  ended
	OPCODE
	CMPL AX, $const_opString
	JEQ  string
	CMPL AX, $const_opOpt4
	JNE  tree
opt4: // opOpt4
	POINTEE(absent)
	ROOM(8)
	MOVL (BX), AX
	BSWAPL AX
	SHLQ $24, AX
	ORQ  op_hdr(SI), AX
	MOVQ AX, (DI)
	ADDQ $7, DI
	OPCODE
	CMPL AX, $const_opListText
	JNE  tree

listText: // opListText
	LIST(nilText, texts, nextOp)
	CMPQ frame_deep(R10), $0
	JLE  back
	MOVQ CX, R14
text: // the string at BX
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	SHORT(anyText)
	MOVL CX, AX
	SHLL $24, AX
	MOVL AX, (DI)
	MASKED(4)
	MOVL op_size(SI), AX
	ADDQ AX, BX
	DECQ R14
	JNZ  text
	NEXT
	NOLIST(nilText, texts)

last: // struct of a list, or the only one
	JLT  done
	MOVQ frame_op(R10), SI
	MOVQ frame_base(R10), DX
	SUBQ $frame__size, R10
	NEXT
empty: // nil is a struct without fields
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
	JMP  ended
value: // the next one of a list of structs by value
	MOVL op_size(SI), AX
	ADDQ AX, BX
	MOVQ BX, frame_elem(R10)
	MOVQ BX, DX
	JMP  inner

struct: // opStruct
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
	JMP  enter
optStruct: // opOptStruct
	POINTEE(absent)
enter: // the struct at BX
	ROOM(4)
	MOVQ frame_deep(R10), CX
	DECQ CX
	JLT  leave
	ADDQ $frame__size, R10
	MOVQ CX, frame_deep(R10)
	MOVQ SI, frame_op(R10)
	MOVQ DX, frame_base(R10)
	MOVQ DI, frame_dst(R10)
	MOVQ $1, frame_left(R10)
	MOVL op_hdr(SI), AX
	MOVL AX, (DI)
	ADDQ $3, DI
	MOVQ BX, DX
	JMP  inner

// PARTS leaves a list of many structs to the walker, which brings it here part
// by part: else all of it would be in vain where it is too long for one call.
#define PARTS(few) \
	MOVL op_off(SI), AX \
	CMPQ 8(DX)(AX*1), $const_batchSize \
	JBE  few \
	LEAQ OUTER, R8 \
	CMPQ R10, R8 \
	JEQ  leave \
few:

// FRAME makes the frame of the structs in the list at BX, CX of them.
#define FRAME \
	MOVQ frame_deep(R10), R8 \
	SUBQ $2, R8 \
	JLT  back \
	ADDQ $frame__size, R10 \
	MOVQ R8, frame_deep(R10) \
	MOVQ SI, frame_op(R10) \
	MOVQ DX, frame_base(R10) \
	MOVQ R15, frame_dst(R10) \
	MOVQ CX, frame_left(R10) \
	MOVQ BX, frame_elem(R10)

listStruct: // opListStruct
	PARTS(fewStructs)
	LIST(nilStructs, structs, nextOp)
	FRAME
	JMP  elem
	NOLIST(nilStructs, structs)

listValue: // opListValue
	PARTS(fewValues)
	LIST(nilValues, values, nextOp)
	FRAME
	MOVQ BX, DX
	JMP  inner
	NOLIST(nilValues, values)

optBytes: // opOptBytes
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
	TESTQ R11, R11
	JZ   nextOp
	FIELD
	NEXT

anyField: // of any number of bytes
	// The last byte of the first store is overwritten by what follows, at
	// least a stop field.
	LEAQ 8(DI)(CX*1), R8
	CMPQ R8, R9
	JA   leave
	MOVL CX, AX
	BSWAPL AX
	SHLQ $24, AX
	ORQ  op_hdr(SI), AX
	MOVQ AX, (DI)
	ADDQ $7, DI
	JMP  copy
anyText: // of any number of bytes
	LEAQ 4(DI)(CX*1), R8
	CMPQ R8, R9
	JA   back
	MOVL CX, AX
	BSWAPL AX
	MOVL AX, (DI)
	ADDQ $4, DI

// copy copies CX bytes from R11 to DI, and reads and writes nothing else, by
// moves that overlap.
copy:
	CMPQ CX, $4
	JB   below4
	CMPQ CX, $16
	JB   below16
	CMPQ ·level(SB), $const_levelAVX2
	JEQ  vex
	CMPQ CX, $64
	JA   long
	OVERLAP(MOVUPS)
	JMP  copied
long:
	LONG(MOVUPS, loop)
	JMP  copied
vex: // since instructions of SSE are slow while vectors of AVX are in use
	CMPQ CX, $64
	JA   longVEX
	OVERLAP(VMOVDQU)
	JMP  copied
longVEX:
	LONG(VMOVDQU, loopVEX)
	JMP  copied
below16:
	CMPQ CX, $8
	JB   below8
	MOVQ (R11), AX
	MOVQ -8(R11)(CX*1), R8
	MOVQ AX, (DI)
	MOVQ R8, -8(DI)(CX*1)
	ADDQ CX, DI
	JMP  copied
below8:
	MOVL (R11), AX
	MOVL -4(R11)(CX*1), R8
	MOVL AX, (DI)
	MOVL R8, -4(DI)(CX*1)
	ADDQ CX, DI
	JMP  copied
below4:
	TESTQ CX, CX
	JZ   copied
	MOVBLZX (R11), AX
	MOVBLZX -1(R11)(CX*1), R8
	MOVB AX, (DI)
	MOVB R8, -1(DI)(CX*1)
	MOVQ CX, R8
	SHRQ $1, R8
	MOVBLZX (R11)(R8*1), AX
	MOVB AX, (DI)(R8*1)
	ADDQ CX, DI
copied:
	TESTQ R14, R14
	JZ   nextOp
	MOVL op_size(SI), AX
	ADDQ AX, BX
	DECQ R14
	JNZ  text
	NEXT

opt8: // opOpt8
	POINTEE(absent)
	ROOM(11)
	MOVL op_hdr(SI), R8
	MOVQ (BX), AX
	MOVL R8, (DI)
	BSWAPQ AX
	MOVQ AX, 3(DI)
	ADDQ $11, DI
	NEXT
opt1: // opOpt1
	POINTEE(absent)
	ROOM(4)
	MOVBLZX (BX), AX
	SHLL $24, AX
	ORL  op_hdr(SI), AX
	MOVL AX, (DI)
	ADDQ $4, DI
	NEXT
opt2: // opOpt2
	POINTEE(absent)
	ROOM(5)
	MOVL op_hdr(SI), R8
	MOVWLZX (BX), AX
	ROLW $8, AX
	MOVL R8, (DI)
	MOVW AX, 3(DI)
	ADDQ $5, DI
	NEXT
optEnum: // opOptEnum, which must have an i32's value
	POINTEE(absent)
	ROOM(8)
	MOVQ (BX), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	BSWAPL AX
	SHLQ $24, AX
	ORQ  op_hdr(SI), AX
	MOVQ AX, (DI)
	ADDQ $7, DI
	NEXT

uuid: // opUUID
	ROOM(20)
	MOVL op_off(SI), AX
	MOVL op_hdr(SI), R8
	MOVQ (DX)(AX*1), BX
	MOVQ 8(DX)(AX*1), CX
	MOVL R8, (DI)
	MOVQ BX, 3(DI)
	MOVQ CX, 11(DI)
	ADDQ $19, DI
	NEXT

union: // opUnion: one field is not nil
	MOVQ op_run(SI), R11
	MOVQ run_fields(R11), BX
	MOVQ (run_fields+8)(R11), CX
	XORL R8, R8
arm:
	DECQ CX
	JLT  arms
	MOVL entry_off(BX), AX
	ADDQ $entry__size, BX
	CMPQ (DX)(AX*1), $1 // carries when it is nil
	SBBL $-1, R8
	JMP  arm
arms:
	CMPL R8, $1
	JNE  leave
	NEXT

unknown: // opUnknown, of which there are none
	MOVL op_off(SI), AX
	CMPQ 8(DX)(AX*1), $0
	JNE  leave
	NEXT

// Numbers are shuffled by vectors, up to their last bytes by overlapping.
listNumber: // opListNumber
	LIST(nilNumbers, numbers, nextOp)
	CMPQ frame_deep(R10), $0
	JLE  back
	MOVQ CX, R8
	MOVBLZX op_width(SI), CX
	MOVL CX, AX
	SHLQ CX, R8
	MOVQ R8, CX // bytes
	LEAQ (DI)(CX*1), R8
	CMPQ R8, R9
	JA   back
	CMPQ CX, $const_longNumbers
	JA   back
	CMPQ ·level(SB), $const_levelAVX2
	JNE  back
	SHLL $4, AX
	LEAQ orders<>(SB), R11
	VBROADCASTI128 (R11)(AX*1), Y1
	CMPQ CX, $32
	JB   few
	PCALIGN $32
number32:
	VMOVDQU (BX), Y0
	VPSHUFB Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, BX
	ADDQ $32, DI
	SUBQ $32, CX
	CMPQ CX, $32
	JAE  number32
	TESTQ CX, CX
	JZ   nextOp
	VMOVDQU -32(BX)(CX*1), Y0
	VPSHUFB Y1, Y0, Y0
	VMOVDQU Y0, -32(DI)(CX*1)
	ADDQ CX, DI
	NEXT
few:
	CMPQ CX, $16
	JB   few16
	VMOVDQU (BX), X0
	VMOVDQU -16(BX)(CX*1), X2
	VPSHUFB X1, X0, X0
	VPSHUFB X1, X2, X2
	VMOVDQU X0, (DI)
	VMOVDQU X2, -16(DI)(CX*1)
	ADDQ CX, DI
	NEXT
few16:
	CMPQ CX, $8
	JB   few8
	VMOVQ (BX), X0
	VMOVQ -8(BX)(CX*1), X2
	VPSHUFB X1, X0, X0
	VPSHUFB X1, X2, X2
	VMOVQ X0, (DI)
	VMOVQ X2, -8(DI)(CX*1)
	ADDQ CX, DI
	NEXT
few8:
	CMPQ CX, $4
	JB   few4
	VMOVD (BX), X0
	VMOVD -4(BX)(CX*1), X2
	VPSHUFB X1, X0, X0
	VPSHUFB X1, X2, X2
	VMOVD X0, (DI)
	VMOVD X2, -4(DI)(CX*1)
	ADDQ CX, DI
	NEXT
few4: // one of 2 bytes, or up to 3 of 1
	CMPB op_width(SI), $0
	JEQ  few1
	MOVWLZX (BX), AX
	ROLW $8, AX
	MOVW AX, (DI)
	ADDQ $2, DI
	NEXT
few1:
	MOVBLZX (BX), AX
	MOVB AX, (DI)
	INCQ BX
	INCQ DI
	DECQ CX
	JNZ  few1
	NEXT
	NOLIST(nilNumbers, numbers)

enums: // of a run: each must have an i32's value
	MOVQ op_run(SI), R11
	MOVQ run_enums(R11), BX
	MOVQ (run_enums+8)(R11), CX
check:
	MOVL entry_off(BX), AX
	MOVQ (DX)(AX*1), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  check
	JMP  checked

apart: // field by field
	MOVL op_size(SI), AX
	LEAQ 1(DI)(AX*1), R8
	CMPQ R8, R9
	JA   leave
	MOVQ op_run(SI), R11
	MOVQ run_fields(R11), BX
	MOVQ (run_fields+8)(R11), CX
	MOVBLZX op_code(SI), AX
	CMPL AX, $const_opRun4
	JEQ  run4
	CMPL AX, $const_opRun2
	JEQ  run2
	JB   run1
	CMPL AX, $const_opRun8
	JNE  leave // mixed
run8:
	MOVL entry_off(BX), AX
	MOVL entry_hdr(BX), R8
	MOVQ (DX)(AX*1), AX
	MOVL R8, (DI)
	BSWAPQ AX
	MOVQ AX, 3(DI)
	ADDQ $11, DI
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  run8
	NEXT
run4:
	MOVL entry_off(BX), AX
	MOVL entry_hdr(BX), R8
	MOVL (DX)(AX*1), AX
	BSWAPL AX
	SHLQ $24, AX
	ORQ  R8, AX
	MOVQ AX, (DI)
	ADDQ $7, DI
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  run4
	NEXT
run2:
	MOVL entry_off(BX), AX
	MOVL entry_hdr(BX), R8
	MOVWLZX (DX)(AX*1), AX
	ROLW $8, AX
	MOVL R8, (DI)
	MOVW AX, 3(DI)
	ADDQ $5, DI
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  run2
	NEXT
run1:
	MOVL entry_off(BX), AX
	MOVBLZX (DX)(AX*1), AX
	SHLL $24, AX
	ORL  entry_hdr(BX), AX
	MOVL AX, (DI)
	ADDQ $4, DI
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  run1
	NEXT

// orders are shuffles that reverse words of 1, 2, 4, 8 bytes, and none.
#define ORDER(width, low, high) \
	DATA orders<>+(16*width)(SB)/8, $low \
	DATA orders<>+(16*width+8)(SB)/8, $high
ORDER(0, 0x0706050403020100, 0x0f0e0d0c0b0a0908)
ORDER(1, 0x0607040502030001, 0x0e0f0c0d0a0b0809)
ORDER(2, 0x0405060700010203, 0x0c0d0e0f08090a0b)
ORDER(3, 0x0001020304050607, 0x08090a0b0c0d0e0f)
ORDER(4, 0x0706050403020100, 0x0f0e0d0c0b0a0908)
GLOBL orders<>(SB), RODATA|NOPTR, $80
