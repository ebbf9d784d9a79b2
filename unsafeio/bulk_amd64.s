//go:build !purego && !race && !thriftcheck

#include "textflag.h"

// Copies of n >= 32 bytes that change each word or byte on the way; the Go
// loops of bulk.go and bulkbool.go are their twins. Every load and store lies
// inside the n bytes at src and dst: the last vector ends with them, and may
// overlap the one before it, which writes the same bytes again.

DATA one<>+0(SB)/1, $1
GLOBL one<>(SB), RODATA|NOPTR, $1
DATA two<>+0(SB)/1, $2
GLOBL two<>(SB), RODATA|NOPTR, $1

// What happens to a vector on the way.
#define SWAP(y) \
	VPSHUFB Y15, y, y
#define PUTBOOL(y) \
	VPAND Y15, y, y
#define PUTCOMPACT(y) \
	VPAND  Y15, y, y \
	VPSUBB y, Y14, y
#define GETBOOL(y) \
	VPCMPEQB Y15, y, y \
	VPAND    Y15, y, y

// AVX2 copies CX bytes from SI to DI through CHANGE. R8 and R9 are where the
// last vector begins.
#define AVX2(CHANGE) \
	LEAQ    -32(SI)(CX*1), R8 \
	LEAQ    -32(DI)(CX*1), R9 \
	SUBQ    $128, CX \
	JBE     rest \
loop: \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	VMOVDQU 64(SI), Y2 \
	VMOVDQU 96(SI), Y3 \
	CHANGE(Y0) \
	CHANGE(Y1) \
	CHANGE(Y2) \
	CHANGE(Y3) \
	VMOVDQU Y0, (DI) \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI) \
	ADDQ    $128, SI \
	ADDQ    $128, DI \
	SUBQ    $128, CX \
	JA      loop \
rest: \
	ADDQ    $96, CX \
	JLE     last \
single: \
	VMOVDQU (SI), Y0 \
	CHANGE(Y0) \
	VMOVDQU Y0, (DI) \
	ADDQ    $32, SI \
	ADDQ    $32, DI \
	SUBQ    $32, CX \
	JG      single \
last: \
	VMOVDQU (R8), Y0 \
	CHANGE(Y0) \
	VMOVDQU Y0, (R9) \
	VZEROUPPER

// func swapAVX2(dst, src Ptr, n int, order *[16]byte)
TEXT ·swapAVX2(SB), NOSPLIT, $0-32
	MOVQ dst_p+0(FP), DI
	MOVQ src_p+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ order+24(FP), AX
	VBROADCASTI128 (AX), Y15
	AVX2(SWAP)
	RET

// func swapStream(dst, src Ptr, n int, shift *shift, size int)
//
// Stores are aligned and pass by the caches. Each vector is put together from
// two loads a word apart, since its words begin in the middle of a lane.
TEXT ·swapStream(SB), NOSPLIT, $0-40
	MOVQ dst_p+0(FP), DI
	MOVQ src_p+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ shift+24(FP), AX
	MOVQ size+32(FP), R8
	ADDQ SI, R8
	VBROADCASTI128 (AX), Y15
	VBROADCASTI128 16(AX), Y14

loop:
	PREFETCHNTA 0x800(SI)
	PREFETCHNTA 0x840(SI)
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	VMOVDQU  64(SI), Y2
	VMOVDQU  96(SI), Y3
	VMOVDQU  (R8), Y4
	VMOVDQU  32(R8), Y5
	VMOVDQU  64(R8), Y6
	VMOVDQU  96(R8), Y7
	VPSHUFB  Y15, Y0, Y0
	VPSHUFB  Y15, Y1, Y1
	VPSHUFB  Y15, Y2, Y2
	VPSHUFB  Y15, Y3, Y3
	VPSHUFB  Y14, Y4, Y4
	VPSHUFB  Y14, Y5, Y5
	VPSHUFB  Y14, Y6, Y6
	VPSHUFB  Y14, Y7, Y7
	VPOR     Y4, Y0, Y0
	VPOR     Y5, Y1, Y1
	VPOR     Y6, Y2, Y2
	VPOR     Y7, Y3, Y3
	VMOVNTDQ Y0, (DI)
	VMOVNTDQ Y1, 32(DI)
	VMOVNTDQ Y2, 64(DI)
	VMOVNTDQ Y3, 96(DI)
	ADDQ     $128, SI
	ADDQ     $128, R8
	ADDQ     $128, DI
	SUBQ     $128, CX
	JA       loop
	SFENCE
	VZEROUPPER
	RET

// func putBoolsAVX2(dst, src Ptr, n int)
TEXT ·putBoolsAVX2(SB), NOSPLIT, $0-24
	MOVQ dst_p+0(FP), DI
	MOVQ src_p+8(FP), SI
	MOVQ n+16(FP), CX
	VPBROADCASTB one<>(SB), Y15
	AVX2(PUTBOOL)
	RET

// func putCompactBoolsAVX2(dst, src Ptr, n int)
TEXT ·putCompactBoolsAVX2(SB), NOSPLIT, $0-24
	MOVQ dst_p+0(FP), DI
	MOVQ src_p+8(FP), SI
	MOVQ n+16(FP), CX
	VPBROADCASTB one<>(SB), Y15
	VPBROADCASTB two<>(SB), Y14
	AVX2(PUTCOMPACT)
	RET

// func getBoolsAVX2(dst, src Ptr, n int)
TEXT ·getBoolsAVX2(SB), NOSPLIT, $0-24
	MOVQ dst_p+0(FP), DI
	MOVQ src_p+8(FP), SI
	MOVQ n+16(FP), CX
	VPBROADCASTB one<>(SB), Y15
	AVX2(GETBOOL)
	RET

// func swapSSSE3(dst, src Ptr, n int, order *[16]byte)
TEXT ·swapSSSE3(SB), NOSPLIT, $0-32
	MOVQ  dst_p+0(FP), DI
	MOVQ  src_p+8(FP), SI
	MOVQ  n+16(FP), CX
	MOVQ  order+24(FP), AX
	MOVOU (AX), X5
	LEAQ  -16(SI)(CX*1), R8
	LEAQ  -16(DI)(CX*1), R9
	SUBQ  $64, CX
	JBE   rest

loop:
	MOVOU  (SI), X0
	MOVOU  16(SI), X1
	MOVOU  32(SI), X2
	MOVOU  48(SI), X3
	PSHUFB X5, X0
	PSHUFB X5, X1
	PSHUFB X5, X2
	PSHUFB X5, X3
	MOVOU  X0, (DI)
	MOVOU  X1, 16(DI)
	MOVOU  X2, 32(DI)
	MOVOU  X3, 48(DI)
	ADDQ   $64, SI
	ADDQ   $64, DI
	SUBQ   $64, CX
	JA     loop

rest:
	ADDQ $48, CX
	JLE  last

single:
	MOVOU  (SI), X0
	PSHUFB X5, X0
	MOVOU  X0, (DI)
	ADDQ   $16, SI
	ADDQ   $16, DI
	SUBQ   $16, CX
	JG     single

last:
	MOVOU  (R8), X0
	PSHUFB X5, X0
	MOVOU  X0, (R9)
	RET
