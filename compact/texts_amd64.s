//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"

// Strings one after the other, of a list or of the entries of a map, with the
// number beside each: see texts_amd64.go. Only a string's own bytes are read,
// and nothing is written at or past the end of dst.
//
//	SI   the item
//	BX   its string
//	DI   where the next byte goes
//	R9   the end of dst
//	R10  items left
//	R12  up to where an item with a string of up to 64 bytes fits
//	R13  bytes from item to item
//	R14  bytes in memory of the number before the string, 0 without one
//	R15  bytes of the number after it
//	Y14, Y15  ends

// func textsBMI2(src Ptr, stride uintptr, n int, dst Ptr, room, before, after int) (did, used int)
TEXT ·textsBMI2(SB), NOSPLIT, $0-72
	MOVQ src_p+0(FP), SI
	MOVQ stride+8(FP), R13
	MOVQ n+16(FP), R10
	MOVQ dst_p+24(FP), DI
	MOVQ room+32(FP), R9
	MOVQ before+40(FP), R14
	MOVQ after+48(FP), R15
	ADDQ DI, R9
	LEAQ -const_textsRoom(R9), R12
	VMOVDQU ends<>(SB), Y14
	VMOVDQU ends<>+32(SB), Y15
	PCALIGN $32
item:
	CMPQ DI, R12
	JA   over
	MOVQ SI, BX
	MOVQ DI, DX
	TESTQ R14, R14
	JNZ  before
text:
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	LEAQ -4(CX), AX
	CMPQ AX, $60
	JA   other
	// 4 to 64 bytes without a branch: whole words under a mask, then the last
	// 4 bytes. Zeros may follow, up to 65(DI).
	VMOVD        CX, X2
	VPBROADCASTD X2, Y2
	VPCMPGTD     Y15, Y2, Y3
	VPCMPGTD     Y14, Y2, Y2
	VPMASKMOVD   (R11), Y2, Y0
	VPMASKMOVD   32(R11), Y3, Y1
	MOVL -4(R11)(CX*1), R8
	MOVB CX, (DI)
	VMOVDQU Y0, 1(DI)
	VMOVDQU Y1, 33(DI)
	MOVL R8, -3(DI)(CX*1)
	LEAQ 1(DI)(CX*1), DI
copied:
	TESTQ R15, R15
	JNZ  after
next:
	ADDQ R13, SI
	DECQ R10
	JNZ  item
	JMP  end

over:
end:
	VZEROUPPER
	MOVQ n+16(FP), AX
	SUBQ R10, AX
	MOVQ AX, did+56(FP)
	SUBQ dst_p+24(FP), DI
	MOVQ DI, used+64(FP)
	RET
undo: // this item is for Go
	MOVQ DX, DI
	JMP  end

// VARINT writes the zigzag varint of AX: up to 8 bytes, or 9 and 10.
#define VARINT(wide, done) \
	MOVQ   AX, R8 \
	SARQ   $63, R8 \
	ADDQ   AX, AX \
	XORQ   R8, AX \
	PDEPQ  low7<>(SB), AX, R8 \
	SHRQ   $56, AX \
	JNZ    wide \
	MOVQ   R8, CX \
	ORQ    $1, CX \
	LZCNTQ CX, CX \
	XORL   $63, CX \
	ANDL   $56, CX \
	BZHIQ  CX, more<>(SB), AX \
	ORQ    AX, R8 \
	MOVQ   R8, (DI) \
	SHRL   $3, CX \
	LEAQ   1(DI)(CX*1), DI \
	JMP    done \
wide: \
	ORQ    more<>(SB), R8 \
	MOVQ   R8, (DI) \
	MOVL   AX, CX \
	SHRL   $7, CX \
	MOVB   CX, 9(DI) \
	MOVB   AX, 8(DI) \
	LEAQ   9(DI)(CX*1), DI \
	JMP    done

before:
	MOVQ (BX), AX
	CMPQ R14, $4
	JNE  long0
	MOVLQSX AX, AX
long0:
	ADDQ $8, BX
	VARINT(wide0, text)
after:
	MOVQ 16(BX), AX
	CMPQ R15, $4
	JNE  long1
	MOVLQSX AX, AX
long1:
	VARINT(wide1, next)

other:
	CMPQ CX, $const_textsLong
	JA   undo // or negative
	LEAQ 16(DI)(CX*1), R8
	CMPQ R8, R9
	JA   undo
	MOVB CX, (DI)
	INCQ DI
	CMPQ CX, $4
	JB   short
	CMPQ CX, $128
	JB   one
	MOVL CX, AX
	ORL  $0x80, AX
	MOVB AX, -1(DI)
	MOVL CX, AX
	SHRL $7, AX
	MOVB AX, (DI)
	INCQ DI
one:
	// More than 64: the last ones first into registers, then 64 at a time.
	LEAQ (DI)(CX*1), R8
	VMOVDQU -64(R11)(CX*1), Y2
	VMOVDQU -32(R11)(CX*1), Y3
long:
	VMOVDQU (R11), Y0
	VMOVDQU 32(R11), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	ADDQ $64, R11
	ADDQ $64, DI
	SUBQ $64, CX
	CMPQ CX, $64
	JA   long
	VMOVDQU Y2, -64(R8)
	VMOVDQU Y3, -32(R8)
	MOVQ R8, DI
	JMP  copied
short:
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
	JMP  copied

DATA low7<>(SB)/8, $0x7f7f7f7f7f7f7f7f
GLOBL low7<>(SB), RODATA|NOPTR, $8
DATA more<>(SB)/8, $0x8080808080808080
GLOBL more<>(SB), RODATA|NOPTR, $8

// ends is the last byte of each of 16 words: fewer bytes do not have it whole.
#define END(k) \
	DATA ends<>+(4*k)(SB)/4, $(4*k+3)
END(0)
END(1)
END(2)
END(3)
END(4)
END(5)
END(6)
END(7)
END(8)
END(9)
END(10)
END(11)
END(12)
END(13)
END(14)
END(15)
GLOBL ends<>(SB), RODATA|NOPTR, $64
