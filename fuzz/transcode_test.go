package fuzz

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzTranscode turns a Binary value into Compact and back: the same value, and the same bytes as those
// that Binary gave at first. Anything that a decode accepts can be written, but for unions without an arm.
func FuzzTranscode(f *testing.F) {
	sample(1, func(s seed) {
		if !s.compact {
			f.Add(s.data, s.selector)
		}
	})
	f.Fuzz(transcode)
}

// transcode is one input of FuzzTranscode.
func transcode(t *testing.T, data []byte, selector uint16) {
	if len(data) > maxInput {
		return
	}
	v := pick(selector).new()
	o := codec.Options{Canonical: true}
	b, c := codecFor(v, codec.Binary, o), codecFor(v, codec.Compact, o)
	if _, err := b.Decode(own(data), v); err != nil {
		return
	}
	first, err := b.Append(nil, v)
	if classOf(err) == codec.ErrUnion {
		return
	}
	if err != nil {
		t.Fatalf("%T was decoded and cannot be written: %v", v, err)
	}
	// A nil list that has a default is left out, and a reader has the default: from then on the bytes stay.
	v = roundTrip(t, b, first, v)
	if first, err = b.Append(nil, v); err != nil {
		t.Fatalf("%T: Binary once more: %v", v, err)
	}
	middle, err := c.Append(nil, v)
	if err != nil {
		t.Fatalf("%T: Compact: %v", v, err)
	}
	w := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	if n, err := c.Decode(own(middle), w); n != len(middle) || err != nil {
		t.Fatalf("%T: Compact Decode of %x = %d, %v", v, middle, n, err)
	}
	if !keeps(v) { // kept bytes are another form of the same
		if d := wiretest.Diff(w, roundTrip(t, b, first, v)); d != "" {
			t.Fatalf("%T: %s", v, d)
		}
	}
	last, err := b.Append(nil, w)
	if err != nil || !keeps(v) && !bytes.Equal(last, first) {
		t.Fatalf("%T: Binary after Compact = %x, %v, want %x", v, last, err, first)
	}
	again, err := c.Append(nil, w)
	if err != nil || !bytes.Equal(again, middle) {
		t.Fatalf("%T: Compact after Compact = %x, %v, want %x", v, again, err, middle)
	}
}

// roundTrip decodes what v gave: a value may be written as the default that a reader fills in.
func roundTrip(t *testing.T, b *codec.Any, data []byte, v any) any {
	w := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	if n, err := b.Decode(own(data), w); n != len(data) || err != nil {
		t.Fatalf("%T: Decode of its own bytes %x = %d, %v", v, data, n, err)
	}
	return w
}

// keeps reports whether a type keeps unknown fields, whose Binary bytes need not be those that Compact
// leads to: a bool may be any byte, and the types of an empty map are lost.
func keeps(v any) bool {
	switch v.(type) {
	case *Keeper, *KeeperUnion, *Tangled, *ByValue:
		return true
	}
	return false
}
