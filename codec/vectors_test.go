package codec_test

import (
	"errors"
	"iter"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// bothProtocols are the protocols by name.
var bothProtocols = []codec.Protocol{codec.Binary, codec.Compact}

// form is one way to hold a struct of the vectors in Go.
type form struct {
	name string
	new  func() any
	// canonical: its bytes are those of the vectors only under Canonical, since Go maps have no order.
	canonical bool
}

// formsOf returns the forms of the type of that name: the one that generated code has, maps held as
// entries, sets held as maps.
func formsOf(name string) []form {
	s := wiretest.Lookup(name)
	fs := []form{{"main", s.New, s.Entries != nil}}
	if s.Entries != nil {
		fs = append(fs, form{"entries", s.Entries, false})
	}
	if s.AsMap != nil {
		fs = append(fs, form{"asmap", s.AsMap, true})
	}
	return fs
}

// goldenRow is one golden vector in one protocol and one form of its type. All of it is shared: it is not
// to be changed.
type goldenRow struct {
	form
	p     codec.Protocol
	wire  []byte
	value any
	// before are inputs for the same type: what a target holds that was used before.
	before [][]byte
}

// goldenRows are all rows by name.
var goldenRows = sync.OnceValue(func() map[string][]goldenRow {
	inputs := map[string][][2][]byte{}
	for _, v := range wiretest.Golden() {
		inputs[v.Type] = append(inputs[v.Type], [2][]byte{v.Binary, v.Compact})
	}
	rows, seen := map[string][]goldenRow{}, map[string]int{}
	for _, v := range wiretest.Golden() {
		of := inputs[v.Type]
		at := seen[v.Type]
		seen[v.Type]++
		for _, f := range formsOf(v.Type) {
			value := wiretest.MustBuild(f.new(), v.Value)
			for i, wire := range [][]byte{v.Binary, v.Compact} {
				r := goldenRow{form: f, p: bothProtocols[i], wire: wire, value: value}
				for _, k := range []int{1, len(of) / 2} {
					r.before = append(r.before, of[(at+k)%len(of)][i])
				}
				name := v.File + "/" + v.Name
				rows[name] = append(rows[name], r)
			}
		}
	}
	return rows
})

// eachGolden runs f for every row, in the order of the vectors.
func eachGolden(t *testing.T, f func(t *testing.T, r goldenRow)) {
	done := map[string]bool{}
	for _, v := range wiretest.Golden() {
		name := v.File + "/" + v.Name
		if done[name] {
			t.Errorf("two vectors are named %s", name)
			continue
		}
		done[name] = true
		for _, r := range goldenRows()[name] {
			t.Run(name+"/"+r.p.String()+"/"+r.name, func(t *testing.T) { f(t, r) })
		}
	}
}

// options are those that the vectors' bytes need for this form.
func (r goldenRow) options() codec.Options { return codec.Options{Canonical: r.canonical} }

// anyCodecs are made once for each type, protocol and options.
var anyCodecs sync.Map

type anyKey struct {
	t reflect.Type
	p codec.Protocol
	o codec.Options
}

// codecOf returns the codec for what v points to.
func codecOf(t testing.TB, v any, p codec.Protocol, o codec.Options) *codec.Any {
	k := anyKey{reflect.TypeOf(v).Elem(), p, o}
	if c, ok := anyCodecs.Load(k); ok {
		return c.(*codec.Any)
	}
	c, err := codec.ForType(k.t, p, o)
	if err != nil {
		t.Helper()
		t.Fatalf("ForType(%v, %v, %+v): %v", k.t, p, o, err)
	}
	anyCodecs.Store(k, c)
	return c
}

// decodeModes are all that a decode of good bytes may be told.
var decodeModes = []struct {
	name string
	o    codec.Options
}{
	{"shared", codec.Options{}},
	{"own", codec.Options{Strings: codec.Own}},
	{"alias", codec.Options{Strings: codec.Alias}},
	{"shared reuse", codec.Options{Reuse: true}},
	{"own reuse", codec.Options{Strings: codec.Own, Reuse: true}},
	{"alias reuse", codec.Options{Strings: codec.Alias, Reuse: true}},
	{"strict", codec.Options{Strict: true}},
}

// quickDiff is Diff, at first by a quicker comparison that takes -0 for 0.
func quickDiff(a, b any) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return wiretest.Diff(a, b)
}

const (
	longRow   = 2 << 10 // bytes from which on not every length is tried
	edge      = 128     // lengths that are always tried at both ends
	betweenIt = 64      // lengths that are tried between them
)

// lengthsBelow yields 0 to n-1, of a large n both ends and some between.
func lengthsBelow(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; {
			if !yield(i) {
				return
			}
			if n > longRow && i >= edge && i < n-edge {
				i = min(i+n/betweenIt|1, n-edge)
			} else {
				i++
			}
		}
	}
}

// classes are the sentinels that an error of a decode may be.
var classes = map[error]string{
	codec.ErrTruncated:       "ErrTruncated",
	codec.ErrLimit:           "ErrLimit",
	codec.ErrInvalid:         "ErrInvalid",
	codec.ErrTypeMismatch:    "ErrTypeMismatch",
	codec.ErrMissingRequired: "ErrMissingRequired",
	codec.ErrUnion:           "ErrUnion",
	codec.ErrOverflow:        "ErrOverflow",
	codec.ErrShortBuffer:     "ErrShortBuffer",
}

// maxErrorText bounds the text of an error.
const maxErrorText = 4 << 10

// checkDecodeError checks the shape of an error from decoding n bytes into what v points to, and that v is
// zero.
func checkDecodeError(t *testing.T, err error, p codec.Protocol, n int, v any) {
	t.Helper()
	var e *codec.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %T is no *codec.Error: %v", err, err)
	}
	typ := reflect.TypeOf(v).Elem()
	if e.Protocol != p || e.GoType != typ {
		t.Errorf("error says %v and %v, want %v and %v", e.Protocol, e.GoType, p, typ)
	}
	if e.Offset < 0 || e.Offset > n {
		t.Errorf("Offset = %d, outside 0 to %d: %v", e.Offset, n, err)
	}
	if rest, ok := strings.CutPrefix(e.Path, typ.Name()); !ok || rest != "" && !strings.ContainsAny(rest[:1], ".[") {
		t.Errorf("Path = %q, want it to begin with %s", e.Path, typ.Name())
	}
	if text := err.Error(); len(text) > maxErrorText || !strings.HasPrefix(text, "thrift: "+p.String()+": unmarshal ") {
		t.Errorf("text of %d bytes: %.200s", len(text), text)
	}
	is := 0
	for class := range classes {
		if errors.Is(err, class) {
			is++
		}
	}
	if is != 1 {
		t.Errorf("error is %d sentinels, want 1: %v", is, err)
	}
	if !reflect.ValueOf(v).Elem().IsZero() {
		t.Errorf("the value is not zero after an error: %+v", v)
	}
}

// maxWalk bounds how deep spareBytes looks.
const maxWalk = 70

// spareBytes returns the path of a []byte in v whose capacity is not its length, "" when there is none.
func spareBytes(v reflect.Value, depth int) string {
	if depth > maxWalk {
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return spareBytes(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if path := spareBytes(v.Field(i), depth+1); path != "" {
				return "." + v.Type().Field(i).Name + path
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if v.Cap() != v.Len() {
				return " has spare capacity"
			}
			return ""
		}
		for i := range v.Len() {
			if path := spareBytes(v.Index(i), depth+1); path != "" {
				return "[]" + path
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if path := spareBytes(it.Value(), depth+1); path != "" {
				return "[]" + path
			}
		}
	}
	return ""
}
