// Package layout says what a Go struct type is in Thrift: [Of] compiles its
// struct tags and Go types into a plan, a [Struct], once per type. It knows
// no protocol and touches no bytes; the walkers of packages binary and compact
// lower the plan into programs of their own.
//
// A plan is immutable and complete before anyone sees it, one per Go type, and
// safe for concurrent use. Every fault of a type is found here, as an
// [*Error], and never while a value is encoded or decoded.
//
// Read plan.go and kind.go first: they are what the walkers see. Then, in the
// order of the work: cache.go, compile.go, gather.go (which Go fields), tag.go
// and typeexpr.go (what their tags say), types.go and infer.go (what their Go
// types are), presence.go, init.go, slots.go. index.go finds a field by id;
// all.go, explain.go and fingerprint.go read plans.
//
// # Tags
//
// A field is a Thrift field when it has a tag in one of the forms below. One
// without a tag, or with thrift:"-", is not, and a plan lists it as Extra. No
// form needs another field's tag, so that a struct may mix them. Spaces around
// a token do not count.
//
// The form of this project's own documentation, and of the generators of
// Apache Thrift, thriftgo, kitex and fbthrift:
//
//	thrift:"name,id[,requiredness[,TYPE]][,hasdefault]"
//
//	name          as in the IDL; may be empty, and is the Go name then
//	id            -32768 to 32767
//	requiredness  required | optional | default; default when left out
//	TYPE          bool | byte | i8 | i16 | i32 | i64 | double | string | binary | uuid |
//	              list<TYPE> | set<TYPE> | map<TYPE:TYPE> | name | package.name
//	hasdefault    is read over
//
// Where no requiredness stands, a db tag beside a json tag with omitempty says
// optional: so Apache's generator writes it.
//
// TYPE may be left out, or empty; it is needed where the Go type leaves a
// choice. It has to agree with the Go type. A name is that of an enum where
// the Go type is an integer, of a struct, union or exception where it is a
// struct; which name it is does not matter, but words that would hide a
// mistake, such as int64, are refused. After TYPE, nocopy may stand on a
// string or binary, and is read over.
//
// A first token that is a number makes it the form of segmentio/encoding and
// parquet-go:
//
//	thrift:"id[,required|optional|enum|writezero]..."
//
//	id         0 to 32767
//	enum       the integer is an enum
//	writezero  the zero value goes out too, but for a nil Slice of parquet-go's
//	           library and a union of its that is not set
//
// The form of kitex with frugal tags, which wins over a thrift tag; that one
// gives the name alone then:
//
//	frugal:"id,requiredness[,TYPE[,nocopy]]"
//
// A union is a struct with the blank field
//
//	_ struct{} `thrift:",union"`
//
// All fields of a union are optional and must be able to be nil.
//
// A union is also a struct of one field, of an interface type, with a method
// UnionMembers on its pointer, as those of parquet-go are: it gives a nil pointer
// of each struct type that the interface may hold, whose method FieldID gives the
// id. Nothing in the interface is a union without fields. Its InitDefault is not
// called.
//
// # Go types
//
//	bool                        bool
//	int8                        i8
//	int16                       i16
//	int32                       i32
//	int64, int                  i64
//	float64                     double
//	string                      string, or binary by TYPE
//	[]byte                      binary, or string by TYPE
//	[16]byte                    uuid
//	[]T                         list, or set by TYPE
//	map[K]struct{}              set, or map by TYPE
//	map[K]V                     map
//	[]E, E struct{Key K; Value V}
//	                            map, by TYPE or where E is Apache's MapEntry
//	struct                      struct, union or exception
//	*T                          what T is; nil is absent
//	Null[T], struct{V T; Valid bool}
//	                            what T is, absent unless Valid; only as a field
//
// A named type is what its underlying type is. A named integer with the methods
// that Apache's generator gives an enum (String and MarshalText, and on the
// pointer UnmarshalText, Scan and Value) is an enum: i32 on the wire, whatever
// its width in memory. Other types have no Thrift type, and are a fault, as
// are those with an EncodeFunc and a DecodeFunc, which parquet-go's library would call.
//
// The fields of an embedded struct, or of the struct that an embedded pointer
// points to, are fields of the struct around it, unless the embedded field has
// a tag: then it is a field like any other. Ids must differ, names need not.
// A struct with exported fields and no tags at all is a fault; one without
// exported fields is an empty struct.
//
// A field of type [Unknown], or a []byte named _unknownFields, keeps the fields
// that the type does not name. A type with an InitDefault method has what that
// gives in every value before a decode. It is called for each of them, but when
// it gave numbers and strings only at first: then it is taken to give the same
// each time, as generated code does.
package layout
