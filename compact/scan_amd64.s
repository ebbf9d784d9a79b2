//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"
#include "varint_amd64.h"

// The assembly of decoding: see scan_amd64.go. decodeStruct is its twin, and
// the place where every fault is found: where anything is out of the ordinary,
// scan leaves before the field, and Go does that one.
//
//	R8   the field
//	BX   the field that was expected
//	SI   where its header is
//	R9   the end of the input
//	DX   the struct
//	R13  its slots, or nil
//	R10  presence bits
//	R11  entries of the log
//	R12  the next entry
//	DI   where the value of an optional field goes
//	R14  fields that one call may still do
//	AX   8 bytes of the input, from behind the header on
//	CX   the header

// NEXT goes on to the field after this one, DONE behind a value of R15 bytes.
#define NEXT \
	ORQ  dfield_bit(R8), R10 \
	ADDQ $dfield__size, R8 \
	MOVQ R8, BX \
	DECL R14 \
	JNZ  header \
	JMP  leave
#define DONE \
	LEAQ 1(SI)(R15*1), SI \
	NEXT

// func scan(f *dfield, p *Program, base, slots, buf unsafeio.Ptr, n, lim int, seen uint64, log *scanLog, used bool) (next *dfield, m int, bits uint64)
TEXT ·scan(SB), NOSPLIT, $0-104
	MOVQ f+0(FP), R8
	MOVQ base_p+16(FP), DX
	MOVQ slots_p+24(FP), R13
	MOVQ buf_p+32(FP), SI
	MOVQ lim+48(FP), R9
	ADDQ SI, R9
	ADDQ n+40(FP), SI
	MOVQ seen+56(FP), R10
	MOVQ log+64(FP), R12
	ADDQ $scanLog_Entries, R12
	XORL R11, R11
	MOVL $const_maxFields, R14
	MOVQ R8, BX
	JMP  header

header:
	LEAQ 9(SI), R15
	CMPQ R15, R9
	JA   near
	MOVBLZX (SI), CX
	MOVQ 1(SI), AX
	CMPW CX, dfield_hdr(R8)
	JNE  other
field:
	MOVBLZX dfield_scan(R8), R15
	CMPL R15, $const_decString
	JAE  above
	CMPL R15, $const_dec4
	JEQ  four
	JA   wide
	CMPL R15, $const_dec1
	JA   two
	JEQ  one

// decBool
	ANDL $0xf, CX
	CMPL CX, $const_TypeTrue
	SETEQ CX
	MOVQ dfield_off(R8), R15
	MOVB CX, (DX)(R15*1)
	INCQ SI
	NEXT
one: // dec1
	MOVQ dfield_off(R8), R15
	MOVB AX, (DX)(R15*1)
	ADDQ $2, SI
	NEXT
two: // dec2
	I16
	MOVQ dfield_off(R8), CX
	MOVW AX, (DX)(CX*1)
	DONE
four: // dec4
	I32
	MOVQ dfield_off(R8), CX
	MOVL AX, (DX)(CX*1)
	DONE
wide:
	CMPL R15, $const_decDouble
	JEQ  double
	JA   enum
// dec8
	I64
	MOVQ dfield_off(R8), CX
	MOVQ AX, (DX)(CX*1)
	DONE
double: // decDouble
	MOVQ dfield_off(R8), CX
	MOVQ AX, (DX)(CX*1)
	ADDQ $9, SI
	NEXT
enum: // decEnum
	TESTB $0x80, AL
	JNZ  long
	MOVBLZX AL, AX
	UNZIGZAG32
	MOVL $1, R15
	JMP  put
long:
	I32
put:
	MOVLQSX AX, AX
	MOVQ dfield_off(R8), CX
	MOVQ AX, (DX)(CX*1)
	DONE

above:
	CMPL R15, $const_decOptString
	JBE  text
	CMPL R15, $const_decOptDouble
	JBE  scalar
	JMP  leave // for Go
text: // decString, decBytes, decOptString: the log has where the bytes are
	TESTB $0x80, AL
	JNZ  far
	MOVBLZX AL, AX
	LEAQ 2(SI), CX
	JMP  length
far:
	VARINT(0x8080808080)
	LEAQ 1(SI)(R15*1), CX
length:
	MOVQ log+64(FP), R15
	CMPQ AX, scanLog_Most(R15)
	JA   leave
	LEAQ (CX)(AX*1), R15
	CMPQ R15, R9
	JA   leave
	CMPQ R11, $const_logSize
	JAE  leave
	MOVQ R15, SI
	SUBQ buf_p+32(FP), CX
	MOVQ dfield_log(R8), R15
	SHLQ $32, AX
	ORQ  CX, AX
	MOVQ R15, scanEntry_Field(R12)
	MOVQ AX, scanEntry_Text(R12)
	ADDQ $scanEntry__size, R12
	INCQ R11
	NEXT

scalar: // decOptBool to decOptDouble: the value goes to where DI says
	CMPB used+72(FP), $0
	JEQ  fresh
	MOVQ dfield_off(R8), DI
	MOVQ (DX)(DI*1), DI
	TESTQ DI, DI
	JZ   leave // Go finds it memory
	JMP  value
fresh:
	TESTQ R13, R13
	JZ   leave
	CMPQ R11, $const_logSize
	JAE  leave
	MOVQ dfield_slot(R8), DI
	ADDQ R13, DI
value:
	CMPL R15, $const_decOpt4
	JEQ  opt4
	JA   opt8
	CMPL R15, $const_decOpt1
	JEQ  opt1
	JA   opt2
// decOptBool
	ANDL $0xf, CX
	CMPL CX, $const_TypeTrue
	SETEQ CX
	MOVB CX, (DI)
	XORL R15, R15
	JMP  stored
opt1:
	MOVB AX, (DI)
	MOVL $1, R15
	JMP  stored
opt2:
	I16
	MOVW AX, (DI)
	JMP  stored
opt4:
	I32
	MOVL AX, (DI)
	JMP  stored
opt8:
	CMPL R15, $const_decOpt8
	JNE  optDouble
	I64
	MOVQ AX, (DI)
	JMP  stored
optDouble:
	MOVQ AX, (DI)
	MOVL $8, R15
stored: // a fresh one has no pointer yet: the log has the field
	LEAQ 1(SI)(R15*1), SI
	CMPB used+72(FP), $0
	JNE  set
	MOVQ dfield_log(R8), CX
	MOVQ CX, scanEntry_Field(R12)
	ADDQ $scanEntry__size, R12
	INCQ R11
set:
	NEXT

other: // the other form of a bool, or not expected: the low ids are in a table
	CMPW CX, dfield_alt(R8)
	JEQ  field
	MOVL CX, R15
	SHRL $4, R15
	JZ   still
	MOVWLSX dfield_prev(R8), R8
	ADDL R15, R8 // may be below 0
	MOVL R8, R8
	MOVQ p+8(FP), DI
	CMPQ R8, (Program_dense+8)(DI)
	JAE  leave
	MOVQ Program_dense(DI), R15
	MOVWQSX (R15)(R8*2), R8
	TESTQ R8, R8
	JLT  leave
	IMULQ $dfield__size, R8
	ADDQ Program_fields(DI), R8
	MOVL CX, R15
	ANDL $0xf, R15
	CMPB R15, dfield_wire(R8)
	JEQ  field
	CMPL R15, $const_TypeFalse
	JNE  leave
	CMPB dfield_wire(R8), $const_TypeBool
	JEQ  field

near: // the stop field may be all that is left
	CMPQ SI, R9
	JAE  leave
	MOVBLZX (SI), CX
still: // the long form, or the stop field
	TESTL CX, CX
	JNZ  leave
	XORL BX, BX
leave:
	MOVQ log+64(FP), CX
	MOVQ R11, scanLog_N(CX)
	SUBQ buf_p+32(FP), SI
	MOVQ BX, next+80(FP)
	MOVQ SI, m+88(FP)
	MOVQ R10, bits+96(FP)
	RET
