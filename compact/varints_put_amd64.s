//go:build !purego && !race && !thriftcheck

#include "textflag.h"

// Lists of numbers as varints: see varints_amd64.go for what a caller owes.
//
// A group of numbers is zigzagged in vectors. If each fits one byte they are
// packed and stored at once, if each fits two bytes four at a time; otherwise
// each passes through the stack to PDEP,
// which spreads 7 bits to a byte, and is stored as a whole word, whose unused
// bytes the next one overwrites. No branch depends on a length up to 8 bytes.
//
//	DI  where the next varint goes     R8   0x7f in each byte
//	SI  the next number                R10  the continuation bits of 8 bytes
//	R9  numbers left                   R11  the same and one more: of 9 and 10
//	R12 the last DI for a group, then for a single number
//	AX  the zigzagged number           BX, CX, DX, R13  scratch

DATA pack64<>+0(SB)/8, $0x8080808080800800
DATA pack64<>+8(SB)/8, $0x8080808080808080
DATA pack64<>+16(SB)/8, $0x8080808008008080
DATA pack64<>+24(SB)/8, $0x8080808080808080
DATA pack64<>+32(SB)/8, $0x8080080080808080
DATA pack64<>+40(SB)/8, $0x8080808080808080
DATA pack64<>+48(SB)/8, $0x0800808080808080
DATA pack64<>+56(SB)/8, $0x8080808080808080
GLOBL pack64<>(SB), RODATA|NOPTR, $64

DATA pack32<>+0(SB)/8, $0x808080800c080400
DATA pack32<>+8(SB)/8, $0x8080808080808080
GLOBL pack32<>(SB), RODATA|NOPTR, $16

// Numbers above one byte, above two, and above eight.
DATA above7<>+0(SB)/8, $0xffffffffffffff80
DATA above7<>+8(SB)/8, $0xffffff80ffffff80
DATA above7<>+16(SB)/8, $0xff80ff80ff80ff80
GLOBL above7<>(SB), RODATA|NOPTR, $24
DATA above14<>+0(SB)/8, $0xffffffffffffc000
DATA above14<>+8(SB)/8, $0xffffc000ffffc000
DATA above14<>+16(SB)/8, $0xc000c000c000c000
GLOBL above14<>(SB), RODATA|NOPTR, $24
DATA above56<>+0(SB)/8, $0xff00000000000000
GLOBL above56<>(SB), RODATA|NOPTR, $8

// The parts of a word that is a varint of two bytes.
DATA parts<>+0(SB)/8, $0x007f007f007f007f
DATA parts<>+8(SB)/8, $0x7f007f007f007f00
DATA parts<>+16(SB)/8, $0x0080008000800080
DATA parts<>+24(SB)/8, $0x00ff00ff00ff00ff
GLOBL parts<>(SB), RODATA|NOPTR, $32

// BEGIN loads the arguments; a group writes at most room bytes: the longest
// varints, and a whole word for the last.
#define BEGIN(room) \
	MOVQ  dst_p+0(FP), DI \
	MOVQ  src_p+8(FP), SI \
	MOVQ  n+16(FP), R9 \
	MOVQ  lim+24(FP), R12 \
	LEAQ  -room(DI)(R12*1), R12 \
	MOVQ  $0x7f7f7f7f7f7f7f7f, R8 \
	MOVQ  $0x0080808080808080, R10 \
	MOVQ  $0x8080808080808080, R11 \
	VPXOR Y11, Y11, Y11 \
	VPBROADCASTQ parts<>+0(SB), X10 \
	VPBROADCASTQ parts<>+8(SB), X9 \
	VPBROADCASTQ parts<>+16(SB), X8 \
	VPBROADCASTQ parts<>+24(SB), X7

// END returns how many numbers are done and the bytes they took.
#define END \
	VZEROUPPER \
	MOVQ n+16(FP), AX \
	SUBQ R9, AX \
	MOVQ AX, did+32(FP) \
	SUBQ dst_p+0(FP), DI \
	MOVQ DI, used+40(FP) \
	RET

// PAIRS stores the varints of the eight words of X2, each below 1<<14, and
// moves DI on: X4 is two bytes for each, X5 says which of them are in use.
#define PAIRS \
	VPSLLW   $1, X2, X3 \
	VPAND    X10, X2, X4 \
	VPAND    X9, X3, X3 \
	VPCMPGTW X10, X2, X5 \
	VPOR     X3, X4, X4 \
	VPAND    X8, X5, X3 \
	VPOR     X3, X4, X4 \
	VPOR     X7, X5, X5 \
	VMOVQ    X4, AX \
	VMOVQ    X5, BX \
	PEXTQ    BX, AX, AX \
	POPCNTQ  BX, CX \
	SHRL     $3, CX \
	MOVQ     AX, (DI) \
	ADDQ     CX, DI \
	VPEXTRQ  $1, X4, AX \
	VPEXTRQ  $1, X5, BX \
	PEXTQ    BX, AX, AX \
	POPCNTQ  BX, CX \
	SHRL     $3, CX \
	MOVQ     AX, (DI) \
	ADDQ     CX, DI

// SHORT stores the varint of AX < 1<<56 at off(DI) and moves DI on by its
// length less 8. The top bit of each byte of DX is free, so that doubling it
// keeps each bit in its byte, and makes 0 one byte long.
#define SHORT(off) \
	PDEPQ  R8, AX, DX \
	LEAQ   1(DX)(DX*1), CX \
	LZCNTQ CX, CX \
	ANDL   $56, CX \
	SHRXQ  CX, R10, BX \
	ORQ    BX, DX \
	MOVQ   DX, (off)(DI) \
	SHRL   $3, CX \
	SUBQ   CX, DI

// LONG stores the varint of AX >= 1<<56, 9 bytes or 10, and moves DI on.
#define LONG \
	PDEPQ R8, AX, DX \
	ORQ   R11, DX \
	MOVQ  DX, (DI) \
	SHRQ  $56, AX \
	MOVL  AX, CX \
	SHRL  $7, CX \
	MOVL  CX, BX \
	SHLL  $8, BX \
	ORL   BX, AX \
	MOVW  AX, 8(DI) \
	LEAQ  9(DI)(CX*1), DI

// EIGHT does the numbers k to k+7, of w bytes each, of the group on the stack.
#define EIGHT(LOAD, w, k) \
	LOAD (w*(k))(SP), AX \
	SHORT(8*(k)) \
	LOAD (w*(k+1))(SP), AX \
	SHORT(8*(k+1)) \
	LOAD (w*(k+2))(SP), AX \
	SHORT(8*(k+2)) \
	LOAD (w*(k+3))(SP), AX \
	SHORT(8*(k+3)) \
	LOAD (w*(k+4))(SP), AX \
	SHORT(8*(k+4)) \
	LOAD (w*(k+5))(SP), AX \
	SHORT(8*(k+5)) \
	LOAD (w*(k+6))(SP), AX \
	SHORT(8*(k+6)) \
	LOAD (w*(k+7))(SP), AX \
	SHORT(8*(k+7))

// SINGLES does numbers of w bytes one by one, while 10 bytes are left.
#define SINGLES(LOAD, w, room) \
	TESTQ R9, R9 \
	JZ    done \
	ADDQ  $(room-10), R12 \
single: \
	CMPQ  DI, R12 \
	JA    done \
	LOAD  (SI), AX \
	ADDQ  $w, SI \
	MOVQ  AX, BX \
	ADDQ  AX, AX \
	SARQ  $63, BX \
	XORQ  BX, AX \
	MOVQ  AX, BX \
	SHRQ  $56, BX \
	JNZ   longer \
	SHORT(0) \
	ADDQ  $8, DI \
	DECQ  R9 \
	JNZ   single \
	JMP   done \
longer: \
	LONG \
	DECQ  R9 \
	JNZ   single \
done: \
	END

// func putVarints16(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·putVarints16(SB), NOSPLIT, $32-48
	BEGIN(53)
	VPBROADCASTQ above7<>+16(SB), Y15
	VPBROADCASTQ above14<>+16(SB), Y6

group:
	CMPQ    R9, $16
	JB      few
	CMPQ    DI, R12
	JA      few
	VMOVDQU (SI), Y0
	ADDQ    $32, SI
	SUBQ    $16, R9
	VPADDW  Y0, Y0, Y2
	VPSRAW  $15, Y0, Y4
	VPXOR   Y2, Y4, Y2
	VPTEST  Y15, Y2
	JZ      ones
	VPTEST  Y6, Y2
	JZ      pairs
	VMOVDQU Y2, (SP)
	EIGHT(MOVWLZX, 2, 0)
	EIGHT(MOVWLZX, 2, 8)
	ADDQ    $128, DI
	JMP     group

ones:
	VPACKUSWB Y2, Y2, Y2
	VPERMQ    $8, Y2, Y2
	VMOVDQU   X2, (DI)
	ADDQ      $16, DI
	JMP       group

pairs:
	VEXTRACTI128 $1, Y2, X0
	PAIRS
	VMOVDQA      X0, X2
	PAIRS
	JMP          group

few:
	SINGLES(MOVWQSX, 2, 53)

// func putVarints32(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·putVarints32(SB), NOSPLIT, $32-48
	BEGIN(43)
	VPBROADCASTQ   above7<>+8(SB), Y15
	VPBROADCASTQ   above14<>+8(SB), Y6
	VBROADCASTI128 pack32<>(SB), Y13

group:
	CMPQ    R9, $8
	JB      few
	CMPQ    DI, R12
	JA      few
	VMOVDQU (SI), Y0
	ADDQ    $32, SI
	SUBQ    $8, R9
	VPADDD  Y0, Y0, Y2
	VPSRAD  $31, Y0, Y4
	VPXOR   Y2, Y4, Y2
	VPTEST  Y15, Y2
	JZ      ones
	VPTEST  Y6, Y2
	JZ      pairs
	VMOVDQU Y2, (SP)
	EIGHT(MOVL, 4, 0)
	ADDQ    $64, DI
	JMP     group

ones:
	VPSHUFB      Y13, Y2, Y2
	VEXTRACTI128 $1, Y2, X3
	VPUNPCKLDQ   X3, X2, X2
	VMOVQ        X2, (DI)
	ADDQ         $8, DI
	JMP          group

pairs:
	VPACKUSDW Y2, Y2, Y2
	VPERMQ    $8, Y2, Y2
	PAIRS
	JMP       group

few:
	SINGLES(MOVLQSX, 4, 43)

// func putVarints64(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·putVarints64(SB), NOSPLIT, $64-48
	BEGIN(80)
	VPBROADCASTQ above7<>+0(SB), Y15
	VPBROADCASTQ above14<>+0(SB), Y6
	VPBROADCASTQ above56<>(SB), Y14
	VMOVDQU      pack64<>+0(SB), Y13
	VMOVDQU      pack64<>+32(SB), Y12

group:
	CMPQ     R9, $8
	JB       few
	CMPQ     DI, R12
	JA       few
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	ADDQ     $64, SI
	SUBQ     $8, R9
	VPADDQ   Y0, Y0, Y2
	VPADDQ   Y1, Y1, Y3
	VPCMPGTQ Y0, Y11, Y4
	VPCMPGTQ Y1, Y11, Y5
	VPXOR    Y2, Y4, Y2
	VPXOR    Y3, Y5, Y3
	VPOR     Y2, Y3, Y5
	VPTEST   Y15, Y5
	JZ       ones
	VPTEST   Y6, Y5
	JZ       pairs
	VMOVDQU  Y2, (SP)
	VMOVDQU  Y3, 32(SP)
	VPTEST   Y14, Y5
	JNZ      mixed
	EIGHT(MOVQ, 8, 0)
	ADDQ     $64, DI
	JMP      group

ones:
	VPSHUFB      Y13, Y2, Y2
	VPSHUFB      Y12, Y3, Y3
	VPOR         Y2, Y3, Y2
	VEXTRACTI128 $1, Y2, X3
	VPOR         X2, X3, X2
	VMOVQ        X2, (DI)
	ADDQ         $8, DI
	JMP          group

pairs:
	VPACKUSDW Y3, Y2, Y2
	VPACKUSDW Y2, Y2, Y2
	VPERMQ    $8, Y2, Y2
	VPSHUFD   $0xd8, X2, X2
	PAIRS
	JMP       group

mixed: // some of the eight are long, with R14 in the bytes 9 and 10
	XORL R13, R13

each:
	MOVQ    (SP)(R13*8), AX
	MOVBLZX 7(SP)(R13*8), R14
	PDEPQ   R8, AX, DX
	LEAQ    1(DX)(DX*1), CX
	LZCNTQ  CX, CX
	ANDL    $56, CX
	SHRXQ   CX, R10, BX
	SHRL    $3, CX
	XORL    $7, CX
	MOVL    R14, AX
	SHRL    $7, AX
	MOVB    R14, 8(DI)
	MOVB    AX, 9(DI)
	ADDL    $8, AX
	TESTL   R14, R14
	CMOVQNE R11, BX
	CMOVLNE AX, CX
	ORQ     BX, DX
	MOVQ    DX, (DI)
	LEAQ    1(DI)(CX*1), DI
	INCL    R13
	CMPL    R13, $8
	JB      each
	JMP     group

few:
	SINGLES(MOVQ, 8, 80)

// func cpuid(topic uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL topic+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET
