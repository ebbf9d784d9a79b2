//go:build !purego && !race && !thriftcheck

#include "textflag.h"
#include "go_asm.h"

// The assembly executor of the ops in op.go. The Go walker in append.go is its
// twin, and the place where every fault is found. It needs AVX2, BMI2 and LZCNT.
//
// An op reads its own fields of the struct at DX and writes at DI, below R9.
// Where anything is out of the ordinary, it leaves with DI and R15 as they
// were at its start: the Go walker then does that op. So a field header, which
// may take 4 bytes and moves DI, is written when nothing can go wrong any more.
// There is no safepoint in here, and only wire bytes are stored.
//
//	SI   the op
//	DX   the struct
//	DI   where the next byte goes
//	R9   the end of dst, or of what one call may write
//	R10  the frame of the struct
//	R12  up to where 69 bytes may be written, perhaps below 0
//	R13  masks
//	R14  strings or numbers left in a list, fields left in a run; 0 between ops
//	R15  id of the last field written, times 16
//
// Free for every op: AX, BX, CX, R8, R11 and all vectors.

// A frame is one struct that is being encoded. The stack has room for
// maxFrames of them beside the outermost.
#define frame_op    0  // the op in the struct around it that led here
#define frame_base  8  // the struct around it
#define frame_dst   16 // DI at the start of that op
#define frame_last  24 // R15 at the start of that op
#define frame_elem  32 // in a list: where the pointer to this struct is, or this struct
#define frame_left  40 // structs that end here: 1, in a list the rest of it, 0 for the outermost
#define frame_deep  48 // levels that may nest below this struct
#define frame__size 56

#define BUDGET 0(SP)  // structs, by their cost, and elements of lists that one call may still do
#define START  8(SP)  // in a list: DI at the start of the op
#define OUTER  16(SP) // the outermost frame

// NEXT goes to the code of the op after this one by a tree of branches, which
// predictors do better on than on a jump through a table. DONE does after
// something was written, OPCODE is the begin of that, where one op is likely to
// come.
#define OPCODE \
	MOVL    op_done(SI), R15 \
	ADDQ    $op__size, SI \
	MOVBLZX op_code(SI), AX
#define DONE \
	OPCODE \
	JMP tree
#define NEXT \
	ADDQ    $op__size, SI \
	MOVBLZX op_code(SI), AX \
	JMP     tree

// ROOM leaves unless n bytes are left, as many as the op stores after a header
// of 4 bytes.
#define ROOM(n) \
	LEAQ (n+4)(DI), R8 \
	CMPQ R8, R9 \
	JA   leave

// POINTEE sets BX to the pointer in the op's field, or goes to absent.
#define POINTEE(absent) \
	MOVL  op_off(SI), AX \
	MOVQ  (DX)(AX*1), BX \
	TESTQ BX, BX \
	JZ    absent

// HEAD sets AX to the field header, or to the last byte of a long one, of which
// LONG_HEAD writes those before.
#define HEAD(tmp, long, short) \
	MOVL op_key(SI), AX \
	HEAD_OF(tmp, long, short)
#define HEAD_OF(tmp, long, short) \
	SUBL R15, AX \
	LEAL -16(AX), tmp \
	CMPL tmp, $239 \
	JA   long \
short:
#define LONG_HEAD(long, short) \
long: \
	CALL longHead<>(SB) \
	JMP  short

// SHORT goes to any unless CX is 4 to 64 and there is room for the widest
// stores. MASKED then copies CX bytes from R11 to at(DI) without a branch:
// whole words under a mask, then the last 4 bytes. It writes zeros up to
// at+64(DI).
#define SHORT(any) \
	CMPQ DI, R12 \
	JGT  any \
	LEAQ -4(CX), R8 \
	CMPQ R8, $60 \
	JA   any
#define MASKED(at) \
	SHRL       $2, R8 \
	SHLL       $6, R8 \
	VMOVDQU    (R13)(R8*1), Y2 \
	VMOVDQU    32(R13)(R8*1), Y3 \
	VPMASKMOVD (R11), Y2, Y0 \
	VPMASKMOVD 32(R11), Y3, Y1 \
	MOVL       -4(R11)(CX*1), AX \
	VMOVDQU    Y0, at(DI) \
	VMOVDQU    Y1, (at+32)(DI) \
	MOVL       AX, (at-4)(DI)(CX*1) \
	LEAQ       at(DI)(CX*1), DI

// FIELD writes the field whose string is at R11, CX bytes.
#define FIELD(long, short) \
	SHORT(anyField) \
	HEAD(BX, long, short) \
	MOVL CX, BX \
	SHLL $8, BX \
	ORL  BX, AX \
	MOVW AX, (DI) \
	MASKED(2)

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

// LIST sets BX and CX to the list in the op's field; when that is nil it goes
// to nil, which comes back to begin unless the field is left out. It makes sure
// of room and levels, writes the headers and goes to doneOp when there are no
// elements. LIST_REST is what is rare in it.
#define LIST(deep, nil, begin, long, short, many, some) \
	MOVL  op_off(SI), AX \
	MOVQ  (DX)(AX*1), BX \
	MOVQ  8(DX)(AX*1), CX \
	TESTQ BX, BX \
	JZ    nil \
begin: \
	ROOM(4) \
	MOVQ  frame_deep(R10), R11 \
	SUBQ  $deep, R11 \
	JLT   leave \
	SUBQ  CX, BUDGET \
	JLT   leave \
	MOVQ  DI, START \
	HEAD(R8, long, short) \
	CMPQ  CX, $const_shortList \
	JAE   many \
	MOVL  CX, R8 \
	SHLL  $4, R8 \
	ORB   op_elem(SI), R8 \
	SHLL  $8, R8 \
	ORL   R8, AX \
	MOVW  AX, (DI) \
	ADDQ  $2, DI \
	TESTQ CX, CX \
	JZ    doneOp \
some:
#define LIST_REST(nil, begin, long, short, many, some) \
nil: \
	CMPB op_omit(SI), $0 \
	JNE  nextOp \
	XORL CX, CX \
	JMP  begin \
	LONG_HEAD(long, short) \
many: \
	MOVBLZX op_elem(SI), R8 \
	ORL     $0xf0, R8 \
	SHLL    $8, R8 \
	ORL     R8, AX \
	MOVW    AX, (DI) \
	MOVB    CX, 2(DI) \
	ADDQ    $3, DI \
	CMPQ    CX, $128 \
	JB      some \
	ORB     $0x80, -1(DI) \
	MOVL    CX, AX \
	SHRL    $7, AX \
	MOVB    AX, (DI) \
	INCQ    DI \
	JMP     some

// func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (next *op, m int, id int16, far int)
TEXT ·execute(SB), 0, $1864-88
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
	LEAQ ·masks(SB), R13
	LEAQ -69(R9), R12
	CMPQ ·level(SB), $const_levelGo
	JNE  dispatch
	JMP  return // no assembly at all, in tests

// leave returns to Go before the op at SI, or inside a nested struct before
// the op in the outermost one that led there. back is leave in a list.
back:
	MOVQ DI, R8
	MOVQ START, DI
	JMP  left
leave:
	MOVQ DI, R8
left:
	SUBQ buf_p+16(FP), R8
	MOVQ R8, far+80(FP)
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
nextOp:
	ADDQ $op__size, SI
dispatch:
	MOVBLZX op_code(SI), AX
tree:
	CMPL AX, $const_opString
	JEQ  string
	JB   low
high:
	CMPL AX, $const_opOptString
	JEQ  optString
	CMPL AX, $const_opStruct
	JAE  nested
	CMPL AX, $const_opOpt4
	JEQ  opt4
	JB   small
	CMPL AX, $const_opOpt8
	JEQ  opt8
	CMPL AX, $const_opOptDouble
	JEQ  optDouble
	JMP  optEnum
small:
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
	CMPL AX, $const_opListStruct
	JEQ  listStruct
	JB   listText
	CMPL AX, $const_opListVarint
	JEQ  listVarint
	JB   listValue
	CMPL AX, $const_opUUID
	JEQ  uuid
	JB   listRaw
	CMPL AX, $const_opUnknown
	JEQ  unknown
	JB   union
	JMP  leave // the op has no code here
low:
	CMPL AX, $const_opRun4
	JEQ  run4
	JB   stop
	CMPL AX, $const_opRunDouble
	JB   run8
	JEQ  runDouble
	CMPL AX, $const_op1
	JEQ  i1
	JB   bool
	JMP  i2

stop: // opStop
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
ended: // a struct, of which frame_left are left with this one
	MOVQ frame_left(R10), CX
	DECQ CX
	JLE  last
	// the next one of a list
	MOVQ CX, frame_left(R10)
	MOVQ frame_elem(R10), BX
	MOVQ frame_op(R10), SI
	CMPB op_code(SI), $const_opListValue
	JEQ  value
	ADDQ $8, BX
	MOVQ BX, frame_elem(R10)
elem: // the struct that the pointer at BX points to
	MOVQ (BX), DX
	TESTQ DX, DX
	JZ   empty
inner:
	MOVWLZX op_cost(SI), AX
	SUBQ AX, BUDGET
	JLT  leave
	XORL R15, R15
	MOVQ op_first(SI), SI
	MOVBLZX op_code(SI), AX
	CMPL AX, $const_opString
	JB   low
	JNE  high

// A string is often followed by an optional one, and that by numbers.
string: // opString
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
	FIELD(longString, shortString)
	OPCODE
	TESTL AX, AX
	JZ   stop
	CMPL AX, $const_opOptString
	JNE  tree
optString: // opOptString
	POINTEE(absent)
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	FIELD(longOptString, shortOptString)
	OPCODE
	CMPL AX, $const_opRun4
	JNE  tree

// RUN leaves unless there is room for the run; its entries are R14 at BX. AX is
// the header of the first.
#define RUN(long, short) \
	MOVL op_most(SI), R8 \
	ADDQ DI, R8 \
	CMPQ R8, R9 \
	JA   leave \
	HEAD(R8, long, short) \
	MOVQ op_run(SI), R11 \
	MOVQ run_fields(R11), BX \
	MOVQ (run_fields+8)(R11), R14

run4: // opRun4: first the enums, which must have an i32's value
	MOVBLZX op_enums(SI), CX
	TESTL CX, CX
	JZ   checked
	MOVL op_enum(SI), AX
	MOVQ (DX)(AX*1), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	DECL CX
	JNZ  enums
checked:
	RUN(longRun4, shortRun4)
	JMP  first4
next4:
	MOVBLZX (entry_head+header_word)(BX), AX
first4:
	MOVL entry_off(BX), CX
	MOVL (DX)(CX*1), R8
	ADDQ $entry__size, BX
put32: // header AX, value R8
	LEAL (R8)(R8*1), CX
	SARL $31, R8
	XORL CX, R8
	CMPL R8, $0x4000
	JB   little
	SPREAD
	SHLQ $8, R8
	ORQ  AX, R8
	MOVQ R8, (DI)
	SHRL $3, CX
	LEAQ 2(DI)(CX*1), DI
	DECQ R14
	JNZ  next4
	DONE
little: // one or two bytes
	CMPL R8, $0x80
	JB   tiny
	PDEPL low7<>(SB), R8, R8
	ORL  $0x80, R8
	SHLL $8, R8
	ORL  AX, R8
	MOVL R8, (DI)
	ADDQ $3, DI
	DECQ R14
	JNZ  next4
	DONE
tiny:
	SHLL $8, R8
	ORL  AX, R8
	MOVW R8, (DI)
	ADDQ $2, DI
	DECQ R14
	JNZ  next4
	DONE

opt4: // opOpt4
	POINTEE(absent)
	ROOM(8)
	HEAD(R8, longOpt4, shortOpt4)
	MOVL (BX), R8
	MOVL $1, R14
	JMP  put32

opt8: // opOpt8
	POINTEE(absent)
	ROOM(16)
	HEAD(R8, longOpt8, shortOpt8)
	MOVQ (BX), R8
	MOVL $1, R14
	JMP  put64
run8: // opRun8
	RUN(longRun8, shortRun8)
	JMP  first8
next8:
	MOVBLZX (entry_head+header_word)(BX), AX
first8:
	MOVL entry_off(BX), CX
	MOVQ (DX)(CX*1), R8
	ADDQ $entry__size, BX
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
	DECQ R14
	JNZ  next8
	DONE
larger: // 56 bits, then the last 8: SPREAD left the 8th byte without a mark
	MOVQ more<>(SB), R11
	ORQ  R11, R8
	MOVQ R8, 1(DI)
	MOVL AX, CX
	SHRL $7, CX // 1 when they take two bytes
	MOVB AX, 9(DI)
	MOVB CX, 10(DI)
	LEAQ 10(DI)(CX*1), DI
	DECQ R14
	JNZ  next8
	DONE

listText: // opListText
	LIST(1, nilText, texts, longText, shortText, manyTexts, someTexts)
	MOVQ CX, R14
text: // the string at BX
	MOVQ (BX), R11
	MOVQ 8(BX), CX
	SHORT(anyText)
	MOVB CX, (DI)
	MASKED(1)
	MOVL op_size(SI), AX
	ADDQ AX, BX
	DECQ R14
	JNZ  text
	DONE

last: // struct of a list, or the only one
	JLT  done
	MOVQ frame_op(R10), SI
	MOVQ frame_base(R10), DX
	SUBQ $frame__size, R10
	DONE
empty: // nil is a struct without fields
	CMPQ DI, R9
	JAE  leave
	MOVB $0, (DI)
	INCQ DI
	JMP  ended
value: // the next one of a list of structs by value
	MOVL op_size(SI), AX
	ADDQ AX, BX
	MOVQ BX, frame_elem(R10)
	MOVQ BX, DX
	JMP  inner

struct: // opStruct
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
	JMP  enter
optStruct: // opOptStruct
	POINTEE(absent)
enter: // the struct at BX
	ROOM(1)
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
	HEAD(R8, longEnter, shortEnter)
	MOVB AX, (DI)
	INCQ DI
	MOVQ BX, DX
	JMP  inner

// PARTS leaves a list of many structs to the walker, which brings it here part
// by part: else all of it would be in vain where it is too long for one call.
#define PARTS(few) \
	MOVL op_off(SI), AX \
	CMPQ 8(DX)(AX*1), $const_batchSize \
	JBE  few \
	LEAQ OUTER, R8 \
	CMPQ R10, R8 \
	JEQ  leave \
few:

// FRAME makes the frame of the structs in the list at BX, CX of them.
#define FRAME \
	MOVQ frame_deep(R10), R8 \
	SUBQ $2, R8 \
	MOVQ START, AX \
	ADDQ $frame__size, R10 \
	MOVQ R8, frame_deep(R10) \
	MOVQ SI, frame_op(R10) \
	MOVQ DX, frame_base(R10) \
	MOVQ AX, frame_dst(R10) \
	MOVQ R15, frame_last(R10) \
	MOVQ CX, frame_left(R10) \
	MOVQ BX, frame_elem(R10)

listStruct: // opListStruct
	PARTS(fewStructs)
	LIST(2, nilStructs, structs, longStructs, shortStructs, manyStructs, someStructs)
	FRAME
	JMP  elem
	LIST_REST(nilStructs, structs, longStructs, shortStructs, manyStructs, someStructs)

listValue: // opListValue
	PARTS(fewValues)
	LIST(2, nilValues, values, longValues, shortValues, manyValues, someValues)
	FRAME
	MOVQ BX, DX
	JMP  inner
	LIST_REST(nilValues, values, longValues, shortValues, manyValues, someValues)

	LIST_REST(nilText, texts, longText, shortText, manyTexts, someTexts)

listVarint: // opListVarint
	LIST(1, nilVarints, varints, longVarints, shortVarints, manyVarints, someVarints)
	CMPQ CX, $const_fewVarints
	JA   back // the walker does many of them faster
	MOVQ CX, R14
	LEAQ (CX)(CX*4), AX
	LEAQ 8(DI)(AX*2), AX // 10 bytes each
	CMPQ AX, R9
	JA   backNumber
	MOVL op_size(SI), AX
	CMPL AX, $4
	JEQ  varint32
	JB   varint16
varint64:
	MOVQ (BX), R8
	ADDQ $8, BX
	LEAQ (R8)(R8*1), CX
	SARQ $63, R8
	XORQ CX, R8
	MOVQ R8, AX
	SPREAD
	SHRQ $56, AX
	JNZ  whole64
	MOVQ R8, (DI)
	SHRL $3, CX
	LEAQ 1(DI)(CX*1), DI
	DECQ R14
	JNZ  varint64
	DONE
whole64: // as in larger
	MOVQ more<>(SB), R11
	ORQ  R11, R8
	MOVQ R8, (DI)
	MOVL AX, CX
	SHRL $7, CX
	MOVB AX, 8(DI)
	MOVB CX, 9(DI)
	LEAQ 9(DI)(CX*1), DI
	DECQ R14
	JNZ  varint64
	DONE
varint32:
	MOVL (BX), R8
	ADDQ $4, BX
	JMP  varint
varint16:
	MOVWLSX (BX), R8
	ADDQ $2, BX
varint:
	LEAL (R8)(R8*1), CX
	SARL $31, R8
	XORL CX, R8
	SPREAD
	MOVQ R8, (DI)
	SHRL $3, CX
	LEAQ 1(DI)(CX*1), DI
	DECQ R14
	JZ   doneOp
	CMPL op_size(SI), $4
	JEQ  varint32
	JMP  varint16
backNumber:
	XORL R14, R14
	JMP  back
	LIST_REST(nilVarints, varints, longVarints, shortVarints, manyVarints, someVarints)

listRaw: // opListRaw
	LIST(1, nilRaw, raws, longRaw, shortRaw, manyRaw, someRaw)
	MOVQ BX, R11
	MOVL op_size(SI), AX
	IMULQ AX, CX
	LEAQ (DI)(CX*1), R8
	CMPQ R8, R9
	JA   back
	JMP  copy
	LIST_REST(nilRaw, raws, longRaw, shortRaw, manyRaw, someRaw)

optBytes: // opOptBytes
	MOVL op_off(SI), AX
	MOVQ (DX)(AX*1), R11
	MOVQ 8(DX)(AX*1), CX
	TESTQ R11, R11
	JZ   nextOp
	FIELD(longOptBytes, shortOptBytes)
	DONE

anyField: // of any number of bytes
	LEAQ 20(DI)(CX*1), R8
	CMPQ R8, R9
	JA   leave
	CMPQ CX, $0x4000
	JAE  leave
	HEAD(R8, longAny, shortAny)
	MOVB AX, (DI)
	INCQ DI
	JMP  length
anyText: // of any number of bytes
	LEAQ 16(DI)(CX*1), R8
	CMPQ R8, R9
	JA   backNumber
	CMPQ CX, $0x4000
	JAE  backNumber
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
	MOVL op_size(SI), AX
	ADDQ AX, BX
	DECQ R14
	JNZ  text
doneOp:
	DONE

optBool: // opOptBool
	POINTEE(absent)
	JMP  boolAt
bool: // opBool
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
boolAt: // true is 1, false is 2
	ROOM(1)
	MOVBLZX (BX), R8
	XORL $1, R8
	LEAL (R8)(R8*2), AX
	XORL op_key(SI), AX
	HEAD_OF(R8, longBool, shortBool)
	MOVB AX, (DI)
	INCQ DI
	DONE

opt1: // opOpt1
	POINTEE(absent)
	JMP  i1At
i1: // op1
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
i1At:
	ROOM(2)
	HEAD(R8, longI1, shortI1)
	MOVBLZX (BX), R8
	SHLL $8, R8
	ORL  R8, AX
	MOVW AX, (DI)
	ADDQ $2, DI
	DONE

opt2: // opOpt2
	POINTEE(absent)
	JMP  i2At
i2: // op2
	MOVL op_off(SI), AX
	LEAQ (DX)(AX*1), BX
i2At:
	ROOM(8)
	HEAD(R8, longI2, shortI2)
	MOVWLSX (BX), R8
	MOVL $1, R14
	JMP  put32

optEnum: // opOptEnum, which must have an i32's value
	POINTEE(absent)
	ROOM(8)
	MOVQ (BX), R11
	MOVLQSX R11, R8
	CMPQ R11, R8
	JNE  leave
	HEAD(R8, longEnum, shortEnum)
	MOVL R11, R8
	MOVL $1, R14
	JMP  put32

optDouble: // opOptDouble
	POINTEE(absent)
	ROOM(9)
	HEAD(R8, longDouble, shortDouble)
	MOVQ (BX), R8
	MOVL $1, R14
	JMP  put8
runDouble: // opRunDouble
	RUN(longRunDouble, shortRunDouble)
	JMP  firstDouble
nextDouble:
	MOVBLZX (entry_head+header_word)(BX), AX
firstDouble:
	MOVL entry_off(BX), CX
	MOVQ (DX)(CX*1), R8
	ADDQ $entry__size, BX
put8:
	MOVB AX, (DI)
	MOVQ R8, 1(DI)
	ADDQ $9, DI
	DECQ R14
	JNZ  nextDouble
	DONE

uuid: // opUUID
	ROOM(17)
	HEAD(R8, longUUID, shortUUID)
	MOVL op_off(SI), R8
	MOVQ (DX)(R8*1), BX
	MOVQ 8(DX)(R8*1), CX
	MOVB AX, (DI)
	MOVQ BX, 1(DI)
	MOVQ CX, 9(DI)
	ADDQ $17, DI
	DONE

union: // opUnion: one field is not nil
	MOVQ op_run(SI), R11
	MOVQ run_fields(R11), BX
	MOVQ (run_fields+8)(R11), CX
	XORL R8, R8
arm:
	DECQ CX
	JLT  arms
	MOVL entry_off(BX), AX
	ADDQ $entry__size, BX
	CMPQ (DX)(AX*1), $1 // carries when it is nil
	SBBL $-1, R8
	JMP  arm
arms:
	CMPL R8, $1
	JNE  leave
	NEXT

unknown: // opUnknown, of which there are none
	MOVL op_off(SI), AX
	CMPQ 8(DX)(AX*1), $0
	JNE  leave
	NEXT

enums: // of a run: each must have an i32's value
	MOVQ op_run(SI), R11
	MOVQ run_enums(R11), BX
	MOVQ (run_enums+8)(R11), CX
check:
	MOVL entry_off(BX), AX
	MOVQ (DX)(AX*1), AX
	MOVLQSX AX, R8
	CMPQ AX, R8
	JNE  leave
	ADDQ $entry__size, BX
	DECQ CX
	JNZ  check
	JMP  checked

	LONG_HEAD(longString, shortString)
	LONG_HEAD(longOptString, shortOptString)
	LONG_HEAD(longOptBytes, shortOptBytes)
	LONG_HEAD(longAny, shortAny)
	LONG_HEAD(longRun4, shortRun4)
	LONG_HEAD(longRun8, shortRun8)
	LONG_HEAD(longRunDouble, shortRunDouble)
	LONG_HEAD(longOpt4, shortOpt4)
	LONG_HEAD(longOpt8, shortOpt8)
	LONG_HEAD(longEnter, shortEnter)
	LONG_HEAD(longBool, shortBool)
	LONG_HEAD(longI1, shortI1)
	LONG_HEAD(longI2, shortI2)
	LONG_HEAD(longEnum, shortEnum)
	LONG_HEAD(longDouble, shortDouble)
	LONG_HEAD(longUUID, shortUUID)

// longHead writes all but the last byte of a header of the long form, which is
// the type and the id as a varint. AX is the key of the field less R15, then the
// last byte.
TEXT longHead<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ CX
	ADDL R15, AX
	MOVL AX, CX
	ANDL $15, CX
	MOVB CX, (DI)
	INCQ DI
	SARL $4, AX
	LEAL (AX)(AX*1), CX
	SARL $31, AX
	XORL CX, AX
byte:
	CMPL AX, $128
	JB   end
	MOVL AX, CX
	ORL  $128, CX
	MOVB CX, (DI)
	INCQ DI
	SHRL $7, AX
	JMP  byte
end:
	POPQ CX
	RET

DATA low7<>(SB)/8, $0x7f7f7f7f7f7f7f7f
GLOBL low7<>(SB), RODATA|NOPTR, $8
DATA more<>(SB)/8, $0x8080808080808080
GLOBL more<>(SB), RODATA|NOPTR, $8
