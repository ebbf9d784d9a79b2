package layout

// Kind is a protocol-neutral Thrift type.
type Kind uint8

// The kinds, in the order of the Binary protocol's type codes. An enum is of
// kind I32 with [Type.Enum] set; a union or exception is of kind KindStruct,
// which has its longer name because [Struct] is the plan of one.
const (
	Invalid Kind = iota
	Bool
	I8
	Double
	I16
	I32
	I64
	String
	Binary
	KindStruct
	Map
	Set
	List
	UUID

	NumKinds = int(UUID) + 1
)

var kindNames = [NumKinds]string{
	"invalid", "bool", "i8", "double", "i16", "i32", "i64", "string", "binary",
	"struct", "map", "set", "list", "uuid",
}

// String returns the kind's name in Thrift's IDL.
func (k Kind) String() string {
	if int(k) < NumKinds {
		return kindNames[k]
	}
	return kindNames[Invalid]
}

// Mem is the form that a value has in Go memory.
type Mem uint8

// The memory forms. Integers name their width in memory, which for an enum or
// an int may differ from the kind's width on the wire.
const (
	MemInvalid Mem = iota
	MemBool
	MemInt8
	MemInt16
	MemInt32
	MemInt64
	MemFloat64
	MemString  // string header; kind String or Binary
	MemBytes   // []byte header; kind Binary or String
	MemArray16 // [16]byte; kind UUID
	MemStruct  // the struct itself; Type.Struct is its plan
	MemPtr     // pointer to a value of Type.Elem
	MemSlice   // slice of Type.Elem; kind List or Set
	MemEntries // slice of Type.Entry, a struct of Key and Value; kind Map
	MemMap     // map[Type.Key]Type.Elem; kind Map
	MemSetMap  // map[Type.Elem]struct{}; kind Set
	MemNull    // struct of a Type.Elem and a flag that says whether it is there
	MemMember  // interface that may hold Type.Elem, a pointer, among others

	NumMems = int(MemMember) + 1
)

// Requiredness is what the IDL says of a field.
type Requiredness uint8

// The three of Thrift's IDL.
const (
	Default Requiredness = iota
	Required
	Optional
)

// String returns the requiredness as the IDL writes it.
func (r Requiredness) String() string {
	return [...]string{"default", "required", "optional"}[r]
}

// Presence says when a field goes out. It is derived from requiredness, tag
// form, Go type and InitDefault when the plan is built.
type Presence uint8

const (
	// Always: the field goes out whatever it holds; a nil slice or map goes
	// out empty.
	Always Presence = iota
	// NonNil: left out when the pointer, slice or map is nil.
	NonNil
	// NonZero: left out when the value is Go's zero value.
	NonZero
	// NotDefault: left out when the value equals the one that InitDefault
	// gives the field. Never of a list, set or map: as in generated code, those
	// are NonNil.
	NotDefault
	// Must: a pointer that must not be nil, or a MemNull whose flag must be set;
	// otherwise a required field is missing.
	Must
	// WhenSet: left out unless [Type.IsSet].
	WhenSet
)

// String returns the presence in words, as [Struct.Explain] prints it.
func (p Presence) String() string {
	return [...]string{"always", "unless nil", "unless zero", "unless default", "must not be nil", "when set"}[p]
}
