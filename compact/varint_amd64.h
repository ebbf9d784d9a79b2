// Varints in a word, for the assembly of decoding. Whoever includes it has a
// label leave for what is malformed or too long.

// VARINT sets AX to the varint in AX whose last byte is one of ends, and R15
// to its length; it leaves when there is no such byte.
#define VARINT(ends) \
	MOVQ    $ends, R15 \
	ANDNQ   R15, AX, R15 \
	JZ      leave \
	BLSMSKQ R15, CX \
	ANDQ    CX, AX \
	TZCNTQ  R15, R15 \
	PEXTQ   low7<>(SB), AX, AX \
	INCL    R15 \
	SHRL    $3, R15

// UNZIGZAG decodes the zigzag in AX; it uses CX. UNZIGZAG32 is for an i32.
#define UNZIGZAG \
	MOVQ AX, CX \
	SHRQ $1, AX \
	ANDL $1, CX \
	NEGQ CX \
	XORQ CX, AX
#define UNZIGZAG32 \
	MOVL AX, CX \
	SHRL $1, AX \
	ANDL $1, CX \
	NEGL CX \
	XORL CX, AX

// I16, I32 and I64 read a number, and set R15 to its length.
#define I16 \
	VARINT(0x808080) \
	CMPQ AX, $0xffff \
	JA   leave \
	UNZIGZAG32
#define I32 \
	VARINT(0x8080808080) \
	MOVQ AX, CX \
	SHRQ $32, CX \
	JNZ  leave \
	UNZIGZAG32
#define I64 \
	VARINT(0x8080808080808080) \
	UNZIGZAG

DATA low7<>(SB)/8, $0x7f7f7f7f7f7f7f7f
GLOBL low7<>(SB), RODATA|NOPTR, $8
