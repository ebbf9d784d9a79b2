package codec

import "fmt"

// Pair is a type's codecs for both protocols, for a server that takes either
// on one port. It is immutable and safe for concurrent use.
type Pair[T any] struct{ binary, compact *Codec[T] }

// NewPair returns the codecs of T with the same options, as [New] does.
func NewPair[T any](o Options) (*Pair[T], error) {
	b, err := New[T](Binary, o)
	if err != nil {
		return nil, err
	}
	c, err := New[T](Compact, o)
	if err != nil {
		return nil, err
	}
	return &Pair[T]{b, c}, nil
}

// MustPair returns p, and panics when err is not nil: for package variables.
func MustPair[T any](p *Pair[T], err error) *Pair[T] {
	if err != nil {
		panic(err)
	}
	return p
}

// For returns the codec for p, nil when p is no protocol.
func (c *Pair[T]) For(p Protocol) *Codec[T] {
	switch p {
	case Binary:
		return c.binary
	case Compact:
		return c.compact
	}
	return nil
}

// Methods is the method table of a service. It leads from a name that was
// parsed, and that lives only as long as the message, to one that stays, and
// to what the server keeps of the method, an H: its function, its codecs. It
// is immutable and safe for concurrent use; to change it, make another one.
type Methods[H any] struct{ table map[string]*Method[H] }

// Method is a row of [Methods].
type Method[H any] struct {
	Name    string // lives on, unlike the Name of a parsed [Message]
	Handler H
}

// NewMethods returns a table of the given methods, by name.
func NewMethods[H any](handlers map[string]H) *Methods[H] {
	m := &Methods[H]{make(map[string]*Method[H], len(handlers))}
	for name, h := range handlers {
		m.table[name] = &Method[H]{name, h}
	}
	return m
}

// Lookup returns the method of a name, nil when there is none. It does not
// allocate and does not keep name.
func (m *Methods[H]) Lookup(name string) *Method[H] { return m.table[name] }

// Unknown returns what a server answers, by [AppendException], when it has no
// method of a name. It does not keep name.
func (m *Methods[H]) Unknown(name string) *ApplicationException {
	return &ApplicationException{fmt.Sprintf("there is no method %s", clip(name)), ExceptionUnknownMethod}
}
