package apache_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/probe"
	gateway17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/gateway"
	conformance17 "github.com/miserwire/miser/dialects/gen/apache17/conformance"
	conformance25 "github.com/miserwire/miser/dialects/gen/apache25/conformance"
	"github.com/miserwire/miser/dialects/internal/contrast"
	"github.com/miserwire/miser/layout"
)

// TestDiffer: README.md says where the two differ, and nowhere else do they.
func TestDiffer(t *testing.T) {
	contrast.Check(t, "Apache's code", differences())
}

func differences() []contrast.Difference {
	const (
		left    = "IDL says of no requiredness that it is written if it is set; a reader would take an empty struct for one"
		refused = "a reader would refuse what is written, or get something else than was sent"
	)
	half := gateway17.NewZeroDefaults()
	half.Real = math.Copysign(0, -1)
	return []contrast.Difference{
		contrast.New("up to 0.24, a struct without requiredness that is nil", "0c 00 01 00 0b 00 02 00 00 00 00 00", "0b 00 02 00 00 00 00 00", left,
			write(&conformance17.Deep1{})),
		contrast.New("up to 0.24, a union without requiredness that is nil", "panic: runtime error: invalid memory address or nil pointer dereference",
			"0f 00 02 0c 00 00 00 00 00", left,
			write(&conformance17.HoldsChoice{})),
		contrast.New("a required struct that is nil", "0c 00 01 00 0f 00 02 0c 00 00 00 00 00",
			"thrift: binary: marshal NeedsNested.N at offset 0: required field is missing", refused,
			write(&conformance25.NeedsNested{})),
		contrast.New("a union that is a nil element", "*conformance.Choice error writing struct: *conformance.Choice write union: exactly one field must be set (0 set)",
			"0f 00 02 0c 00 00 00 01 00 00", "a nil element is an empty struct, whatever the type",
			write(&conformance25.HoldsChoice{Cs: []*conformance25.Choice{nil}})),
		contrast.New("a nil pointer as the whole value", "00", "thrift: binary: marshal Point at offset 0: the value is nil", "there is no value",
			write((*conformance25.Point)(nil))),
		contrast.New("an enum that needs more than 32 bits", "08 00 01 00 00 00 01 00",
			"thrift: binary: marshal EnumBox.V at offset 0: value is outside its wire type", "it is not cut",
			write(&conformance25.EnumBox{V: 1<<32 + 1})),
		contrast.New("a set that holds a value twice", "[]int32 error writing set field \"p.V\": slice is not unique",
			"0e 00 01 08 00 00 00 02 00 00 00 01 00 00 00 01 00", "comparing each with each is the caller's choice; readers take it",
			write(&conformance25.SetI32{V: []int32{1, 1}})),
		contrast.New("-0 in an optional double with default 0", "00", "04 00 03 80 00 00 00 00 00 00 00 00", "a reader would get 0",
			write(half)),
		contrast.New("reading into a value that holds something", "X:5 Y:2", "X:5 Y:0", "the result is that of reading into a fresh value",
			read(&conformance25.Point{X: 1, Y: 2}, "08 00 01 00 00 00 05 00")),
		contrast.New("reading into new(T) instead of NewT()", "Kept:0 Retyped: Widened:[] Flag:<nil> Tail:0 Added:map[] Where:<nil> Counted:0", "Kept:0 Retyped: Widened:[] Flag:<nil> Tail:0 Added:map[] Where:<nil> Counted:42", "miser gives defaults to each value that it reads into",
			read(new(conformance25.EvoNew), "00")),
		contrast.New("reading a list whose elements have another type", "V:[1 0]", "V:[]", "the field is skipped, as every field of another type; an error under Strict",
			read(new(conformance25.ListI8), "0f 00 01 02 00 00 00 02 01 00 00")),
		contrast.New("reading a union with two fields", "num true, flag true, error <nil>", "num false, flag true, error <nil>", "what is read can be written",
			readChoice),
		contrast.New("Compact: reading a varint that is longer than its type, or has more bits", "X:5 Y:0", "thrift: compact: unmarshal Point.X at offset 1: varint overflows its type", "two readings of the same bytes are a way past a filter",
			readCompact(new(conformance25.Point), "15 8a 80 80 80 80 80 00 00")),
		contrast.New("Compact: reading a stop field with a delta", "X:0 Y:0", "thrift: compact: unmarshal Point at offset 0: malformed header; is this another protocol, or no Thrift?", "no writer makes one",
			readCompact(new(conformance25.Point), "50")),
		contrast.New("Compact: reading a list of nothing whose element type is none", "error reading list begin: don't know what type: 15", "V:[]", "without elements their type does not matter, in either protocol",
			readCompact(new(conformance25.ListI8), "19 0f 00")),
		contrast.New("reading a list of elements whose type is none", "V:[1 2]", "thrift: binary: unmarshal ListI8.V at offset 3: unknown type code; is this another protocol, a message with its header, or no Thrift?", "how long they are is not known",
			read(new(conformance25.ListI8), "0f 00 01 7f 00 00 00 02 01 02 00")),
		contrast.New("up to 0.24, reading 70 structs inside of each other", "read", "nested deeper than Limits.Depth", "its default, 64, is what the code of 0.25 has as well",
			readChain),
	}
}

// schemas has that of each type that is asked for.
var schemas sync.Map

func schemaOf(v thrift.TStruct) *layout.Schema {
	t := reflect.TypeOf(v)
	if s, ok := schemas.Load(t); ok {
		return s.(*layout.Schema)
	}
	for _, c := range compilers() {
		for _, made := range c.made() {
			if reflect.TypeOf(made) == t {
				s, err := probe.Schema(made)
				if err != nil {
					panic(err)
				}
				schemas.Store(t, s)
				return s
			}
		}
	}
	panic(fmt.Sprintf("no compiler made %s", t))
}

func miserOf(v thrift.TStruct) *codec.Any { return miserIn(codec.Binary, v) }

func miserIn(p codec.Protocol, v thrift.TStruct) *codec.Any {
	c, err := codec.ForType(reflect.TypeOf(v).Elem(), p, codec.Options{Schema: schemaOf(v)})
	if err != nil {
		panic(err)
	}
	return c
}

// write has both write v in Binary.
func write(v thrift.TStruct) func() (theirs, ours string) {
	return func() (string, string) {
		theirs := contrast.Text(func() string { return contrast.Hex(newWire(codec.Binary).write(nil, v)) })
		return theirs, contrast.Hex(miserOf(v).Append(nil, v))
	}
}

// readCompact is read in Compact.
func readCompact(v thrift.TStruct, text string) func() (theirs, ours string) {
	return readIn(codec.Compact, v, text)
}

// read has both read text into a copy of v each, and shows it.
func read(v thrift.TStruct, text string) func() (theirs, ours string) {
	return readIn(codec.Binary, v, text)
}

func readIn(p codec.Protocol, v thrift.TStruct, text string) func() (theirs, ours string) {
	b := contrast.Bytes(text)
	return func() (string, string) {
		theirs, ours := reflect.New(reflect.TypeOf(v).Elem()), reflect.New(reflect.TypeOf(v).Elem())
		theirs.Elem().Set(reflect.ValueOf(v).Elem())
		ours.Elem().Set(reflect.ValueOf(v).Elem())
		err := newWire(p).read(b, theirs.Interface())
		_, err2 := miserIn(p, v).Decode(b, ours.Interface())
		return show(theirs, err), show(ours, err2)
	}
}

// show is the contents of what v points to.
func show(v reflect.Value, err error) string {
	if err != nil {
		return err.Error()
	}
	return strings.Trim(fmt.Sprintf("%+v", v.Elem().Interface()), "{}")
}

// readChoice has both read a union with fields 1 and 3, and says which it holds.
func readChoice() (theirs, ours string) {
	b := contrast.Bytes("08 00 01 00 00 00 05 02 00 03 01 00")
	text := func(c *conformance25.Choice, err error) string {
		return fmt.Sprintf("num %t, flag %t, error %v", c.Num != nil, c.Flag != nil, err)
	}
	var a, o conformance25.Choice
	err := newWire(codec.Binary).read(b, &a)
	_, err2 := miserOf(&o).Decode(b, &o)
	return text(&a, err), text(&o, err2)
}

// readChain has both read 70 structs inside of each other.
func readChain() (theirs, ours string) {
	const value, rest, n = "08 00 01 00 00 00 05 ", "0c 00 02 ", 70
	b := contrast.Bytes(strings.Repeat(value+rest, n) + value + strings.Repeat("00 ", n+1))
	text := func(err error) string {
		switch {
		case errors.Is(err, codec.ErrLimit):
			return "nested deeper than Limits.Depth"
		case err != nil:
			return err.Error()
		}
		return "read"
	}
	var a, o conformance17.Chain
	err := newWire(codec.Binary).read(b, &a)
	_, err2 := miserOf(&o).Decode(b, &o)
	return text(err), text(err2)
}

// TestNilElements: both write a nil element as an empty struct.
func TestNilElements(t *testing.T) {
	for _, v := range []thrift.TStruct{
		&conformance17.ListStruct{V: []*conformance17.Point{nil, {X: 1}}},
		&conformance25.ListStruct{V: []*conformance25.Point{nil, {X: 1}}},
		&conformance25.NeedsNested{N: &conformance25.Needs{}, Ns: []*conformance25.Needs{nil}},
		&conformance25.MapFromString{MStruct: map[string]*conformance25.Point{"a": nil}},
	} {
		theirs, ours := write(v)()
		require.Equal(t, theirs, ours, "%T", v)
	}
}
