//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"
#include "run_amd64.h"

// The assembly of decoding: see scan_amd64.go. decodeStruct is its twin, and
// the place where every fault is found: where anything is out of the ordinary,
// scan leaves before the field, and Go does that one.
//
//	R8   the field that is expected next
//	SI   where its header should be
//	R9   the end of the input
//	DX   the struct
//	R13  its slots, or nil
//	R10  presence bits
//	R11  entries of the log
//	R12  the next entry
//	DI   the program
//	BX   fields that one call may still do
//	AX   8 bytes of the input, from the header on

// ROOM leaves unless n bytes are left.
#define ROOM(n) \
	LEAQ n(SI), CX \
	CMPQ CX, R9 \
	JA   leave

// NEXT goes on to the field after this one.
#define NEXT \
	ORQ  dfield_bit(R8), R10 \
	ADDQ $dfield__size, R8 \
	DECL BX \
	JNZ  header \
	JMP  leave

// func scan(f *dfield, p *Program, base, slots, buf unsafeio.Ptr, n, lim int, seen uint64, log *scanLog, used bool) (next *dfield, m int, bits uint64)
TEXT ·scan(SB), NOSPLIT, $0-104
	MOVQ f+0(FP), R8
	MOVQ p+8(FP), DI
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
	MOVL $const_maxFields, BX
	JMP  header

header:
	LEAQ 8(SI), CX
	CMPQ CX, R9
	JA   near
	MOVQ (SI), AX
	MOVL AX, CX
	ANDL $0xffffff, CX
	CMPL CX, dfield_hdr(R8)
	JNE  other
field:
	MOVQ  dfield_run(R8), CX
	TESTQ CX, CX
	JNZ   run
alone:
	MOVBLZX dfield_scan(R8), CX
	CMPL CX, $const_decString
	JAE  above
	CMPL CX, $const_dec4
	JEQ  four
	JA   wide
	CMPL CX, $const_dec1
	JA   two
	JEQ  one

// decBool
	SHRL $24, AX
	CMPL AX, $1
	SETEQ AX
	MOVQ dfield_off(R8), CX
	MOVB AX, (DX)(CX*1)
	ADDQ $4, SI
	NEXT
one: // dec1
	SHRL $24, AX
	MOVQ dfield_off(R8), CX
	MOVB AX, (DX)(CX*1)
	ADDQ $4, SI
	NEXT
two: // dec2
	SHRQ $24, AX
	ROLW $8, AX
	MOVQ dfield_off(R8), CX
	MOVW AX, (DX)(CX*1)
	ADDQ $5, SI
	NEXT
four: // dec4
	SHRQ $24, AX
	BSWAPL AX
	MOVQ dfield_off(R8), CX
	MOVL AX, (DX)(CX*1)
	ADDQ $7, SI
	NEXT
wide:
	CMPL CX, $const_decEnum
	JEQ  enum
// dec8
	ROOM(11)
	MOVQ 3(SI), AX
	BSWAPQ AX
	MOVQ dfield_off(R8), CX
	MOVQ AX, (DX)(CX*1)
	ADDQ $11, SI
	NEXT
enum: // decEnum
	SHRQ $24, AX
	BSWAPL AX
	MOVLQSX AX, AX
	MOVQ dfield_off(R8), CX
	MOVQ AX, (DX)(CX*1)
	ADDQ $7, SI
	NEXT

run:
	RUN(alone)
ran:
	SUBL drun_count(CX), BX
	JLE  leave
	MOVQ drun_after(CX), CX
	TESTQ CX, CX
	JZ   header
	RUN(header) // which has not been looked at
	JMP  ran

above:
	CMPL CX, $const_decOptString
	JBE  text
	CMPL CX, $const_decOpt8
	JBE  scalar
	JMP  leave // for Go
text: // decString, decBytes, decOptString: the log has where the bytes are
	SHRQ $24, AX
	BSWAPL AX
	MOVQ log+64(FP), CX
	CMPQ AX, scanLog_Most(CX)
	JA   leave
	LEAQ 7(SI), R15
	LEAQ (R15)(AX*1), CX
	CMPQ CX, R9
	JA   leave
	CMPQ R11, $const_logSize
	JAE  leave
	MOVQ CX, SI
	SUBQ buf_p+32(FP), R15
	MOVQ dfield_log(R8), CX
	SHLQ $32, AX
	ORQ  R15, AX
	MOVQ CX, scanEntry_Field(R12)
	MOVQ AX, scanEntry_Text(R12)
	ADDQ $scanEntry__size, R12
	INCQ R11
	NEXT

scalar: // decOptBool to decOpt8, whose value goes to R15
	CMPL CX, $const_decOpt8
	JNE  fits
	LEAQ 11(SI), R15
	CMPQ R15, R9
	JA   leave
fits:
	CMPB used+72(FP), $0
	JEQ  fresh
	MOVQ dfield_off(R8), R15
	MOVQ (DX)(R15*1), R15
	TESTQ R15, R15
	JZ   leave // Go finds it memory
	JMP  put
fresh:
	TESTQ R13, R13
	JZ   leave
	CMPQ R11, $const_logSize
	JAE  leave
	INCQ R11
	MOVQ dfield_log(R8), R15
	MOVQ R15, scanEntry_Field(R12)
	ADDQ $scanEntry__size, R12
	MOVQ dfield_slot(R8), R15
	ADDQ R13, R15
put:
	CMPL CX, $const_decOpt4
	JEQ  put4
	JA   put8
	CMPL CX, $const_decOpt1
	JEQ  put1
	JA   put2
	SHRL $24, AX
	CMPL AX, $1
	SETEQ AX
	MOVB AX, (R15)
	ADDQ $4, SI
	NEXT
put1:
	SHRL $24, AX
	MOVB AX, (R15)
	ADDQ $4, SI
	NEXT
put2:
	SHRQ $24, AX
	ROLW $8, AX
	MOVW AX, (R15)
	ADDQ $5, SI
	NEXT
put4:
	SHRQ $24, AX
	BSWAPL AX
	MOVL AX, (R15)
	ADDQ $7, SI
	NEXT
put8:
	MOVQ 3(SI), AX
	BSWAPQ AX
	MOVQ AX, (R15)
	ADDQ $11, SI
	NEXT

other: // a header that was not expected: the low ids are in a table
	TESTB AL, AL
	JZ   stop
	MOVL AX, CX
	SHRL $8, CX
	ROLW $8, CX
	MOVWLZX CX, CX
	CMPQ CX, (Program_dense+8)(DI)
	JAE  leave
	MOVQ Program_dense(DI), R15
	MOVWQSX (R15)(CX*2), CX
	TESTQ CX, CX
	JLT  leave
	IMULQ $dfield__size, CX
	ADDQ Program_fields(DI), CX
	CMPB AL, dfield_wire(CX)
	JNE  leave
	MOVQ CX, R8
	JMP  field

near: // the stop field may be all that is left
	CMPQ SI, R9
	JAE  leave
	CMPB (SI), $0
	JNE  leave
stop:
	XORL R8, R8
leave:
	MOVQ  log+64(FP), CX
	TESTQ CX, CX
	JZ    out // of numbers alone
	MOVQ  R11, scanLog_N(CX)
out:
	SUBQ buf_p+32(FP), SI
	MOVQ R8, next+80(FP)
	MOVQ SI, m+88(FP)
	MOVQ R10, bits+96(FP)
	RET
