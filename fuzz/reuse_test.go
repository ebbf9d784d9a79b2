package fuzz

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzReuse decodes two inputs into one value. The second result equals a fresh decode; without Reuse what
// the first gave is as it was; and no input changes.
func FuzzReuse(f *testing.F) {
	before := map[uint16]seed{} // by type
	sample(1, func(s seed) {
		if b, ok := before[s.selector]; ok && b.compact == s.compact {
			f.Add(b.data, s.data, s.compact, s.selector, s.options)
		}
		before[s.selector] = s
	})
	f.Fuzz(compareReuse)
}

// compareReuse is one input of FuzzReuse.
func compareReuse(t *testing.T, a, b []byte, compact bool, selector uint16, options byte) {
	if len(a) > maxInput || len(b) > maxInput {
		return
	}
	p, _ := protocolOf(compact)
	o, _ := optionsOf(options)
	v := pick(selector).new()
	c := codecFor(v, p, o)
	srcA, srcB := own(a), own(b)
	_, errA := c.Decode(srcA, v)
	old := shallow(v)
	n, err := c.Decode(srcB, v)
	want := pick(selector).new()
	wantN, wantErr := c.Decode(own(b), want)
	if n != wantN || classOf(err) != classOf(wantErr) {
		t.Fatalf("%T: Decode into a used value = %d, %v; into a fresh one: %d, %v", v, n, err, wantN, wantErr)
	}
	if d := wiretest.Diff(v, want); err == nil && d != "" {
		t.Fatalf("%T: used and fresh differ: %s", v, d)
	}
	if !bytes.Equal(srcA, a) || !bytes.Equal(srcB, b) {
		t.Fatal("an input has changed")
	}
	first := pick(selector).new()
	if _, err := c.Decode(own(a), first); err == nil && errA == nil && !o.Reuse {
		if d := wiretest.Diff(old, first); d != "" {
			t.Fatalf("%T: what the first decode gave has changed: %s", v, d)
		}
	}
	// Back to the first input, after whatever the second did.
	if _, err := c.Decode(srcA, v); classOf(err) != classOf(errA) {
		t.Fatalf("%T: %v, at first %v", v, err, errA)
	}
	if d := wiretest.Diff(v, first); errA == nil && d != "" {
		t.Fatalf("%T: back to the first: %s", v, d)
	}
}

// shallow copies what v points to, and not what that points to.
func shallow(v any) any {
	w := reflect.New(reflect.TypeOf(v).Elem())
	w.Elem().Set(reflect.ValueOf(v).Elem())
	return w.Interface()
}
