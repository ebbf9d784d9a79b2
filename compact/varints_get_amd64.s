//go:build !purego && !race && !thriftcheck

#include "textflag.h"

// Lists of varints as numbers: see varints_amd64.go for what a caller owes.
//
// One mask tells where the varints of 64 bytes end, so that taking one apart
// need not wait for the length of the one before. A round takes the first 16
// or 8 of a block with PEXT, and the next block begins behind them. Numbers
// are stored zigzagged; a last pass over them, in vectors, undoes that.
//
//	DI  where the next number goes     AX   a bit for each byte that ends a varint
//	SI  the block                      R10  masks of 7 bits for lengths from 1 to 10
//	R9  the end of dst                 R13  numbers of this round, then fours
//	R12 the last SI with 64+9 bytes   R14  what follows them
//	R8, R11, BX, CX, DX  scratch       R15  DI before this round

DATA sevens<>+0(SB)/8, $0x7f
DATA sevens<>+8(SB)/8, $0x7f7f
DATA sevens<>+16(SB)/8, $0x7f7f7f
DATA sevens<>+24(SB)/8, $0x7f7f7f7f
DATA sevens<>+32(SB)/8, $0x7f7f7f7f7f
DATA sevens<>+40(SB)/8, $0x7f7f7f7f7f7f
DATA sevens<>+48(SB)/8, $0x7f7f7f7f7f7f7f
DATA sevens<>+56(SB)/8, $0x7f7f7f7f7f7f7f7f
DATA sevens<>+64(SB)/8, $0x7f7f7f7f7f7f7f7f
DATA sevens<>+72(SB)/8, $0x7f7f7f7f7f7f7f7f
DATA sevens<>+80(SB)/8, $0 // what the bytes 9 and 10 add, for the same lengths
DATA sevens<>+88(SB)/8, $0
DATA sevens<>+96(SB)/8, $0
DATA sevens<>+104(SB)/8, $0
DATA sevens<>+112(SB)/8, $0
DATA sevens<>+120(SB)/8, $0
DATA sevens<>+128(SB)/8, $0
DATA sevens<>+136(SB)/8, $0
DATA sevens<>+144(SB)/8, $0x7f
DATA sevens<>+152(SB)/8, $0xff7f
GLOBL sevens<>(SB), RODATA|NOPTR, $160
DATA lowest<>+0(SB)/8, $1
DATA lowest<>+8(SB)/8, $0x0000000100000001
DATA lowest<>+16(SB)/8, $0x0001000100010001
GLOBL lowest<>(SB), RODATA|NOPTR, $24

// BEGIN loads the arguments, for numbers of w bytes.
#define BEGIN(w) \
	MOVQ dst_p+0(FP), DI \
	MOVQ src_p+8(FP), SI \
	MOVQ n+16(FP), R9 \
	LEAQ (DI)(R9*w), R9 \
	MOVQ lim+24(FP), R12 \
	LEAQ -73(SI)(R12*1), R12 \
	LEAQ sevens<>(SB), R10

// BLOCK loads 64 bytes and leaves the ends in AX, and in CX the bytes that
// continue and so does the next; it goes to end when there are none.
#define BLOCK(end) \
	CMPQ      DI, R9 \
	JAE       end \
	CMPQ      SI, R12 \
	JA        end \
	VMOVDQU   (SI), Y0 \
	VMOVDQU   32(SI), Y1 \
	VPMOVMSKB Y0, AX \
	VPMOVMSKB Y1, BX \
	SHLQ      $32, BX \
	ORQ       BX, AX \
	MOVQ      AX, CX \
	SHRQ      $1, CX \
	ANDQ      AX, CX

// ROUND takes 16 numbers, or 8 when the block ends fewer: R13 counts them by
// four, R14 is what follows. It goes to few when dst, of w bytes each, is full.
// Caller: the block ends at least 8.
#define ROUND(w, few) \
	POPCNTQ AX, CX \
	MOVL    $8, R13 \
	MOVL    $16, DX \
	CMPL    CX, DX \
	CMOVLGE DX, R13 \
	LEAQ    (DI)(R13*w), BX \
	CMPQ    BX, R9 \
	JA      few \
	LEAL    -1(R13), BX \
	MOVL    $1, DX \
	SHLXQ   BX, DX, BX \
	PDEPQ   AX, BX, BX \
	TZCNTQ  BX, R14 \
	LEAQ    1(SI)(R14*1), R14 \
	MOVQ    DI, R15 \
	MOVQ    $-1, BX \
	XORL    R8, R8 \
	SHRL    $2, R13

// WORD takes the varint behind offset from, sets to to that of its last byte,
// and leaves its bits in DX.
#define WORD(from, to) \
	TZCNTQ AX, to \
	BLSRQ  AX, AX \
	MOVQ   1(SI)(from*1), DX \
	MOVL   to, R11 \
	SUBL   from, R11 \
	PEXTQ  -8(R10)(R11*8), DX, DX

// NARROW is WORD for numbers of w bytes, the k-th of four, whose excess bits
// gather in R8.
#define NARROW(from, to, STORE, w, k) \
	WORD(from, to) \
	ORQ   DX, R8 \
	STORE DX, (w*k)(DI)

// FEW sets R13 to the numbers of w = 1<<s bytes that the block ends and dst
// has room for, and goes to none if there are none.
#define FEW(s, none) \
	POPCNTQ AX, R13 \
	MOVQ    R9, CX \
	SUBQ    DI, CX \
	SHRQ    $s, CX \
	CMPQ    CX, R13 \
	CMOVQLT CX, R13 \
	TESTQ   R13, R13 \
	JZ      none \
	MOVQ    $-1, BX

// EACH begins a varint like WORD, but in general: R8 is its address, BX its
// length less 1, CX the offset of its last byte, DX its first 8 bytes.
#define EACH \
	TZCNTQ AX, CX \
	BLSRQ  AX, AX \
	LEAQ   1(SI)(BX*1), R8 \
	MOVQ   (R8), DX \
	NOTL   BX \
	ADDL   CX, BX

// NARROWS takes what the block ends one by one, for numbers of w = 1<<s bytes
// and as many bits that take at most most+1 bytes on the wire; it stops before
// one that is none. A round
// with such a one goes to undo.
#define NARROWS(s, w, most, STORE) \
	FEW(s, done) \
each: \
	EACH \
	CMPL  BX, $most \
	JA    stop \
	PEXTQ (R10)(BX*8), DX, DX \
	MOVQ  DX, BX \
	SHRQ  $(8*w), BX \
	JNZ   stop \
	STORE DX, (DI) \
	ADDQ  $w, DI \
	MOVQ  CX, BX \
	DECQ  R13 \
	JNZ   each \
	LEAQ  1(SI)(BX*1), SI \
	JMP   block \
undo: \
	MOVQ R15, DI \
	JMP  done \
stop: \
	MOVQ R8, SI

// END returns how many numbers of 1<<s bytes are done and the bytes they
// took, after it has undone the zigzag.
#define END(s, LOAD, STORE, SRL, SUB) \
	SUBQ dst_p+0(FP), DI \
	MOVQ DI, AX \
	SHRQ $s, AX \
	MOVQ AX, did+32(FP) \
	SUBQ src_p+8(FP), SI \
	MOVQ SI, used+40(FP) \
	MOVQ dst_p+0(FP), SI \
	ADDQ SI, DI \
	VPXOR Y14, Y14, Y14 \
	SUBQ $64, DI \
	CMPQ SI, DI \
	JA   last \
pass: \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y2 \
	SRL     $1, Y0, Y1 \
	SRL     $1, Y2, Y3 \
	VPAND   Y15, Y0, Y0 \
	VPAND   Y15, Y2, Y2 \
	SUB     Y0, Y14, Y0 \
	SUB     Y2, Y14, Y2 \
	VPXOR   Y1, Y0, Y0 \
	VPXOR   Y3, Y2, Y2 \
	VMOVDQU Y0, (SI) \
	VMOVDQU Y2, 32(SI) \
	ADDQ    $64, SI \
	CMPQ    SI, DI \
	JBE     pass \
last: \
	ADDQ $64, DI \
	CMPQ SI, DI \
	JAE  return \
one: \
	LOAD  (SI), AX \
	MOVQ  AX, BX \
	SHRQ  $1, AX \
	ANDL  $1, BX \
	NEGQ  BX \
	XORQ  BX, AX \
	STORE AX, (SI) \
	ADDQ  $(1<<s), SI \
	CMPQ  SI, DI \
	JB    one \
return: \
	VZEROUPPER \
	RET

// func getVarints16(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·getVarints16(SB), NOSPLIT, $0-48
	BEGIN(2)
	VPBROADCASTQ lowest<>+16(SB), Y15

block:
	BLOCK(done)
	MOVQ  AX, DX
	SHRQ  $2, DX
	NOTQ  AX
	TESTQ DX, CX
	JNZ   few     // 3 bytes and no end
	CMPL  AX, $-1
	JEQ   ones

round:
	ROUND(2, few)

quad:
	NARROW(BX, CX, MOVW, 2, 0)
	NARROW(CX, BX, MOVW, 2, 1)
	NARROW(BX, CX, MOVW, 2, 2)
	NARROW(CX, BX, MOVW, 2, 3)
	ADDQ $8, DI
	DECL R13
	JNZ  quad
	SHRQ $16, R8
	JNZ  undo
	MOVQ R14, SI
	JMP  block

ones:
	LEAQ      64(DI), BX
	CMPQ      BX, R9
	JA        round
	VPMOVZXBW (SI), Y0
	VPMOVZXBW 16(SI), Y1
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	ADDQ      $64, DI
	ADDQ      $32, SI
	JMP       block

few:
	NARROWS(1, 2, 2, MOVW)

done:
	END(1, MOVWLZX, MOVW, VPSRLW, VPSUBW)

// func getVarints32(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·getVarints32(SB), NOSPLIT, $0-48
	BEGIN(4)
	VPBROADCASTQ lowest<>+8(SB), Y15

block:
	BLOCK(done)
	MOVQ  CX, DX
	SHRQ  $2, DX
	ANDQ  DX, CX
	MOVQ  AX, DX
	SHRQ  $4, DX
	NOTQ  AX
	TESTQ DX, CX
	JNZ   few     // 5 bytes and no end
	CMPL  AX, $-1
	JEQ   ones

round:
	ROUND(4, few)

quad:
	NARROW(BX, CX, MOVL, 4, 0)
	NARROW(CX, BX, MOVL, 4, 1)
	NARROW(BX, CX, MOVL, 4, 2)
	NARROW(CX, BX, MOVL, 4, 3)
	ADDQ $16, DI
	DECL R13
	JNZ  quad
	SHRQ $32, R8
	JNZ  undo
	MOVQ R14, SI
	JMP  block

ones:
	LEAQ      128(DI), BX
	CMPQ      BX, R9
	JA        round
	VPMOVZXBD (SI), Y0
	VPMOVZXBD 8(SI), Y1
	VPMOVZXBD 16(SI), Y2
	VPMOVZXBD 24(SI), Y3
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	VMOVDQU   Y2, 64(DI)
	VMOVDQU   Y3, 96(DI)
	ADDQ      $128, DI
	ADDQ      $32, SI
	JMP       block

few:
	NARROWS(2, 4, 4, MOVL)

done:
	END(2, MOVL, MOVL, VPSRLD, VPSUBD)

// func getVarints64(dst, src unsafeio.Ptr, n, lim int) (did, used int)
TEXT ·getVarints64(SB), NOSPLIT, $0-48
	BEGIN(8)
	VPBROADCASTQ lowest<>+0(SB), Y15

block:
	BLOCK(done)
	MOVQ  CX, DX
	SHRQ  $2, DX
	ANDQ  DX, CX
	MOVQ  CX, DX
	SHRQ  $4, DX
	NOTQ  AX
	TESTQ DX, CX
	JNZ   few     // 8 bytes and no end
	CMPL  AX, $-1
	JEQ   ones

round:
	ROUND(8, few)

quad:
	WORD(BX, CX)
	MOVQ DX, (DI)
	WORD(CX, BX)
	MOVQ DX, 8(DI)
	WORD(BX, CX)
	MOVQ DX, 16(DI)
	WORD(CX, BX)
	MOVQ DX, 24(DI)
	ADDQ $32, DI
	DECL R13
	JNZ  quad
	MOVQ R14, SI
	JMP  block

ones:
	LEAQ 256(DI), BX
	CMPQ BX, R9
	JA   round
	MOVL $2, CX

sixteen:
	VPMOVZXBQ (SI), Y0
	VPMOVZXBQ 4(SI), Y1
	VPMOVZXBQ 8(SI), Y2
	VPMOVZXBQ 12(SI), Y3
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	VMOVDQU   Y2, 64(DI)
	VMOVDQU   Y3, 96(DI)
	ADDQ      $128, DI
	ADDQ      $16, SI
	DECL      CX
	JNZ       sixteen
	JMP       block

few:
	FEW(3, done)

each:
	EACH // and R11 is what follows the 8 bytes, of the last only one bit
	CMPL    BX, $9
	JA      stop
	MOVWLZX 8(R8), R11
	PEXTQ   (R10)(BX*8), DX, DX
	PEXTQ   80(R10)(BX*8), R11, R11
	CMPL    R11, $0xff
	JA      stop
	SHLQ    $56, R11
	ORQ     R11, DX
	MOVQ    DX, (DI)
	ADDQ    $8, DI
	MOVQ    CX, BX
	DECQ    R13
	JNZ     each
	LEAQ    1(SI)(BX*1), SI
	JMP     block

stop:
	MOVQ R8, SI

done:
	END(3, MOVQ, MOVQ, VPSRLQ, VPSUBQ)
