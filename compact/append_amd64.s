//go:build !purego && !race

#include "textflag.h"
#include "go_asm.h"

// The assembly executor of the ops in op.go, for CPUs with AVX2 and BMI2. The
// Go walker in append.go is its twin, and the place where every fault is found.
//
// An op reads its own fields of the struct at DX and writes at DI, below R9.
// Where anything is out of the ordinary, it leaves with DI and R15 as they
// were at its start: the Go walker then does that op. There is no safepoint in
// here, and only wire bytes are stored.
//
//	SI   the op
//	DX   the struct
//	DI   where the next byte goes
//	R9   the end of dst, or of what one call may write
//	R10  the frame of the struct
//	R12  up to where 66 bytes may be written, perhaps below 0
//	R14  strings left in a list, fields left in a run; 0 between ops
//	R15  id of the last field written, times 16
//	Y14, Y15  ends
//
// Free for every op: AX, BX, CX, R8, R11, R13 and all other vectors.

// A frame is one struct that is being encoded. The stack has room for
// maxFrames of them beside the outermost.
#define frame_op    0  // the op in the struct around it that led here
#define frame_base  8  // the struct around it
#define frame_dst   16 // DI at the start of that op
#define frame_last  24 // R15 at the start of that op
#define frame_elem  32 // in a list: where the pointer to this struct is
#define frame_left  40 // structs that end here: 1, in a list the rest of it, 0 for the outermost
#define frame_deep  48 // levels that may nest below this struct
#define frame__size 56

#define BUDGET 0(SP)  // elements of lists that one call may still do
#define START  8(SP)  // in a list: DI at the start of the op
#define OUTER  16(SP) // the outermost frame

// NEXT goes to the code of the op after this one, DONE after it has written
// something. A tree of branches, since a jump through a table waits for the
// table. The first ones are the most frequent ops.
#define NEXT \
	ADDQ    $op__size, SI \
	MOVBLZX op_code(SI), AX \
	CMPL    AX, $const_opString \
	JB      low \
	JEQ     string \
	CMPL    AX, $const_opOptString \
	JEQ     optString \
	JMP     high
#define DONE \
	MOVWLSX op_last(SI), R15 \
	SHLL    $4, R15 \
	NEXT

// ROOM leaves unless n bytes, as many as the op stores, are left.
#define ROOM(n) \
	LEAQ n(DI), R8 \
	CMPQ R8, R9 \
	JA   leave

// POINTEE sets BX to the pointer in the op's field, or goes to absent.
#define POINTEE \
	MOVL  op_off(SI), AX \
	MOVQ  (DX)(AX*1), BX \
	TESTQ BX, BX \
	JZ    absent

// HEAD sets AX to the field header, or leaves unless that is one byte.
#define HEAD \
	MOVL op_key(SI), AX \
	SUBL R15, AX \
	CMPL AX, $255 \
	JA   leave

// MASKED copies CX bytes, 4 to 64, from R11 to at(DI) without a branch: whole
// words under a mask, then the last 4 bytes. It writes zeros up to at+64(DI).
#define MASKED(at) \
	VMOVD        CX, X2 \
	VPBROADCASTD X2, Y2 \
	VPCMPGTD     Y15, Y2, Y3 \
	VPCMPGTD     Y14, Y2, Y2 \
	VPMASKMOVD   (R11), Y2, Y0 \
	VPMASKMOVD   32(R11), Y3, Y1 \
	MOVL         -4(R11)(CX*1), AX \
	VMOVDQU      Y0, at(DI) \
	VMOVDQU      Y1, (at+32)(DI) \
	MOVL         AX, (at-4)(DI)(CX*1) \
	LEAQ         at(DI)(CX*1), DI

// SPREAD sets R8 to the varint of the value in R8, below 2^56, and CX to 8
// times one less than its length. It uses R11.
#define SPREAD \
	PDEPQ  low7<>(SB), R8, R8 \
	MOVQ   R8, CX \
	ORQ    $1, CX \
	LZCNTQ CX, CX \
	XORL   $63, CX \
	ANDL   $56, CX \
	BZHIQ  CX, more<>(SB), R11 \
	ORQ    R11, R8

// func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (next *op, m int, id int16)
TEXT ·execute(SB), 0, $1864-74
	MOVQ o+0(FP), SI
	MOVQ base_p+8(FP), DX
	MOVQ buf_p+16(FP), DI
	MOVQ n+24(FP), AX
	MOVQ lim+32(FP), R9
	MOVQ depth+40(FP), CX
	MOVWLSX last+48(FP), R15
	SHLL $4, R15
	SUBQ AX, R9
	ADDQ AX, DI
	MOVL $const_maxBytes, R8
	CMPQ R9, R8
	CMOVQGT R8, R9
	ADDQ DI, R9
	MOVL $const_maxFrames, R8
	CMPQ CX, R8
	CMOVQGT R8, CX
	MOVQ $const_maxItems, BUDGET
	LEAQ OUTER, R10
	MOVQ $0, frame_left(R10)
	MOVQ CX, frame_deep(R10)
	XORL R14, R14
	CMPQ ·level(SB), $const_levelGo
	JE   return
	LEAQ -66(R9), R12
	VMOVDQU ends<>(SB), Y14
	VMOVDQU ends<>+32(SB), Y15
	JMP  dispatch

// leave returns to Go before the op at SI, or inside a nested struct before
// the op in the outermost one that led there.
back:
	MOVQ START, DI
leave:
	LEAQ OUTER, AX
	CMPQ R10, AX
	JE   return
	MOVQ (frame__size+frame_op)(AX), SI
	MOVQ (frame__size+frame_dst)(AX), DI
	MOVQ (frame__size+frame_last)(AX), R15
	JMP  return
done:
	XORL SI, SI
return:
	VZEROUPPER
	SUBQ buf_p+16(FP), DI
	SARL $4, R15
	MOVQ SI, next+56(FP)
	MOVQ DI, m+64(FP)
	MOVW R15, id+72(FP)
	RET

absent:
	CMPB op_must(SI), $0
	JNE  leave
	NEXT

dispatch:
	MOVBLZX op_code(SI), AX
	CMPL AX, $const_opString
	JB   low
	JEQ  string
	CMPL AX, $const_opOptString
	JEQ  optString
high:
	CMPL AX, $const_opOptDouble
	JA   nested
	JEQ  optDouble
	CMPL AX, $const_opOpt4
	JEQ  opt4
	JA   opt8
	CMPL AX, $const_opOptBool
	JEQ  optBool
	JB   optBytes
	CMPL AX, $const_opOpt1
	JEQ  opt1
	JMP  opt2
nested:
	CMPL AX, $const_opOptStruct
	JEQ  optStruct
	JB   struct
	CMPL AX, $const_opListText
	JEQ  listText
	CMPL AX, $const_opListStruct
	JEQ  listStruct
	JMP  leave // the op has no code here
low:
	CMPL AX, $const_opRunDouble
	JB   lower
	JEQ  runDouble
	CMPL AX, $const_op1
	JEQ  i1
	JB   bool
	JMP  i2
lower:
	CMPL AX, $const_opRun4
	JEQ  run4
	JA   run8

// opStop
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
ended:
	MOVQ frame_left(R10), CX
	DECQ CX
	JGT  more
	JLT  done
	MOVQ frame_op(R10), SI
	MOVQ frame_base(R10), DX
	SUBQ $frame__size, R10
	DONE
more:
	MOVQ CX, frame_left(R10)
	MOVQ frame_elem(R10), BX
	ADDQ $8, BX
elem: // the struct of a list that the pointer at BX points to
	MOVQ BX, frame_elem(R10)
	MOVQ (BX), DX
	TESTQ DX, DX
	JZ   empty
	XORL R15, R15
	MOVQ frame_op(R10), SI
	MOVQ op_sub(SI), SI
	MOVQ Program_ops(SI), SI
	JMP  dispatch
empty: // nil is a struct without fields
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
	JMP  ended

struct: // opStruct
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
	JMP  enter
optStruct: // opOptStruct
	POINTEE
enter: // the struct at BX
	ROOM(1)
	HEAD
	MOVQ frame_deep(R10), CX
	DECQ CX
	JLT  leave
	ADDQ $frame__size, R10
	MOVQ CX, frame_deep(R10)
	MOVQ SI, frame_op(R10)
	MOVQ DX, frame_base(R10)
	MOVQ DI, frame_dst(R10)
	MOVQ R15, frame_last(R10)
	MOVQ $1, frame_left(R10)
	MOVB AX, (DI)
	INCQ DI
	XORL R15, R15
	MOVQ BX, DX
	MOVQ op_sub(SI), SI
	MOVQ Program_ops(SI), SI
	JMP  dispatch

// LISTHEAD writes the headers of the field and of its list at BX with CX
// elements, and goes to none when there are none. Sizes from 15 on go by long,
// which comes back to begin.
#define LISTHEAD(long, begin, none) \
	MOVL    op_off(SI), AX \
	MOVQ    (DX)(AX*1), BX \
	MOVQ    8(DX)(AX*1), CX \
	ROOM(4) \
	HEAD \
	SUBQ    CX, BUDGET \
	JLT     leave \
	MOVQ    DI, START \
	CMPQ    CX, $const_shortList \
	JAE     long \
	MOVL    CX, R8 \
	SHLL    $4, R8 \
	ORB     op_elem(SI), R8 \
	SHLL    $8, R8 \
	ORL     R8, AX \
	MOVW    AX, (DI) \
	ADDQ    $2, DI \
	TESTQ   CX, CX \
	JZ      none \
begin:

// LONGHEAD writes the headers of LISTHEAD for 15 to 2^14-1 elements.
#define LONGHEAD(begin) \
	MOVBLZX op_elem(SI), R8 \
	ORL     $0xf0, R8 \
	SHLL    $8, R8 \
	ORL     R8, AX \
	MOVW    AX, (DI) \
	MOVB    CX, 2(DI) \
	ADDQ    $3, DI \
	CMPQ    CX, $128 \
	JB      begin \
	ORB     $0x80, -1(DI) \
	MOVL    CX, AX \
	SHRL    $7, AX \
	MOVB    AX, (DI) \
	INCQ    DI \
	JMP     begin

listStruct: // opListStruct
	LISTHEAD(longStructs, structs, noElems)
	MOVQ frame_deep(R10), R8
	SUBQ $2, R8
	JLT  back
	MOVQ START, AX
	ADDQ $frame__size, R10
	MOVQ R8, frame_deep(R10)
	MOVQ SI, frame_op(R10)
	MOVQ DX, frame_base(R10)
	MOVQ AX, frame_dst(R10)
	MOVQ R15, frame_last(R10)
	MOVQ CX, frame_left(R10)
	JMP  elem
longStructs:
	LONGHEAD(structs)
noElems:
	DONE

listText: // opListText
	LISTHEAD(longTexts, texts, noElems)
	CMPQ frame_deep(R10), $0
	JLE  back
	MOVQ CX, R14
text: // the string at BX
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	CMPQ DI, R12
	JGT  anyText
	LEAQ -4(CX), AX
	CMPQ AX, $60
	JA   anyText
	MOVB CX, (DI)
	MASKED(1)
	ADDQ $16, BX
	DECQ R14
	JNZ  text
	DONE
anyText:
	LEAQ 16(DI)(CX*1), R8
	CMPQ R8, R9
	JA   backText
	CMPQ CX, $0x4000
	JAE  backText
	JMP  length
backText:
	JMP  back
longTexts:
	LONGHEAD(texts)

optBytes: // opOptBytes
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
	TESTQ R11, R11
	JNZ  field
	NEXT
optString: // opOptString
	POINTEE
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	JMP  field
string: // opString
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
field: // whose string is at R11, CX bytes
	HEAD
	CMPQ DI, R12
	JGT  anyField
	LEAQ -4(CX), R8
	CMPQ R8, $60
	JA   anyField
	MOVL CX, R8
	SHLL $8, R8
	ORL  R8, AX
	MOVW AX, (DI)
	MASKED(2)
	DONE
anyField:
	LEAQ 16(DI)(CX*1), R8
	CMPQ R8, R9
	JA   leave
	CMPQ CX, $0x4000
	JAE  leave
	MOVB AX, (DI)
	INCQ DI
length: // and the string itself
	MOVB CX, (DI)
	INCQ DI
	CMPQ CX, $128
	JB   copy
	ORB  $0x80, -1(DI)
	MOVL CX, AX
	SHRL $7, AX
	MOVB AX, (DI)
	INCQ DI

// copy copies CX bytes from R11 to DI, and reads and writes nothing else, by
// moves that overlap.
copy:
	CMPQ CX, $4
	JB   below4
	CMPQ CX, $16
	JB   below16
	CMPQ CX, $64
	JA   long
	LEAQ -16(CX), AX
	MOVL $16, R8
	CMPQ AX, R8
	CMOVQCS AX, R8
	VMOVDQU (R11), X0
	VMOVDQU (R11)(AX*1), X3
	VMOVDQU (R11)(R8*1), X1
	VMOVDQU X0, (DI)
	VMOVDQU X3, (DI)(AX*1)
	VMOVDQU X1, (DI)(R8*1)
	SUBQ R8, AX
	VMOVDQU (R11)(AX*1), X2
	VMOVDQU X2, (DI)(AX*1)
	ADDQ CX, DI
	JMP  copied
below16:
	CMPQ CX, $8
	JB   below8
	MOVQ (R11), AX
	MOVQ -8(R11)(CX*1), R8
	MOVQ AX, (DI)
	MOVQ R8, -8(DI)(CX*1)
	ADDQ CX, DI
	JMP  copied
below8:
	MOVL (R11), AX
	MOVL -4(R11)(CX*1), R8
	MOVL AX, (DI)
	MOVL R8, -4(DI)(CX*1)
	ADDQ CX, DI
	JMP  copied
below4:
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
long:
	LEAQ (DI)(CX*1), R8
	VMOVDQU -64(R11)(CX*1), Y2
	VMOVDQU -32(R11)(CX*1), Y3
long64:
	VMOVDQU (R11), Y0
	VMOVDQU 32(R11), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	ADDQ $64, R11
	ADDQ $64, DI
	SUBQ $64, CX
	CMPQ CX, $64
	JA   long64
	VMOVDQU Y2, -64(R8)
	VMOVDQU Y3, -32(R8)
	MOVQ R8, DI
copied:
	TESTQ R14, R14
	JZ   doneOp
	ADDQ $16, BX
	DECQ R14
	JNZ  text
doneOp:
	DONE

optBool: // opOptBool
	POINTEE
	JMP  boolAt
bool: // opBool
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
boolAt:
	ROOM(1)
	HEAD
	MOVBLZX (BX), R8
	XORL $1, R8
	LEAL (R8)(R8*2), R8
	XORL R8, AX // true is 1, false is 2
	MOVB AX, (DI)
	INCQ DI
	DONE

opt1: // opOpt1
	POINTEE
	JMP  i1At
i1: // op1
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
i1At:
	ROOM(2)
	HEAD
	MOVBLZX (BX), R8
	SHLL $8, R8
	ORL  R8, AX
	MOVW AX, (DI)
	ADDQ $2, DI
	DONE

opt2: // opOpt2
	POINTEE
	JMP  i2At
i2: // op2
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
i2At:
	ROOM(8)
	HEAD
	MOVWLSX (BX), R8
	MOVL $1, R14
	JMP  put32
opt4: // opOpt4
	POINTEE
	ROOM(8)
	HEAD
	MOVL (BX), R8
	MOVL $1, R14
	JMP  put32

// RUN leaves unless there is room for the run; its entries are R14 at BX. AX is
// the header of the first.
#define RUN \
	MOVQ op_run(SI), R11 \
	MOVQ run_most(R11), R8 \
	ADDQ DI, R8 \
	CMPQ R8, R9 \
	JA   leave \
	HEAD \
	MOVQ run_fields(R11), BX \
	MOVQ (run_fields+8)(R11), R14

run4: // opRun4: first the enums, which must have an i32's value
	MOVQ op_run(SI), R11
	MOVQ (run_enums+8)(R11), CX
	TESTQ CX, CX
	JZ   checked
	MOVQ run_enums(R11), BX
check:
	MOVL entry_off(BX), AX
	MOVQ (DX)(AX*1), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  check
checked:
	RUN
	JMP  first4
next4:
	MOVBLZX (entry_head+header_word)(BX), AX
first4:
	MOVL entry_off(BX), CX
	MOVL (DX)(CX*1), R8
put32: // header AX, value R8
	LEAL (R8)(R8*1), CX
	SARL $31, R8
	XORL CX, R8
	CMPL R8, $0x80
	JB   tiny
	SPREAD
	SHLQ $8, R8
	ORQ  AX, R8
	MOVQ R8, (DI)
	SHRL $3, CX
	LEAQ 2(DI)(CX*1), DI
	ADDQ $entry__size, BX
	DECQ R14
	JNZ  next4
	DONE
tiny: // one byte
	SHLL $8, R8
	ORL  AX, R8
	MOVW R8, (DI)
	ADDQ $2, DI
	ADDQ $entry__size, BX
	DECQ R14
	JNZ  next4
	DONE

opt8: // opOpt8
	POINTEE
	ROOM(16)
	HEAD
	MOVQ (BX), R8
	MOVL $1, R14
	JMP  put64
run8: // opRun8
	RUN
	JMP  first8
next8:
	MOVBLZX (entry_head+header_word)(BX), AX
first8:
	MOVL entry_off(BX), CX
	MOVQ (DX)(CX*1), R8
put64: // header AX, value R8
	LEAQ (R8)(R8*1), CX
	SARQ $63, R8
	XORQ CX, R8
	MOVQ R8, CX
	SHRQ $49, CX
	JNZ  large
	SPREAD
	SHLQ $8, R8
	ORQ  AX, R8
	MOVQ R8, (DI)
	SHRL $3, CX
	LEAQ 2(DI)(CX*1), DI
end8:
	ADDQ $entry__size, BX
	DECQ R14
	JNZ  next8
	DONE
large: // 8 to 10 bytes
	MOVB AX, (DI)
	MOVQ R8, AX
	SPREAD
	SHRQ $56, AX
	JNZ  larger
	MOVQ R8, 1(DI)
	ADDQ $9, DI
	JMP  end8
larger: // 56 bits, then the last 8: SPREAD left the 8th byte without a mark
	MOVQ more<>(SB), R11
	ORQ  R11, R8
	MOVQ R8, 1(DI)
	MOVL AX, CX
	SHRL $7, CX // 1 when they take two bytes
	MOVB AX, 9(DI)
	MOVB CX, 10(DI)
	LEAQ 10(DI)(CX*1), DI
	JMP  end8

optDouble: // opOptDouble
	POINTEE
	ROOM(9)
	HEAD
	MOVQ (BX), R8
	MOVL $1, R14
	JMP  put8
runDouble: // opRunDouble
	RUN
	JMP  firstDouble
nextDouble:
	MOVBLZX (entry_head+header_word)(BX), AX
firstDouble:
	MOVL entry_off(BX), CX
	MOVQ (DX)(CX*1), R8
put8:
	MOVB AX, (DI)
	MOVQ R8, 1(DI)
	ADDQ $9, DI
	ADDQ $entry__size, BX
	DECQ R14
	JNZ  nextDouble
	DONE

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
