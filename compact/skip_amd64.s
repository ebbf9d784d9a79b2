//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"

// The assembly of skipping: see skip_amd64.go. Where anything is out of the
// ordinary it gives up, and Go skips from the start.
//
//	SI   where the next byte is
//	R9   the end of what may be read
//	R8   id of the last field
//	R10  the frame of the struct
//	R11  levels that may nest below the struct
//	R14  elements left of a list, the one at SI included; 1 outside of one
//	R15  their type
//	AX   the type of the value at SI

// A frame is a struct around the one that is being skipped. The stack has room
// for skipFrames.
#define frame_last  0  // R8 there
#define frame_deep  8  // R11 there
#define frame_left  16 // structs of a list that are left, this one included
#define frame__size 24

// SKIP goes n bytes on.
#define SKIP(n) \
	ADDQ $n, SI \
	CMPQ SI, R9 \
	JA   odd \
	JMP  done

// func skipFields(b unsafeio.Ptr, i, lim, depth int) int
TEXT ·skipFields(SB), 0, $768-40
	MOVQ b_p+0(FP), SI
	MOVQ lim+16(FP), R9
	ADDQ SI, R9
	ADDQ i+8(FP), SI
	LEAQ const_skipBytes(SI), AX
	CMPQ R9, AX
	CMOVQHI AX, R9
	MOVQ depth+24(FP), R11
	DECQ R11
	MOVQ SP, R10
	SUBQ $frame__size, R10
	XORL R8, R8
	MOVL $1, R14
	JMP  field

again: // the next element
	MOVL R15, AX
	JMP  value
done: // with a value
	DECQ R14
	JNZ  again
	MOVL $1, R14
field:
	CMPQ SI, R9
	JAE  odd
	MOVBLZX (SI), AX
	INCQ SI
	MOVL AX, CX
	SHRL $4, CX
	JZ   bare
	ADDL CX, R8
	CMPL R8, $0x7fff
	JA   odd
	ANDL $0xf, AX
	CMPL AX, $const_TypeFalse
	JBE  bool
value:
	CMPL AX, $const_TypeI64
	JA   large
	CMPL AX, $const_TypeI8
	JBE  byte

// An integer: not of the longest form, whose bits need a look.
	LEAQ 8(SI), CX
	CMPQ CX, R9
	JA   tail
	MOVQ (SI), CX
	CMPQ R14, $8
	JAE  eight
varint:
	MOVQ $0x8080808080808080, R12
	ANDNQ R12, CX, CX
	JZ   odd
	TZCNTQ CX, CX
	SHRL $3, CX
	LEAQ 1(SI)(CX*1), SI
	LEAQ longest<>(SB), R12
	CMPB CX, (R12)(AX*1)
	JAE  odd
	CMPQ SI, R9
	JA   odd
	JMP  done
eight: // elements of one byte each, perhaps
	MOVQ $0x8080808080808080, R12
	TESTQ R12, CX
	JNZ  varint
	ADDQ $8, SI
	SUBQ $7, R14
	JMP  done
tail: // close to the end: 8 bytes that end there
	CMPQ SI, R9
	JAE  odd
	LEAQ -8(R9), R12
	CMPQ R12, b_p+0(FP)
	JB   odd
	MOVQ (R12), R13
	SUBQ R9, CX
	SHLL $3, CX
	SHRQ CX, R13
	MOVQ R13, CX
	JMP  varint

bool: // of a field: in its header; 0 is none
	TESTL AX, AX
	JNZ  field
	JMP  odd
byte: // an i8, or a bool in a list
	SKIP(1)
large:
	CMPL AX, $const_TypeString
	JEQ  text
	JB   double
	CMPL AX, $const_TypeStruct
	JEQ  struct
	JA   uuid
	CMPL AX, $const_TypeMap
	JEQ  odd

// TypeList, TypeSet
	CMPQ SI, R9
	JAE  odd
	MOVBLZX (SI), R15
	INCQ SI
	MOVL R15, CX
	SHRL $4, CX
	ANDL $0xf, R15
	CMPL CX, $const_longForm
	JNE  sized
	LEAQ 2(SI), R12
	CMPQ R12, R9
	JA   odd
	MOVBLZX (SI), CX
	INCQ SI
	TESTB CX, CX
	JGE  sized
	MOVBLZX (SI), R13
	TESTB R13, R13
	JLT  odd
	INCQ SI
	ANDL $0x7f, CX
	SHLL $7, R13
	ORL  R13, CX
sized:
	TESTL CX, CX
	JZ   field
	TESTQ R11, R11
	JLE  odd
	CMPL R15, $const_TypeStruct
	JEQ  structs
	TESTL R15, R15
	JZ   odd
	MOVQ CX, R14
	CMPL R15, $const_TypeUUID
	JEQ  again
	CMPL R15, $const_TypeString
	JA   odd
	CMPL R15, $const_TypeI8
	JA   again
	ADDQ CX, SI // one byte each
	MOVL $1, R14
	CMPQ SI, R9
	JA   odd
	JMP  field
structs:
	DECQ R11
	JZ   odd
	LEAQ 1(R11), R12
	JMP  push
struct:
	MOVL $1, CX
	MOVQ R11, R12
	TESTQ R11, R11
	JLE  odd
push: // the struct at SI, the first of CX; R12 levels are left around it
	ADDQ $frame__size, R10
	LEAQ (const_skipFrames*frame__size)(SP), R13
	CMPQ R10, R13
	JAE  odd
	MOVQ R8, frame_last(R10)
	MOVQ R12, frame_deep(R10)
	MOVQ CX, frame_left(R10)
	DECQ R11
	XORL R8, R8
	JMP  field

bare: // the stop field, or the long form
	TESTL AX, AX
	JNZ  odd
	CMPQ R10, SP
	JB   out
	DECQ frame_left(R10)
	JZ   pop
	XORL R8, R8
	JMP  field
pop:
	MOVQ frame_last(R10), R8
	MOVQ frame_deep(R10), R11
	SUBQ $frame__size, R10
	JMP  field

text:
	LEAQ 2(SI), R12
	CMPQ R12, R9
	JA   short
	MOVBLZX (SI), CX
	INCQ SI
	TESTB CX, CX
	JGE  long
	MOVBLZX (SI), R13
	TESTB R13, R13
	JLT  odd
	INCQ SI
	ANDL $0x7f, CX
	SHLL $7, R13
	ORL  R13, CX
long:
	ADDQ CX, SI
	CMPQ SI, R9
	JA   odd
	JMP  done
short: // one byte at most: that of no text
	CMPQ SI, R9
	JAE  odd
	CMPB (SI), $0
	JNE  odd
	INCQ SI
	JMP  done
double:
	SKIP(8)
uuid:
	CMPL AX, $const_TypeUUID
	JNE  odd
	SKIP(16)

odd:
	SUBQ b_p+0(FP), SI
	NOTQ SI
	JMP  return
out:
	SUBQ b_p+0(FP), SI
return:
	MOVQ SI, ret+32(FP)
	RET

// longest is one less than the bytes of the longest varint of each type.
DATA longest<>+0(SB)/8, $0x0009040200000000
DATA longest<>+8(SB)/8, $0
GLOBL longest<>(SB), RODATA|NOPTR, $16
