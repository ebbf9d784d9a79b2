//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"
#include "varint_amd64.h"

// The assembly of decoding into used memory: see refill.go. decodeStruct is
// its twin: where anything is out of the ordinary, refill gives up, and Go
// decodes from the start.
//
//	R14  the state
//	R8   the field
//	BX   the field that was expected; in a list of numbers those that are left
//	SI   where the header is, or the element
//	R9   the end of the input
//	DX   the struct
//	R10  presence bits
//	R11  entries of the log
//	R12  the next entry
//	R13  fields, structs and texts that one call may still do
//	AX   8 bytes of the input, from behind the header on
//	CX   the header

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

// DONE goes on behind a value of R15 bytes. ONCE gives up where the field
// came before.
#define DONE \
	LEAQ 1(SI)(R15*1), SI \
	JMP  next
#define ONCE \
	TESTQ dfield_one(R8), R10 \
	JNZ   leave

// ELEMENT sets AX to the 8 bytes at SI.
#define ELEMENT \
	LEAQ 8(SI), R15 \
	CMPQ R15, R9 \
	JA   leave \
	MOVQ (SI), AX

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
	MOVBLZX (SI), CX
	LEAQ 9(SI), R15
	CMPQ R15, R9
	JA   tail
	MOVQ 1(SI), AX
loaded:
	CMPW CX, dfield_hdr(R8)
	JNE  other
field:
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
	ANDL $0xf, CX
	CMPL CX, $const_TypeTrue
	SETEQ CX
	MOVB CX, (DI)
	INCQ SI
	JMP  next
one: // dec1
	FIELD
byte:
	MOVB AX, (DI)
	ADDQ $2, SI
	JMP  next
two: // dec2
	FIELD
short:
	I16
	MOVW AX, (DI)
	DONE
four: // dec4
	FIELD
word:
	I32
	MOVL AX, (DI)
	DONE
wide:
	FIELD
	CMPL R15, $const_decDouble
	JEQ  double
	JA   enum
long: // dec8
	I64
	MOVQ AX, (DI)
	DONE
double: // decDouble
	MOVQ AX, (DI)
	ADDQ $9, SI
	JMP  next
enum: // decEnum
	I32
	MOVLQSX AX, AX
	MOVQ AX, (DI)
	DONE

above:
	CMPL R15, $const_decOptString
	JBE  text
	CMPL R15, $const_decOptDouble
	JA   nested
	POINTEE
	CMPL R15, $const_decOpt4
	JEQ  word
	JA   optLong
	CMPL R15, $const_decOpt1
	JEQ  byte
	JA   short
	JMP  bool
optLong:
	CMPL R15, $const_decOpt8
	JEQ  long
	JMP  double

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
	TESTB $0x80, AL
	JNZ  far
	MOVBLZX AL, AX
	LEAQ 2(SI), CX
	JMP  bytes
far:
	VARINT(0x8080808080)
	LEAQ 1(SI)(R15*1), CX
bytes:
	CMPQ AX, most+24(FP)
	JA   leave
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
	INCQ SI
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
	MOVBLZX AL, DI
	MOVL DI, CX
	ANDL $0xf, DI // type of the elements
	SHRL $4, CX
	ADDQ $2, SI
	CMPL CX, $const_longForm
	JNE  sized
	SHRQ $8, AX
	MOVBLZX AL, CX
	INCQ SI
	TESTB AL, AL
	JGE  sized
	SHRL $8, AX
	TESTB AL, AL
	JLT  leave
	INCQ SI
	ANDL $0x7f, CX
	MOVBLZX AL, AX
	SHLL $7, AX
	ORL  AX, CX
sized:
	CMPQ SI, R9
	JA   leave
	MOVQ dfield_off(R8), AX
	ADDQ DX, AX // the slice
	CMPQ (AX), $0
	JEQ  leave
	CMPQ CX, 16(AX)
	JA   leave
	TESTL CX, CX
	JZ   empty
	MOVBLZX dfield_elem(R8), R15
	CMPL DI, R15
	JEQ  alike
	CMPL DI, $const_TypeFalse
	JNE  leave
	CMPL R15, $const_TypeBool
	JNE  leave
alike:
	CMPQ refillState_levels(R14), $0
	JLE  leave
	MOVQ CX, 8(AX)
	MOVQ (AX), DI
	MOVBLZX dfield_list(R8), R15
	CMPL R15, $const_listBytes
	JBE  flat
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
	MOVQ CX, 8(AX)
	JMP  next

flat:
	CMPL R15, $const_listStrings
	JAE  texts
	CMPL CX, $const_refillList
	JA   leave
	MOVL CX, BX
	SHRL $4, CX
	SUBQ CX, R13 // a number is less work than a field
	CMPL R15, $const_list4
	JEQ  words
	JB   narrow
	CMPL R15, $const_list8
	JEQ  longs
doubles:
	ELEMENT
	MOVQ AX, (DI)
	ADDQ $8, SI
	ADDQ $8, DI
	DECQ BX
	JNZ  doubles
	JMP  next
longs:
	ELEMENT
	I64
	MOVQ AX, (DI)
	ADDQ R15, SI
	ADDQ $8, DI
	DECQ BX
	JNZ  longs
	JMP  next
words:
	ELEMENT
	I32
	MOVL AX, (DI)
	ADDQ R15, SI
	ADDQ $4, DI
	DECQ BX
	JNZ  words
	JMP  next
narrow:
	CMPL R15, $const_list2
	JEQ  shorts
	LEAQ (SI)(BX*1), AX
	CMPQ AX, R9
	JA   leave
	CMPL R15, $const_list1
	JEQ  octets
bools:
	XORL AX, AX
	CMPB (SI), $const_TypeTrue
	SETEQ AX
	MOVB AX, (DI)
	INCQ SI
	INCQ DI
	DECQ BX
	JNZ  bools
	JMP  next
octets:
	MOVBLZX (SI), AX
	MOVB AX, (DI)
	INCQ SI
	INCQ DI
	DECQ BX
	JNZ  octets
	JMP  next
shorts:
	ELEMENT
	I16
	MOVW AX, (DI)
	ADDQ R15, SI
	ADDQ $2, DI
	DECQ BX
	JNZ  shorts
	JMP  next

texts:
	MOVQ CX, refillState_texts(R14)
element: // the text at SI, which the list has at DI
	CMPQ R11, $const_refillLog
	JAE  fullTexts
	DECQ R13
	JLE  fullTexts
	LEAQ 2(SI), CX
	CMPQ CX, R9
	JA   lastText
	MOVBLZX (SI), AX
	INCQ SI
	TESTB AX, AX
	JGE  textAt
	MOVBLZX (SI), CX
	TESTB CX, CX
	JLT  leave
	INCQ SI
	ANDL $0x7f, AX
	SHLL $7, CX
	ORL  CX, AX
	JMP  textAt
lastText: // one byte at most: that of no text
	CMPQ SI, R9
	JAE  leave
	MOVBLZX (SI), AX
	INCQ SI
	TESTL AX, AX
	JNZ  leave
textAt:
	CMPQ AX, most+24(FP)
	JA   leave
	MOVQ SI, CX
	ADDQ AX, SI
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

other: // the other form of a bool, or not expected: the low ids are in a table
	CMPW CX, dfield_alt(R8)
	JEQ  field
	MOVL CX, R15
	SHRL $4, R15
	JZ   bare
	MOVWLSX dfield_prev(R8), R8
	ADDL R15, R8
lookup: // the field of id R8, which may be below 0
	MOVL R8, R8
	MOVQ refillState_p(R14), DI
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
	JMP  leave

tail: // fewer than 8 bytes behind the header: from those that end the input
	LEAQ -8(R9), DI
	CMPQ DI, buf_p+8(FP)
	JB   leave
	MOVQ (DI), AX
	SUBQ R9, R15
	SHLL $3, R15
	CMPL R15, $64
	JEQ  none
	SHRXQ R15, AX, AX
	JMP  loaded
none:
	XORL AX, AX
	JMP  loaded

spelled: // the long form: the id follows
	CMPQ R11, $const_refillLog
	JAE  full
	MOVL CX, DI
	I16
	MOVL AX, R8
	MOVL DI, CX
	ADDQ R15, SI
	LEAQ 9(SI), R15
	CMPQ R15, R9
	JA   leave
	MOVQ 1(SI), AX
	JMP  lookup

bare: // the stop field, or the long form
	TESTL CX, CX
	JNZ  spelled
	MOVQ refillState_p(R14), DI
	MOVQ Program_need(DI), AX
	ANDNQ AX, R10, AX
	JNZ  leave
	CMPB Program_union(DI), $0
	JEQ  unseen
	POPCNTQ R10, AX
	CMPQ AX, $1
	JA   leave
unseen: // fields that did not come are reset
	MOVQ Program_all(DI), AX
	ANDNQ AX, R10, AX
	JZ   ended
	MOVQ Program_resets(DI), DI
reset:
	TZCNTQ AX, CX
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
	BLSRQ AX, AX
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
