package peers

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/miserwire/miser/codec"
)

// types tells the set what its messages are: how a value is compared, and
// whether its bytes are the only ones.
func types[T any](s *Set) {
	codecs := map[string]*codec.Codec[T]{
		Binary:  codecOf[T](codec.Binary, codec.Options{}),
		Compact: codecOf[T](codec.Compact, codec.Options{}),
	}
	s.maps = hasMap(reflect.TypeFor[T]())
	s.value = func(proto string, b []byte) ([]byte, error) {
		v := new(T)
		n, err := codecs[proto].Decode(b, v)
		if err != nil {
			return nil, err
		}
		if n != len(b) {
			return nil, fmt.Errorf("%d bytes of %d are a message", n, len(b))
		}
		return canon(v)
	}
}

// hasMap reports whether there are maps in the values of t, which is no
// recursive type.
func hasMap(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map:
		return true
	case reflect.Pointer, reflect.Slice:
		return hasMap(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasMap(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// canon returns v in the canonical Binary form: maps in the order of their keys.
func canon[T any](v *T) ([]byte, error) {
	return codecOf[T](codec.Binary, codec.Options{Canonical: true}).Append(nil, v)
}

// want returns the canonical form of message i. That Apache Thrift reads the
// same from it is checked with Apache's contestants.
func (s *Set) want(proto string, i int) ([]byte, error) {
	if s.values == nil {
		s.values = map[string][][]byte{}
	}
	if s.values[proto] == nil {
		s.values[proto] = make([][]byte, len(s.Wire[proto]))
	}
	kept := &s.values[proto][i]
	if *kept != nil {
		return *kept, nil
	}
	v, err := s.value(proto, s.Wire[proto][i])
	*kept = v
	return v, err
}

// wrote checks an encoding: it is Apache Thrift's bytes or, where there are
// maps, as many bytes with the same value.
func (s *Set) wrote(proto string, out func() []byte) func(int) error {
	return func(i int) error {
		got, wire := out(), s.Wire[proto][i]
		switch {
		case bytes.Equal(got, wire):
			return nil
		case !s.maps || len(got) != len(wire):
			return equalBytes("what it writes", got, wire)
		}
		return s.read(proto, func() ([]byte, error) { return s.value(proto, got) })(i)
	}
}

// sunk is what the loop left in SinkBytes.
func sunk() []byte { return SinkBytes }

// read checks a decoded value, given in its canonical form.
func (s *Set) read(proto string, value func() ([]byte, error)) func(int) error {
	return func(i int) error {
		want, err := s.want(proto, i)
		if err != nil {
			return err
		}
		got, err := value()
		if err != nil {
			return err
		}
		return equalBytes("the value", got, want)
	}
}

// readSunk checks what the loop left in Sink, a *T with tags that miser knows.
func readSunk[T any](s *Set, proto string) func(int) error {
	return s.read(proto, func() ([]byte, error) { return canon(Sink.(*T)) })
}

// used checks how many bytes a skip went over, which the loop left in SinkInt.
func (s *Set) used(proto string) func(int) error {
	return func(i int) error { return equal("bytes used", SinkInt, len(s.Wire[proto][i])) }
}

// left checks a skip by a reader of streams, which is given the message with
// more behind it and returns how much it left.
func (s *Set) left(proto string, skip func(b []byte) (left int, err error)) func(int) error {
	const behind = "more"
	return func(i int) error {
		n, err := skip(append(bytes.Clone(s.Wire[proto][i]), behind...))
		if err != nil {
			return err
		}
		return equal("bytes left", n, len(behind))
	}
}

// sized checks a length, which the loop left in SinkInt.
func (s *Set) sized(proto string) func(int) error {
	return func(i int) error { return equal("size", SinkInt, len(s.Wire[proto][i])) }
}

func equal[T comparable](what string, got, want T) error {
	if got != want {
		return fmt.Errorf("%s is %v, want %v", what, got, want)
	}
	return nil
}

func equalBytes(what string, got, want []byte) error {
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s is of %d bytes\n% .200x, want %d\n% .200x", what, len(got), got, len(want), want)
	}
	return nil
}
