package codec_test

import (
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// Types that hints are about, right ones and wrong ones.
type (
	hinted struct {
		A    int64   `thrift:"a,1"`
		L    []int32 `thrift:"l,2"`
		P    *int32  `thrift:"p,3"`
		Free string  // the hint gives it a tag
		own  string
		_    struct{}
	}
	hintedBase struct {
		P *int32 `thrift:"p,1"`
		Q *int32 `thrift:"q,2"`
	}
	hintsEmbedded struct {
		hintedBase
		B int32 `thrift:"b,3"`
	}
	hintsByPointer struct {
		*hintedBase
		B int32 `thrift:"b,3"`
	}
	hintsTagged struct {
		Base hintedBase `thrift:"base,1"`
		B    int32      `thrift:"b,3"`
	}
)

// fields is a hint about fields of T, given as pairs of Go name and tag.
func fields[T any](pairs ...string) layout.Hint {
	h := layout.Hint{Type: of[T]()}
	for i := 0; i < len(pairs); i += 2 {
		h.Fields = append(h.Fields, layout.FieldHint{GoName: pairs[i], Tag: pairs[i+1]})
	}
	return h
}

// constructs is a hint with a constructor that need not be a good one.
func constructs[T any](new func() any) layout.Hint { return layout.Hint{Type: of[T](), New: new} }

func union[T any]() layout.Hint { return layout.Hint{Type: of[T](), Union: true} }

// badHint is hints that NewSchema, or New for the type, refuses.
type badHint struct {
	name    string
	hints   []layout.Hint
	typ     reflect.Type // that New is asked for
	at      reflect.Type // where the fault is; nil: typ
	field   string
	problem string
	remedy  string
	fixed   []layout.Hint // what the remedy makes of the hints
	good    reflect.Type  // and of typ; nil: typ
}

var badHints = []badHint{
	{"a pointer", []layout.Hint{{Type: of[*hinted]()}}, of[hinted](), of[*hinted](), "", "it is not a struct", "give the type of a struct", []layout.Hint{{Type: of[hinted]()}}, nil},
	{"a number", []layout.Hint{{Type: of[myLong](), Union: true}}, of[hinted](), of[myLong](), "", "it is not a struct", "give the type of a struct", []layout.Hint{{Type: of[hinted]()}}, nil},
	{"an interface", []layout.Hint{{Type: of[any]()}}, of[hinted](), of[any](), "", "it is not a struct", "give the type of a struct", nil, nil},
	{"two constructors", []layout.Hint{layout.Constructor(newHinted), layout.Constructor(newHinted)}, of[hinted](), nil, "", "two hints give it a constructor", "keep one of them", []layout.Hint{layout.Constructor(newHinted)}, nil},
	{"no such field", []layout.Hint{fields[hinted]("Nothing", "n,1")}, of[hinted](), nil, "Nothing", "which the struct does not declare", "use the name of one of its Go fields", []layout.Hint{fields[hinted]("A", "n,1")}, nil},
	{"Thrift name for Go name", []layout.Hint{fields[hinted]("a", "n,1")}, of[hinted](), nil, "a", "which the struct does not declare", "use the name of one of its Go fields", []layout.Hint{fields[hinted]("A", "n,1")}, nil},
	{"promoted field", []layout.Hint{fields[hintsEmbedded]("P", "p,1,optional")}, of[hintsEmbedded](), nil, "P", "which the struct does not declare", "give the hint to the embedded struct that has it", []layout.Hint{fields[hintedBase]("P", "p,1,optional")}, nil},
	{"two tags", []layout.Hint{fields[hinted]("A", "a,1"), fields[hinted]("A", "a,2")}, of[hinted](), nil, "A", `another hint gives the field the tag "a,1"`, "keep one of them", []layout.Hint{fields[hinted]("A", "a,1"), fields[hinted]("A", "a,1")}, nil},

	{"tag with its key", []layout.Hint{fields[hinted]("A", `thrift:"a,1"`)}, of[hinted](), nil, "A", "is neither a name nor an id", "write thrift:", []layout.Hint{fields[hinted]("A", `a,1`)}, nil},
	{"empty tag", []layout.Hint{fields[hinted]("A", "")}, of[hinted](), nil, "A", "the tag is empty", `or thrift:"-" for what is no Thrift field`, []layout.Hint{fields[hinted]("A", "-")}, nil},
	{"tag without id", []layout.Hint{fields[hinted]("A", "a")}, of[hinted](), nil, "A", "there is no id", `write thrift:"name,id"`, []layout.Hint{fields[hinted]("A", "a,1")}, nil},
	{"bad TYPE", []layout.Hint{fields[hinted]("L", "l,2,default,set<i32")}, of[hinted](), nil, "L", "'>' is missing at offset 7", "set<T>", []layout.Hint{fields[hinted]("L", "l,2,default,set<i32>")}, nil},
	{"TYPE that does not fit", []layout.Hint{fields[hinted]("A", "a,1,default,i32")}, of[hinted](), nil, "A", "TYPE i32 does not fit Go type int64", "write i64 or the name of an enum", []layout.Hint{fields[hinted]("A", "a,1,default,Colour")}, nil},
	{"nocopy on a number", []layout.Hint{fields[hinted]("A", "a,1,default,i64,nocopy")}, of[hinted](), nil, "A", "nocopy is for string and binary only", "leave it out", []layout.Hint{fields[hinted]("A", "a,1,default,i64")}, nil},
	{"enum on a list", []layout.Hint{fields[hinted]("L", "2,enum")}, of[hinted](), nil, "L", "the enum option does not fit Go type []int32", "leave it out", []layout.Hint{fields[hinted]("L", "2")}, nil},
	{"an id that is taken", []layout.Hint{fields[hinted]("Free", "free,1")}, of[hinted](), nil, "Free", "id 1 is that of A too", "an id of its own", []layout.Hint{fields[hinted]("Free", "free,4")}, nil},
	{"unexported field", []layout.Hint{fields[hinted]("own", "own,4")}, of[hinted](), nil, "own", "the field is not exported", `leave it out with thrift:"-"`, []layout.Hint{fields[hinted]("own", "-")}, nil},
	{"blank field", []layout.Hint{fields[hinted]("_", "x,4")}, of[hinted](), nil, "_", "a blank field cannot be a Thrift field", "give it a name", []layout.Hint{fields[hinted]("Free", "x,4")}, nil},
	{"union mark on a field", []layout.Hint{fields[hintedBase]("P", ",union")}, of[hintedBase](), nil, "P", "the union mark is not on a blank field", "write _ struct{}", []layout.Hint{union[hintedBase]()}, nil},

	{"union of values", []layout.Hint{union[hinted]()}, of[hinted](), nil, "A", "a union's field must be able to be nil", "make it a pointer: *int64", []layout.Hint{union[hintedBase]()}, of[hintedBase]()},
	{"union embedded", []layout.Hint{union[hintedBase]()}, of[hintsEmbedded](), nil, "hintedBase", "an embedded struct cannot make the one around it a union", "give the embedded field a tag", []layout.Hint{union[hintedBase]()}, of[hintsTagged]()},
	{"union embedded by pointer", []layout.Hint{union[hintedBase]()}, of[hintsByPointer](), nil, "hintedBase", "an embedded struct cannot make the one around it a union", "give the embedded field a tag", []layout.Hint{union[hintedBase]()}, of[hintsTagged]()},

	{"constructor of what is embedded", []layout.Hint{layout.Constructor(newHintedBase)}, of[hintsEmbedded](), nil, "hintedBase", "the constructor of codec_test.hintedBase is not called where it is embedded", "give codec_test.hintsEmbedded a constructor too", []layout.Hint{layout.Constructor(newHintedBase), layout.Constructor(newHintsEmbedded)}, nil},
	{"constructor that panics", []layout.Hint{layout.Constructor(func() *hinted { panic("no luck") })}, of[hinted](), nil, "", "its constructor panics: no luck", "make the constructor return a new *codec_test.hinted", []layout.Hint{layout.Constructor(newHinted)}, nil},
	{"constructor that gives nil", []layout.Hint{layout.Constructor(func() *hinted { return nil })}, of[hinted](), nil, "", "gave a nil pointer, or one to something else", "make the constructor return a new *codec_test.hinted", []layout.Hint{layout.Constructor(newHinted)}, nil},
	{"constructor that gives nothing", []layout.Hint{constructs[hinted](func() any { return nil })}, of[hinted](), nil, "", "gave a nil pointer, or one to something else", "make the constructor return a new *codec_test.hinted", []layout.Hint{layout.Constructor(newHinted)}, nil},
	{"constructor of something else", []layout.Hint{constructs[hinted](func() any { return new(hintedBase) })}, of[hinted](), nil, "", "gave a nil pointer, or one to something else", "make the constructor return a new *codec_test.hinted", []layout.Hint{constructs[hinted](func() any { return newHinted() })}, nil},
	{"constructor of a value", []layout.Hint{constructs[hinted](func() any { return hinted{} })}, of[hinted](), nil, "", "gave a nil pointer, or one to something else", "make the constructor return a new *codec_test.hinted", []layout.Hint{constructs[hinted](func() any { return newHinted() })}, nil},
}

func newHinted() *hinted               { return &hinted{A: 7, L: []int32{1}} }
func newHintedBase() *hintedBase       { return &hintedBase{P: new(int32(7))} }
func newHintsEmbedded() *hintsEmbedded { return &hintsEmbedded{hintedBase: *newHintedBase()} }

// TestBadHints is TestBadTags for schemas.
func TestBadHints(t *testing.T) {
	_, _ = hinted{}.own, hintsByPointer{}.hintedBase
	for _, row := range badHints {
		s, err := layout.NewSchema(row.hints...)
		if (s == nil) == (err == nil) {
			t.Errorf("%s: NewSchema = %v, %v", row.name, s, err)
		}
		if err == nil {
			_, err = codec.ForType(row.typ, codec.Compact, codec.Options{Schema: s})
		}
		at := row.at
		if at == nil {
			at = row.typ
		}
		checkFault(t, row.name, err, at, row.field, row.problem, row.remedy)

		s, err = layout.NewSchema(row.fixed...)
		noError(err)
		good := row.good
		if good == nil {
			good = row.typ
		}
		for _, p := range bothProtocols {
			c, err := codec.ForType(good, p, codec.Options{Schema: s})
			if err != nil {
				t.Errorf("%s: the remedy is refused: %v", row.name, err)
				continue
			}
			v, got := reflect.New(good), reflect.New(good)
			if _, err := c.Decode([]byte{0}, v.Interface()); err != nil { // with its defaults
				t.Errorf("%s: %v: %v", row.name, p, err)
			}
			if f := v.Elem().Field(0); f.Kind() == reflect.Pointer && f.IsNil() {
				f.Set(reflect.New(f.Type().Elem())) // the union's one arm
			}
			if f := v.Elem().FieldByName("Base"); f.IsValid() {
				f.Field(0).Set(reflect.New(of[int32]()))
			}
			b, err := c.Append(nil, v.Interface())
			if n, decodeErr := c.Decode(b, got.Interface()); err != nil || decodeErr != nil || n != len(b) {
				t.Errorf("%s: %v: Append = %x, %v; Decode = %d, %v", row.name, p, b, err, n, decodeErr)
			}
			if again, err := c.Append(nil, got.Interface()); err != nil || string(again) != string(b) {
				t.Errorf("%s: %v: %x goes out again as %x, %v", row.name, p, b, again, err)
			}
		}
	}

	_, err := layout.NewSchema(layout.Hint{New: func() any { return nil }})
	if err == nil || err.Error() != "thrift: nil type: a hint has no type; set Hint.Type to the type of a struct" {
		t.Errorf("a hint without a type: %v", err)
	}
	_, err = layout.NewSchema(badHints[0].hints[0], badHints[4].hints[0])
	if joined, ok := err.(interface{ Unwrap() []error }); !ok || len(joined.Unwrap()) != 2 {
		t.Errorf("two bad hints: %v", err)
	}
}
