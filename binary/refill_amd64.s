//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"
#include "run_amd64.h"

// The assembly of decoding into used memory: see refill.go. decodeStruct is
// its twin: where anything is out of the ordinary, refill gives up, and Go
// decodes from the start.
//
//	R14  the state
//	R8   the field
//	BX   the field that was expected
//	SI   where the header is, or the element
//	R9   the end of the input
//	DX   the struct
//	R10  presence bits
//	R11  entries of the log
//	R12  the next entry
//	R13  fields, structs and texts that one call may still do
//	AX   8 bytes of the input, from the header on

// FIELD sets DI to the address of the field. POINTEE sets it to the pointer
// that is there, and gives up when that is nil.
#define FIELD \
	MOVQ dfield_off(R8), DI \
	ADDQ DX, DI
#define POINTEE \
	MOVQ  dfield_off(R8), DI \
	MOVQ  (DX)(DI*1), DI \
	TESTQ DI, DI \
	JZ    leave

// ONCE gives up where the field came before.
#define ONCE \
	TESTQ dfield_one(R8), R10 \
	JNZ   leave

// func refill(s *refillState, buf unsafeio.Ptr, lim, most int) int
TEXT ·refill(SB), NOSPLIT, $0-40
	MOVQ s+0(FP), R14
	MOVQ buf_p+8(FP), SI
	MOVQ lim+16(FP), R9
	ADDQ SI, R9
	ADDQ refillState_at(R14), SI
	MOVQ refillState_f(R14), R8
	MOVQ refillState_base(R14), DX
	MOVQ refillState_seen(R14), R10
	LEAQ refillState_log(R14), R12
	XORL R11, R11
	MOVL $const_refillWork, R13
	MOVQ R8, BX
	CMPQ refillState_texts(R14), $0
	JEQ  header
	MOVQ refillState_elem(R14), DI
	JMP  element

next: // the field is done
	CMPQ SI, R9
	JA   leave
	ORQ  dfield_one(R8), R10
	ADDQ $dfield__size, R8
	MOVQ R8, BX
	DECQ R13
	JLE  full
header:
	CMPQ SI, R9
	JAE  leave
	LEAQ 8(SI), R15
	CMPQ R15, R9
	JA   tail
	MOVQ (SI), AX
loaded:
	MOVL AX, CX
	ANDL $0xffffff, CX
	CMPL CX, dfield_hdr(R8)
	JNE  other
field:
	MOVQ  dfield_run(R8), CX
	TESTQ CX, CX
	JNZ   run
alone:
	MOVBLZX dfield_code(R8), R15
	CMPL R15, $const_decString
	JAE  above
	CMPL R15, $const_dec4
	JEQ  four
	JA   wide
	CMPL R15, $const_dec1
	JA   two
	JEQ  one

// decBool
	FIELD
bool:
	SHRL $24, AX
	CMPL AX, $1
	SETEQ AX
	MOVB AX, (DI)
	ADDQ $4, SI
	JMP  next
one: // dec1
	FIELD
byte:
	SHRL $24, AX
	MOVB AX, (DI)
	ADDQ $4, SI
	JMP  next
two: // dec2
	FIELD
short:
	SHRQ $24, AX
	ROLW $8, AX
	MOVW AX, (DI)
	ADDQ $5, SI
	JMP  next
four: // dec4
	FIELD
word:
	SHRQ $24, AX
	BSWAPL AX
	MOVL AX, (DI)
	ADDQ $7, SI
	JMP  next
wide:
	FIELD
	CMPL R15, $const_decEnum
	JEQ  enum
long: // dec8
	LEAQ 11(SI), R15
	CMPQ R15, R9
	JA   leave
	MOVQ 3(SI), AX
	BSWAPQ AX
	MOVQ AX, (DI)
	MOVQ R15, SI
	JMP  next
enum: // decEnum
	SHRQ $24, AX
	BSWAPL AX
	MOVLQSX AX, AX
	MOVQ AX, (DI)
	ADDQ $7, SI
	JMP  next

run:
	RUN(alone)
ran:
	MOVQ R8, BX
	MOVL drun_count(CX), R15
	MOVQ drun_after(CX), CX
	SUBQ R15, R13
	JLE  full
	TESTQ CX, CX
	JZ   header
	RUN(header) // which has not been looked at
	JMP  ran

above:
	CMPL R15, $const_decOptString
	JBE  text
	CMPL R15, $const_decOpt8
	JA   nested
	POINTEE
	CMPL R15, $const_decOpt4
	JEQ  word
	JA   long
	CMPL R15, $const_decOpt1
	JEQ  byte
	JA   short
	JMP  bool

text: // decString, decBytes, decOptString
	CMPQ R11, $const_refillLog
	JAE  full
	XORL R15, R15
	CMPB dfield_code(R8), $const_decOptString
	JEQ  optText
	CMPB dfield_code(R8), $const_decBytes
	SETEQ R15
	FIELD
	JMP  length
optText:
	POINTEE
length:
	MOVQ R15, refillEntry_text(R12)
	SHRQ $24, AX
	BSWAPL AX
	CMPQ AX, most+24(FP)
	JA   leave
	LEAQ 7(SI), CX
	LEAQ (CX)(AX*1), SI
	CMPQ SI, R9
	JA   leave
	SUBQ buf_p+8(FP), CX
	SHLQ $const_offBits, AX
	ORQ  CX, AX
	SHLQ $const_howBits, AX
	ORQ  AX, refillEntry_text(R12)
	MOVQ DI, refillEntry_addr(R12)
	ADDQ $refillEntry__size, R12
	INCQ R11
	JMP  next

nested:
	ONCE
	CMPL R15, $const_decStruct
	JA   list
	JEQ  byValue
// decOptStruct
	POINTEE
	JMP  single
byValue: // decStruct
	FIELD
single:
	ADDQ $3, SI
	XORL R15, R15
	MOVL $1, AX
	MOVL $1, CX

// push enters the struct at DI, the first of AX, whose pointer is at R15 in a
// list of pointers; it takes CX levels.
push:
	MOVQ refillState_levels(R14), BX
	CMPQ BX, CX
	JLT  leave
	SUBQ CX, refillState_levels(R14)
	MOVQ refillState_frames(R14), CX
	CMPQ CX, $const_refillFrames
	JAE  leave
	INCQ refillState_frames(R14)
	IMULQ $refillFrame__size, CX
	LEAQ refillState_frame(R14)(CX*1), CX
	MOVQ R8, refillFrame_f(CX)
	MOVQ DX, refillFrame_base(CX)
	MOVQ R10, refillFrame_seen(CX)
	MOVQ BX, refillFrame_levels(CX)
	MOVQ R15, refillFrame_elem(CX)
	MOVQ AX, refillFrame_left(CX)
	MOVQ refillState_p(R14), AX
	MOVQ AX, refillFrame_p(CX)
	MOVQ dfield_sub(R8), CX
	MOVQ CX, refillState_p(R14)
	MOVQ DI, DX
begin:
	MOVQ Program_fields(CX), R8
	MOVQ R8, BX
	XORL R10, R10
	DECQ R13
	JGT  header
	JMP  full

list: // decList
	CMPQ R11, $const_refillLog
	JAE  full
	ADDQ $8, SI
	CMPQ SI, R9
	JA   leave
	MOVQ AX, CX
	SHRQ $32, CX
	BSWAPL CX
	SHRL $24, AX // type of the elements
	MOVQ dfield_off(R8), DI
	ADDQ DX, DI // the slice
	CMPQ (DI), $0
	JEQ  leave
	CMPQ CX, 16(DI)
	JA   leave
	TESTL CX, CX
	JZ   empty
	CMPB AX, dfield_elem(R8)
	JNE  leave
	CMPQ refillState_levels(R14), $0
	JLE  leave
	MOVQ CX, 8(DI)
	MOVQ (DI), DI
	MOVBLZX dfield_list(R8), R15
	CMPL R15, $const_listBytes
	JBE  texts
	CMPL R15, $const_list8
	JBE  numbers
	MOVL CX, AX
	MOVL $2, CX
	CMPL R15, $const_listPointers
	JEQ  pointers
	XORL R15, R15
	JMP  push
pointers:
	MOVQ DI, R15
	MOVQ (DI), DI
	TESTQ DI, DI
	JZ   leave
	JMP  push
empty:
	MOVQ CX, 8(DI)
	JMP  next

numbers: // of a size that the input bounds
	MOVQ SI, AX
	SUBQ buf_p+8(FP), AX
	MOVQ DI, refillEntry_addr(R12)
	MOVQ CX, DI
	SHLQ $const_offBits, DI
	ORQ  DI, AX
	SHLQ $const_howBits, AX
	ORQ  R15, AX
	MOVQ AX, refillEntry_text(R12)
	IMULQ dfield_step(R8), CX
	ADDQ CX, SI
	CMPQ SI, R9
	JA   leave
	ADDQ $refillEntry__size, R12
	INCQ R11
	JMP  next

texts:
	MOVQ CX, refillState_texts(R14)
element: // the text at SI, which the list has at DI
	CMPQ R11, $const_refillLog
	JAE  fullTexts
	DECQ R13
	JLE  fullTexts
	LEAQ 4(SI), CX
	CMPQ CX, R9
	JA   leave
	MOVL (SI), AX
	BSWAPL AX
	CMPQ AX, most+24(FP)
	JA   leave
	LEAQ (CX)(AX*1), SI
	CMPQ SI, R9
	JA   leave
	SUBQ buf_p+8(FP), CX
	SHLQ $const_offBits, AX
	ORQ  CX, AX
	SHLQ $const_howBits, AX
	XORL CX, CX
	CMPB dfield_list(R8), $const_listBytes
	SETEQ CX
	ORQ  CX, AX
	MOVQ DI, refillEntry_addr(R12)
	MOVQ AX, refillEntry_text(R12)
	ADDQ $refillEntry__size, R12
	INCQ R11
	DECQ refillState_texts(R14)
	JZ   next
	ADDQ dfield_step(R8), DI
	JMP  element

other: // a header that was not expected: the low ids are in a table
	TESTB AL, AL
	JZ   bare
	SHRL $8, CX
	ROLW $8, CX
	MOVWLZX CX, CX
	MOVQ refillState_p(R14), DI
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

tail: // fewer than 8 bytes: from those that end the input
	LEAQ -8(R9), DI
	CMPQ DI, buf_p+8(FP)
	JB   leave
	MOVQ (DI), AX
	SUBQ R9, R15
	MOVL R15, CX
	SHLL $3, CX
	SHRQ CX, AX
	JMP  loaded

bare: // the stop field
	MOVQ refillState_p(R14), DI
	MOVQ Program_need(DI), AX
	MOVQ R10, CX
	NOTQ CX
	ANDQ CX, AX
	JNZ  leave
	CMPB Program_union(DI), $0
	JEQ  unseen
	LEAQ -1(R10), AX
	TESTQ AX, R10
	JNZ  leave
unseen: // fields that did not come are reset
	MOVQ Program_all(DI), AX
	ANDQ CX, AX
	JZ   ended
	MOVQ Program_resets(DI), DI
reset:
	BSFQ AX, CX
	SHLQ $5, CX // the size of a resetEntry
	MOVQ resetEntry_Off(DI)(CX*1), R15
	MOVBLZX resetEntry_How(DI)(CX*1), CX
	CMPL CX, $2 // walk.ResetSlice
	JA   number
	CMPQ (DX)(R15*1), $0
	JEQ  was
	CMPQ R11, $const_refillLog
	JAE  full
	ADDQ DX, R15
	ADDL $const_refillNil, CX
	MOVQ R15, refillEntry_addr(R12)
	MOVQ CX, refillEntry_text(R12)
	ADDQ $refillEntry__size, R12
	INCQ R11
was:
	LEAQ -1(AX), CX
	ANDQ CX, AX
	JNZ  reset
ended:
	INCQ SI
	MOVQ refillState_frames(R14), CX
	DECQ CX
	JLT  done
	MOVQ CX, DI
	IMULQ $refillFrame__size, DI
	LEAQ refillState_frame(R14)(DI*1), DI
	MOVQ refillFrame_f(DI), R8
	DECQ refillFrame_left(DI)
	JNZ  more
	MOVQ CX, refillState_frames(R14)
	MOVQ refillFrame_base(DI), DX
	MOVQ refillFrame_seen(DI), R10
	MOVQ refillFrame_levels(DI), AX
	MOVQ refillFrame_p(DI), CX
	MOVQ AX, refillState_levels(R14)
	MOVQ CX, refillState_p(R14)
	JMP  next
more:
	MOVQ dfield_sub(R8), CX
	CMPB dfield_list(R8), $const_listPointers
	JEQ  pointer
	ADDQ dfield_step(R8), DX
	JMP  begin
pointer:
	MOVQ refillFrame_elem(DI), R15
	ADDQ $8, R15
	MOVQ R15, refillFrame_elem(DI)
	MOVQ (R15), DX
	TESTQ DX, DX
	JZ   leave
	JMP  begin

number:
	SUBL $4, CX // walk.Reset2
	JB   number1
	JEQ  number2
	CMPL CX, $2
	JB   number4
	JA   leave // walk.ResetOther
	MOVQ $0, (DX)(R15*1)
	JMP  was
number1:
	MOVB $0, (DX)(R15*1)
	JMP  was
number2:
	MOVW $0, (DX)(R15*1)
	JMP  was
number4:
	MOVL $0, (DX)(R15*1)
	JMP  was

fullTexts:
	MOVQ DI, refillState_elem(R14)
	JMP  save
full:
	MOVQ BX, R8
save:
	MOVL $const_refillFull, AX
	JMP  return
done:
	MOVL $const_refillDone, AX
	JMP  return
leave:
	XORL AX, AX
	XORL R8, R8 // it may be anything
return:
	SUBQ buf_p+8(FP), SI
	MOVQ R8, refillState_f(R14)
	MOVQ DX, refillState_base(R14)
	MOVQ SI, refillState_at(R14)
	MOVQ R10, refillState_seen(R14)
	MOVQ R11, refillState_logged(R14)
	MOVQ AX, ret+32(FP)
	RET
