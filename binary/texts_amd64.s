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
//	R14  bytes of the number before the string, 0 without one
//	R15  bytes of the number after it
//	Y14, Y15  ends

// func textsAVX2(src Ptr, stride uintptr, n int, dst Ptr, room, before, after int) (did, used int)
TEXT ·textsAVX2(SB), NOSPLIT, $0-72
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
	CMPQ AX, $28
	JA   other
	// 4 to 32 bytes without a branch: whole words under a mask, then the last
	// 4 bytes. Zeros may follow, up to 36(DI).
	VMOVD        CX, X2
	VPBROADCASTD X2, Y2
	VPCMPGTD     Y14, Y2, Y2
	VPMASKMOVD   (R11), Y2, Y0
	MOVL CX, AX
	SHLL $24, AX
	MOVL -4(R11)(CX*1), R8
	MOVL AX, (DI)
	VMOVDQU Y0, 4(DI)
	MOVL R8, (DI)(CX*1)
	LEAQ 4(DI)(CX*1), DI
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

// A number of CX/8 bytes lies in the lower ones of 8.
before:
	MOVQ (BX), AX
	ADDQ $8, BX
	MOVQ $64, CX
	BSWAPQ AX
	LEAQ (R14*8), R8
	SUBQ R8, CX
	SHRQ CX, AX
	MOVQ AX, (DI)
	ADDQ R14, DI
	JMP  text
after:
	MOVQ 16(BX), AX
	MOVQ $64, CX
	BSWAPQ AX
	LEAQ (R15*8), R8
	SUBQ R8, CX
	SHRQ CX, AX
	MOVQ AX, (DI)
	ADDQ R15, DI
	JMP  next

other:
	CMPQ CX, $const_textsLong
	JA   undo // or negative
	LEAQ 12(DI)(CX*1), R8
	CMPQ R8, R9
	JA   undo
	MOVL CX, AX
	BSWAPL AX
	MOVL AX, (DI)
	ADDQ $4, DI
	CMPQ CX, $4
	JB   short
	// More than 32: the last ones first into registers, then 64 at a time.
	LEAQ (DI)(CX*1), R8
	CMPQ CX, $64
	JA   wide
	VMOVDQU (R11), Y0
	VMOVDQU -32(R11)(CX*1), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, -32(DI)(CX*1)
	MOVQ R8, DI
	JMP  copied
wide:
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
