package wiretest

// Schema is one struct, union or exception of the IDL files, or the arguments or result of a method, with
// the Go types that hold it. Each function returns a pointer to a new zero value.
type Schema struct {
	Name string // as the vectors name it: Point, Calc.add_args
	File string // in testdata/idl; empty for TApplicationException, which Thrift itself defines
	Kind string // struct, union, exception, args or result

	// New makes the type that generated code has: a set is a []T, a map is a map[K]V with struct keys by
	// value, an optional scalar is a pointer.
	New func() any

	// Entries makes a type that holds every map, also in nested structs, as a []Entry, which keeps the order
	// of the wire. It is nil where no map is within reach.
	Entries func() any

	// AsMap makes a type that holds the struct's own sets as map[T]struct{}. It is nil where there are none.
	AsMap func() any
}

// Ordered makes the type that keeps the order of the wire: Entries, or New where the struct has no map.
func (s Schema) Ordered() any {
	if s.Entries != nil {
		return s.Entries()
	}
	return s.New()
}

// Entry is one entry of a map held as a slice: the shape of Apache's thrift.MapEntry.
type Entry[K, V any] struct {
	Key   K
	Value V
}

// Schemas returns all schemas in the order of the IDL files.
func Schemas() []Schema { return schemas }

// Lookup returns the schema of that name. It panics when there is none.
func Lookup(name string) Schema {
	for _, s := range schemas {
		if s.Name == name {
			return s
		}
	}
	panic("wiretest: no schema " + name)
}
