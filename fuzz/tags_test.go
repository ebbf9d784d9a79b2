package fuzz

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// FuzzTags makes struct types of any Go types with any tags, and uses what New makes of them: a type is refused with
// faults that say where, what and what to do, or it works as the oracle says.
func FuzzTags(f *testing.F) {
	for _, tag := range []string{
		"", "a", "a,1", ",1", "1", "0", "-1", "1,required", "1,enum,optional,writezero", "a,1,optional", "a,1,default,set<i32>", "-", ",union", "a,,", "a,1,required,hasdefault",
		"a,1,default,map<string:list<i32>>", "a,1,default,map<string,i32>", "a,40000", "a,1,optional,x.Name,nocopy", "1,default,string,nocopy", "\x00,1", "a,1,default,list<list<list<i8>>>",
	} {
		for mode := range byte(4) {
			f.Add(append([]byte{2, 12, 0, mode, byte(len(tag))}, tag+"\x05\x03\x01"+tag...), uint64(mode), mode)
		}
	}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range uint64(400) {
		script := make([]byte, 8+r.IntN(120))
		for j := range script {
			script[j] = byte(r.Uint32()) >> r.IntN(5)
		}
		f.Add(script, i, byte(i))
	}
	f.Fuzz(func(t *testing.T, script []byte, seed uint64, options byte) {
		if len(script) > 512 {
			t.Skip()
		}
		typ := typeFrom(script)
		if typ == nil {
			t.Skip("package reflect refuses the type")
		}
		if !planned(t, typ) || used.Add(1) > mostUsed {
			return
		}
		v := reflect.New(typ).Interface()
		generator{rand.New(rand.NewPCG(seed, 1))}.fill(reflect.ValueOf(v).Elem(), 2)
		for _, compact := range []bool{false, true} {
			compareAppend(t, compact, v)
			goesRound(t, compact, options, v)
		}
	})
}

// mostUsed is how many types one process makes codecs of: they stay in memory as long as it lives. Beyond them only
// plans are made.
const mostUsed = 20_000

var used atomic.Int64

// planned makes a plan of typ in a schema of its own, and reports whether that is possible.
func planned(t *testing.T, typ reflect.Type) bool {
	plan, err := new(layout.Schema).Of(typ)
	if (plan == nil) == (err == nil) {
		t.Fatalf("%s: got %v, %v", typ, plan, err)
	}
	if err != nil {
		checkFaults(t, typ, err)
		return false
	}
	if found := layout.Compatible(plan, plan); plan.Explain() == "" || len(found) > 0 {
		t.Fatalf("%s: a plan differs from itself:\n%s\n%v", typ, plan.Explain(), found)
	}
	hintedToo(t, typ, plan)
	return true
}

// hintedToo makes a plan of typ without its tags, from hints that say what they said.
func hintedToo(t *testing.T, typ reflect.Type, plan *layout.Struct) {
	fields := make([]reflect.StructField, typ.NumField())
	hint, blanks := layout.Hint{}, 0
	for i := range fields {
		f := typ.Field(i)
		if f.Name == "_" {
			blanks++
		}
		text, ok := f.Tag.Lookup("thrift")
		if _, frugal := f.Tag.Lookup("frugal"); frugal || blanks > 1 || strings.Contains(string(f.Tag), "db:") {
			return // what a hint cannot say
		}
		if ok {
			hint.Fields = append(hint.Fields, layout.FieldHint{GoName: f.Name, Tag: text})
		}
		f.Tag = ""
		fields[i] = f
	}
	hint.Type = reflect.StructOf(fields)
	schema, err := layout.NewSchema(hint)
	if err != nil {
		t.Fatalf("%s: NewSchema: %v", typ, err)
	}
	if p, err := schema.Of(hint.Type); err != nil || p.Fingerprint() != plan.Fingerprint() || len(layout.Compatible(plan, p)) > 0 {
		t.Fatalf("%s: hints give %v, %v", typ, p, err)
	}
}

// checkFaults checks that err is one or more faults, each with all that a user needs.
func checkFaults(t *testing.T, typ reflect.Type, err error) {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, err := range list {
		var fault *layout.Error
		if !errors.As(err, &fault) || fault.Type == nil || fault.Problem == "" || fault.Remedy == "" || !strings.HasPrefix(err.Error(), "thrift: ") {
			t.Fatalf("%s: a fault that says too little: %#v", typ, err)
		}
	}
}

// goesRound decodes what v goes out as, as the oracle does; and what that goes out as comes back.
func goesRound(t *testing.T, compact bool, options byte, v any) {
	p, rp := protocolOf(compact)
	b, err := codecFor(v, p, codec.Options{}).Append(nil, v)
	if err != nil {
		checkError(t, err)
		return
	}
	o, ro := optionsOf(options &^ bitSmall)
	typ := reflect.TypeOf(v).Elem()
	got, want := reflect.New(typ).Interface(), reflect.New(typ).Interface()
	n, err := codecFor(v, p, o).Decode(own(b), got)
	wantN, wantErr := ref.Decode(b, rp, want, ro)
	if n != wantN || classOf(err) != classOf(wantErr) {
		t.Fatalf("%s: %v Decode of %x = %d, %v; ref: %d, %v", typ, p, b, n, err, wantN, wantErr)
	}
	if err != nil {
		return // a nil element of a struct that has required fields went out as an empty one
	}
	if d := wiretest.Diff(got, want); d != "" {
		t.Fatalf("%s: %v Decode of %x: %s", typ, p, b, d)
	}
	o.Canonical = true
	c := codecFor(v, p, o)
	again, err := c.Append(nil, got)
	if errors.Is(err, codec.ErrUnion) {
		return // a nil element that is a union went out as an empty one
	}
	if err != nil {
		t.Fatalf("%s: %v: what %x gave does not go out: %v", typ, p, b, err)
	}
	// A nil list that has a default comes back as that default, so that only what goes out then stays as it is.
	for i := range 2 {
		if n, err := c.Decode(own(again), v); n != len(again) || err != nil { // into a used value
			t.Fatalf("%s: %v Decode of %x = %d, %v", typ, p, again, n, err)
		}
		last, err := c.Append(nil, v)
		if err != nil || i == 1 && string(last) != string(again) {
			t.Fatalf("%s: %v: %x goes out again as %x, %v", typ, p, again, last, err)
		}
		again = last
	}
}
