package fuzz

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

func FuzzDecodeBinary(f *testing.F)  { fuzzDecode(f, false) }
func FuzzDecodeCompact(f *testing.F) { fuzzDecode(f, true) }

// fuzzDecode decodes any bytes as any type, and checks what holds whatever they are.
func fuzzDecode(f *testing.F, compact bool) {
	sample(1, func(s seed) {
		if s.compact == compact {
			f.Add(s.data, s.selector, s.options)
		}
	})
	f.Fuzz(func(t *testing.T, data []byte, selector uint16, options byte) {
		if len(data) > maxInput {
			t.Skip()
		}
		p, _ := protocolOf(compact)
		o, _ := optionsOf(options)
		v := pick(selector).new()
		src := own(data)
		n, err := codecFor(v, p, o).Decode(src, v)
		if !bytes.Equal(src, data) {
			t.Fatal("the input has changed")
		}
		if err != nil {
			checkError(t, err)
			return
		}
		if n < 1 || n > len(src) {
			t.Fatalf("n = %d of %d", n, len(src))
		}
		if path := spare(reflect.ValueOf(v), 0); path != "" {
			t.Fatalf("%T%s: a []byte with spare capacity", v, path)
		}
		checkOwned(t, p, o, data, src, v)
		checkPrefix(t, p, o, data[:n], v)
	})
}

// sentinels are the errors that a decode may give.
var sentinels = []error{
	codec.ErrTruncated, codec.ErrLimit, codec.ErrInvalid, codec.ErrTypeMismatch, codec.ErrMissingRequired,
	codec.ErrUnion, codec.ErrOverflow, codec.ErrShortBuffer,
}

// classOf returns the sentinel that err is, nil for nil.
func classOf(err error) error {
	for _, s := range sentinels {
		if errors.Is(err, s) {
			return s
		}
	}
	return err
}

// maxText bounds the text of an error.
const maxText = 4 << 10

func checkError(t *testing.T, err error) {
	var e *codec.Error
	if !errors.As(err, &e) || classOf(err) == err {
		t.Fatalf("error of no class: %v", err)
	}
	if len(err.Error()) > maxText {
		t.Fatalf("an error of %d bytes", len(err.Error()))
	}
}

// checkOwned checks that a decoded value does not hang on its input, unless it is to.
func checkOwned(t *testing.T, p codec.Protocol, o codec.Options, data, src []byte, v any) {
	if o.Strings == codec.Alias {
		return
	}
	clear(src)
	again := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	if _, err := codecFor(v, p, o).Decode(own(data), again); err != nil {
		t.Fatal(err)
	}
	if d := wiretest.Diff(v, again); d != "" {
		t.Fatalf("the value changed with its input: %s", d)
	}
}

// checkPrefix checks that the bytes which were used are all that is needed.
func checkPrefix(t *testing.T, p codec.Protocol, o codec.Options, used []byte, v any) {
	again := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	if n, err := codecFor(v, p, o).Decode(own(used), again); n != len(used) || err != nil {
		t.Fatalf("Decode of the %d bytes that were used = %d, %v", len(used), n, err)
	}
	if _, err := codecFor(v, p, o).Decode(own(used[:len(used)-1]), again); !errors.Is(err, codec.ErrTruncated) {
		t.Fatalf("Decode of one byte less = %v", err)
	}
}

// maxWalk bounds how deep spare looks.
const maxWalk = 64

// spare returns the path of a []byte in v whose capacity is not its length, "" when there is none.
func spare(v reflect.Value, depth int) string {
	if depth > maxWalk {
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return spare(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Name == "Unknown" || f.Name == "_unknownFields" {
				continue
			}
			if path := spare(v.Field(i), depth+1); path != "" {
				return "." + f.Name + path
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if v.Cap() != v.Len() {
				return " "
			}
			return ""
		}
		for i := range v.Len() {
			if path := spare(v.Index(i), depth+1); path != "" {
				return "[]" + path
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if path := spare(it.Value(), depth+1); path != "" {
				return "[]" + path
			}
		}
	}
	return ""
}
