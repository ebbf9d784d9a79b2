package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// typedRows compare New with ForType for types of every sort.
var typedRows = []struct {
	name  string
	check func(t *testing.T, name string)
}{
	{"Blank", sameAsAny[wiretest.Blank]},
	{"Scalars", sameAsAny[wiretest.Scalars]},
	{"OptScalars", sameAsAny[wiretest.OptScalars]},
	{"ReqScalars", sameAsAny[wiretest.ReqScalars]},
	{"ListString", sameAsAny[wiretest.ListString]},
	{"ListStruct", sameAsAny[wiretest.ListStruct]},
	{"SetI32", sameAsAny[wiretest.SetI32AsMap]},
	{"MapFromString", sameAsAny[wiretest.MapFromString]},
	{"MapFromStruct", sameAsAny[wiretest.MapFromStructEntries]},
	{"ManyContainers", sameAsAny[wiretest.ManyContainers]},
	{"Tree", sameAsAny[wiretest.Tree]},
	{"Choice", sameAsAny[wiretest.Choice]},
	{"HoldsChoice", sameAsAny[wiretest.HoldsChoice]},
	{"Needs", sameAsAny[wiretest.Needs]},
	{"EvoNew", sameAsAny[wiretest.EvoNew]},
	{"Person", sameAsAny[wiretest.Person]},
}

func TestTyped(t *testing.T) {
	for _, tt := range typedRows {
		t.Run(tt.name, func(t *testing.T) { tt.check(t, tt.name) })
	}
}

// sameAsAny checks that Codec and Any do the same on the vectors of a type and on damaged ones.
func sameAsAny[T any](t *testing.T, name string) {
	found := 0
	for _, v := range wiretest.Golden() {
		if v.Type != name {
			continue
		}
		for i, wire := range [][]byte{v.Binary, v.Compact} {
			found++
			for _, mode := range decodeModes {
				mode.o.Canonical = true
				checkSame[T](t, v.Name+", "+mode.name, bothProtocols[i], mode.o, wire)
			}
		}
	}
	if found == 0 {
		t.Errorf("no vectors of type %s", name)
	}
}

func checkSame[T any](t *testing.T, what string, p codec.Protocol, o codec.Options, wire []byte) {
	t.Helper()
	typed, err := codec.New[T](p, o)
	if err != nil {
		t.Fatal(err)
	}
	untyped, err := codec.ForType(reflect.TypeFor[T](), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if typed.Explain() != untyped.Explain() {
		t.Errorf("%s, %v: Explain differs", what, p)
	}
	var a, b T
	inputs := [][]byte{wire}
	for m := range wiretest.Mutations(wire, 1, 8) {
		inputs = append(inputs, bytes.Clone(m))
	}
	for _, src := range inputs {
		n, err := typed.Decode(src, &a)
		m, errAny := untyped.Decode(src, &b)
		if n != m || fmt.Sprint(err) != fmt.Sprint(errAny) {
			t.Errorf("%s, %v: Decode = %d, %v; with Any %d, %v\n%x", what, p, n, err, m, errAny, src)
			continue
		}
		if d := wiretest.Diff(&a, &b); d != "" {
			t.Errorf("%s, %v: the values differ%s\n%x", what, p, d, src)
		}
		one, err := typed.Append(nil, &a)
		two, errAny := untyped.Append(nil, &b)
		if !bytes.Equal(one, two) || fmt.Sprint(err) != fmt.Sprint(errAny) {
			t.Errorf("%s, %v: Append = %x, %v; with Any %x, %v", what, p, one, err, two, errAny)
		}
		n, err = typed.Size(&a)
		m, errAny = untyped.Size(&b)
		if n != m || fmt.Sprint(err) != fmt.Sprint(errAny) {
			t.Errorf("%s, %v: Size = %d, %v; with Any %d, %v", what, p, n, err, m, errAny)
		}
		room, roomAny := make([]byte, len(one)), make([]byte, len(one))
		n, err = typed.Encode(room, &a)
		m, errAny = untyped.Encode(roomAny, &b)
		if n != m || fmt.Sprint(err) != fmt.Sprint(errAny) || !bytes.Equal(room[:n], roomAny[:m]) {
			t.Errorf("%s, %v: Encode = %d, %v; with Any %d, %v", what, p, n, err, m, errAny)
		}
	}
}

// TestAnyMisuse hands to an Any what is no pointer to its type, and to a Codec no value at all.
func TestAnyMisuse(t *testing.T) {
	if _, err := codec.ForType(nil, codec.Binary, codec.Options{}); err == nil {
		t.Error("ForType of nil is accepted")
	}
	type own wiretest.Point
	for _, p := range bothProtocols {
		c := codecOf(t, new(wiretest.Point), p, codec.Options{})
		for _, v := range []any{
			nil, wiretest.Point{}, new(own), new(int), (*wiretest.Point)(nil), new(new(wiretest.Point)), "Point", []wiretest.Point{{}},
		} {
			name := fmt.Sprintf("%v, %T", p, v)
			dst := []byte("dst")
			if b, err := c.Append(dst, v); !errors.Is(err, codec.ErrInvalid) || string(b) != string(dst) {
				t.Errorf("%s: Append = %q, %v, want dst and ErrInvalid", name, b, err)
			}
			if n, err := c.Encode(make([]byte, 99), v); !errors.Is(err, codec.ErrInvalid) || n != 0 {
				t.Errorf("%s: Encode = %d, %v, want ErrInvalid", name, n, err)
			}
			if n, err := c.Size(v); !errors.Is(err, codec.ErrInvalid) || n != 0 {
				t.Errorf("%s: Size = %d, %v, want ErrInvalid", name, n, err)
			}
			if n, err := c.Decode([]byte{0}, v); !errors.Is(err, codec.ErrInvalid) || n != 0 {
				t.Errorf("%s: Decode = %d, %v, want ErrInvalid", name, n, err)
			}
		}
		typed := codec.Must(codec.New[wiretest.Point](p, codec.Options{}))
		_, sizeErr := typed.Size(nil)
		_, encodeErr := typed.Encode(nil, nil)
		_, appendErr := typed.Append(nil, nil)
		_, decodeErr := typed.Decode(nil, nil)
		for i, err := range []error{sizeErr, encodeErr, appendErr, decodeErr} {
			if !errors.Is(err, codec.ErrInvalid) {
				t.Errorf("%v: call %d of a nil pointer: %v, want ErrInvalid", p, i, err)
			}
		}
	}
}

// wideEnum is an enum in more bytes than it has on the wire.
type wideEnum int64

// refused are values that have no encoding, with where the fault is.
var refused = []struct {
	name  string
	value any
	is    error
	path  string
}{
	{"union without an arm", &wiretest.Choice{}, codec.ErrUnion, "Choice"},
	{"union with two arms", &wiretest.Choice{Num: new(int32(1)), Text: new("x")}, codec.ErrUnion, "Choice"},
	{"union in a struct", &wiretest.HoldsChoice{C: &wiretest.Choice{Num: new(int32(1))}, Cs: []*wiretest.Choice{
		{Num: new(int32(1))}, {},
	}}, codec.ErrUnion, "HoldsChoice.Cs[1]"},
	{"required pointer", &struct {
		A int32           `thrift:"a,1"`
		B *wiretest.Point `thrift:"b,2,required"`
	}{}, codec.ErrMissingRequired, "struct.B"},
	{"required pointer in a map", &struct {
		M map[string]wiretest.NeedsNested `thrift:"m,1"`
	}{M: map[string]wiretest.NeedsNested{"": {}}}, codec.ErrMissingRequired, "struct.M[value 0]"},
	{"enum beyond 32 bits", &struct {
		A string   `thrift:"a,1"`
		E wideEnum `thrift:"e,2,default,wideEnum"`
	}{"a", 1 << 31}, codec.ErrOverflow, "struct.E"},
	{"enum beyond 32 bits in a list", &struct {
		E []wideEnum `thrift:"e,2,default,list<wideEnum>"`
	}{[]wideEnum{1, -1 << 40}}, codec.ErrOverflow, "struct.E[1]"},
}

// TestRefusedValues encodes what has no encoding: dst is as it was, and every call says the same.
func TestRefusedValues(t *testing.T) {
	for _, tt := range refused {
		for _, p := range bothProtocols {
			c := codecOf(t, tt.value, p, codec.Options{})
			what := tt.name + ", " + p.String()
			for _, spare := range []int{0, 1, 5, 1000} {
				dst := append(make([]byte, 0, 3+spare), "dst"...)
				got, err := c.Append(dst, tt.value)
				if string(got) != "dst" || len(dst) != 3 || cap(got) != cap(dst) || &got[0] != &dst[0] {
					t.Errorf("%s: Append gives %q, want dst as it was", what, got)
				}
				checkRefused(t, what+": Append", err, tt.is, tt.path)
			}
			n, err := c.Size(tt.value)
			checkRefused(t, what+": Size", err, tt.is, tt.path)
			m, errEncode := c.Encode(make([]byte, 1000), tt.value)
			checkRefused(t, what+": Encode", errEncode, tt.is, tt.path)
			if n != 0 || m != 0 {
				t.Errorf("%s: n = %d and %d with errors", what, n, m)
			}
		}
	}
}

func checkRefused(t *testing.T, what string, err, is error, path string) {
	t.Helper()
	e := new(codec.Error)
	if !errors.As(err, &e) || !errors.Is(err, is) {
		t.Errorf("%s: %v, want %v", what, err, classes[is])
		return
	}
	if len(e.Path) < len(path) || e.Path[:len(path)] != path {
		t.Errorf("%s: path %s, want %s", what, e.Path, path)
	}
}

// TestStringModes: what the strings of a value share with the input.
func TestStringModes(t *testing.T) {
	for _, p := range bothProtocols {
		for _, size := range []int{1, 100, 5000, 100_000} {
			text := bytes.Repeat([]byte{'x'}, size)
			want := wiretest.ListString{V: []string{string(text), "", string(text)}}
			src, err := codec.Must(codec.New[wiretest.ListString](p, codec.Options{})).Append(nil, &want)
			if err != nil {
				t.Fatal(err)
			}
			for _, mode := range decodeModes {
				var v wiretest.ListString
				in := bytes.Clone(src)
				if _, err := codec.Must(codec.New[wiretest.ListString](p, mode.o)).Decode(in, &v); err != nil {
					t.Fatal(err)
				}
				copy(in[len(in)-1-size:], bytes.Repeat([]byte{'y'}, size)) // the last string's bytes
				changed := v.V[2] != string(text)
				if alias := mode.o.Strings == codec.Alias; changed != alias || v.V[0] != string(text) {
					t.Errorf("%v, %s, %d bytes: the value follows its input: %v, want %v", p, mode.name, size, changed, alias)
				}
			}
		}
	}
}

// TestNilDefault: an optional slice that is nil is absent, although its default is not nil; an empty one is
// there.
func TestNilDefault(t *testing.T) {
	absent := wiretest.OptDefaults{}
	absent.InitDefault()
	absent.L = nil
	empty := absent
	empty.L = []int32{}
	for _, tt := range []struct {
		p     codec.Protocol
		empty []byte
	}{
		{codec.Binary, []byte{0x0f, 0, 4, 0x08, 0, 0, 0, 0, 0}},
		{codec.Compact, []byte{0x49, 0x05, 0}},
	} {
		c := codec.Must(codec.New[wiretest.OptDefaults](tt.p, codec.Options{}))
		if b, err := c.Append(nil, &absent); !bytes.Equal(b, []byte{0}) || err != nil {
			t.Errorf("%v: Append of a nil slice = %x, %v, want 00", tt.p, b, err)
		}
		if b, err := c.Append(nil, &empty); !bytes.Equal(b, tt.empty) || err != nil {
			t.Errorf("%v: Append of an empty slice = %x, %v, want %x", tt.p, b, err, tt.empty)
		}
	}
}
