package fuzz

import (
	"bytes"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzFastEqualsRef compares the fast codec with the slow one: verdict, value, bytes used, and the bytes
// that the value gives in both protocols.
func FuzzFastEqualsRef(f *testing.F) {
	sample(1, func(s seed) { f.Add(s.data, s.compact, s.selector, s.options) })
	f.Fuzz(compareDecode)
}

// compareDecode is one input of FuzzFastEqualsRef.
func compareDecode(t *testing.T, data []byte, compact bool, selector uint16, options byte) {
	if len(data) > maxInput {
		return
	}
	p, rp := protocolOf(compact)
	o, ro := optionsOf(options)
	got, want := pick(selector).new(), pick(selector).new()
	n, err := codecFor(got, p, o).Decode(own(data), got)
	wantN, wantErr := ref.Decode(data, rp, want, ro)
	if n != wantN || (err == nil) != (wantErr == nil) {
		t.Fatalf("%T: Decode = %d, %v; ref: %d, %v", got, n, err, wantN, wantErr)
	}
	if err != nil {
		return
	}
	if d := wiretest.Diff(got, want); d != "" {
		t.Fatalf("%T: %s", got, d)
	}
	for _, compact := range []bool{false, true} {
		compareAppend(t, compact, got)
	}
}

// compareAppend compares the encodings of v by both codecs.
func compareAppend(t *testing.T, compact bool, v any) {
	p, rp := protocolOf(compact)
	c := codecFor(v, p, codec.Options{Canonical: true})
	got, err := c.Append(nil, v)
	want, wantErr := ref.Append(nil, rp, v, ref.Options{Canonical: true})
	if (err == nil) != (wantErr == nil) { // of two faults either may be told
		t.Fatalf("%T: %v Append: %v; ref: %v", v, p, err, wantErr)
	}
	size, sizeErr := c.Size(v)
	if (sizeErr == nil) != (err == nil) || size != len(got) {
		t.Fatalf("%T: %v Size = %d, %v; Append gives %d, %v", v, p, size, sizeErr, len(got), err)
	}
	if err != nil {
		return
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%T: %v Append = %x; ref: %x", v, p, got, want)
	}
	checkEncode(t, c, v, want)
	plain, err := codecFor(v, p, codec.Options{}).Append(nil, v)
	if err != nil || len(plain) != len(want) {
		t.Fatalf("%T: %v Append in any order = %x, %v, want %d bytes", v, p, plain, err, len(want))
	}
}

// checkEncode encodes v into memory that is just large enough, and one byte too small.
func checkEncode(t *testing.T, c *codec.Any, v any, want []byte) {
	const canary = 0xa5
	buf := bytes.Repeat([]byte{canary}, len(want)+8)
	n, err := c.Encode(buf[:len(want)], v)
	if err != nil || !bytes.Equal(buf[:n], want) {
		t.Fatalf("%T: Encode = %x, %v, want %x", v, buf[:n], err, want)
	}
	n, err = c.Encode(buf[:len(want)-1], v)
	if n != 0 || classOf(err) != codec.ErrShortBuffer {
		t.Fatalf("%T: Encode into too little = %d, %v", v, n, err)
	}
	if !bytes.Equal(buf[len(want):], bytes.Repeat([]byte{canary}, 8)) {
		t.Fatalf("%T: Encode wrote past the end", v)
	}
}

// Of an input with one fault both codecs say the same of it. The malformed vectors mostly have one, and
// those that are accepted may have one under Strict.
func TestClassEqualsRef(t *testing.T) {
	for _, c := range wiretest.Malformed() {
		if c.Protocol != "binary" && c.Protocol != "compact" {
			continue
		}
		p, rp := protocolOf(c.Protocol == "compact")
		for _, strict := range []bool{false, true} {
			v, w := wiretest.Lookup(c.Type).New(), wiretest.Lookup(c.Type).New()
			_, err := codecFor(v, p, codec.Options{Strict: strict}).Decode(own(c.Input), v)
			_, want := ref.Decode(c.Input, rp, w, ref.Options{Strict: strict})
			if classOf(err) != classOf(want) {
				t.Errorf("%s (strict %v): %v; ref: %v", c.Name, strict, err, want)
			}
			if want != nil {
				break
			}
		}
	}
}

// Fields that are kept without knowing them may have any type, and so meet values of another type where
// Canonical orders the structs that keep them.
func TestCanonicalOfUnknown(t *testing.T) {
	kept := [][]byte{
		{},
		{2, 0, 1, 1},
		{3, 0, 1, 5},
		{6, 0, 1, 0, 5},
		{8, 0, 1, 0, 0, 0, 5},
		{8, 0, 1, 0, 0, 0, 4},
		{4, 0, 1, 0x40, 0, 0, 0, 0, 0, 0, 0},
		{11, 0, 1, 0, 0, 0, 1, 'x'},
		{12, 0, 1, 8, 0, 1, 0, 0, 0, 5, 0},
		{12, 0, 1, 11, 0, 1, 0, 0, 0, 0, 0},
		{15, 0, 1, 8, 0, 0, 0, 1, 0, 0, 0, 5},
		{15, 0, 1, 11, 0, 0, 0, 1, 0, 0, 0, 0},
		{15, 0, 1, 0, 0, 0, 0, 0},
		{14, 0, 1, 3, 0, 0, 0, 2, 1, 2},
		{13, 0, 1, 3, 3, 0, 0, 0, 1, 1, 2},
		{13, 0, 1, 3, 11, 0, 0, 0, 1, 1, 0, 0, 0, 0},
		{13, 0, 1, 0, 0, 0, 0, 0, 0},
		{8, 0, 2, 0, 0, 0, 5},
	}
	v := &Keeper{}
	for i, a := range kept {
		v.Set = append(v.Set, &Keeper{Unknown: a})
		for _, b := range kept[:i] {
			pair := &Keeper{Set: []*Keeper{{Unknown: a}, {Unknown: b}}}
			compareAppend(t, false, pair)
			compareAppend(t, true, pair)
		}
	}
	compareAppend(t, false, v)
	compareAppend(t, true, v)
}

// A union may keep an arm that it does not know, in either protocol.
func TestUnknownArm(t *testing.T) {
	v := &KeeperUnion{_unknownFields: []byte{2, 0, 9, 1}}
	compareAppend(t, false, v)
	compareAppend(t, true, v)
	compareDecode(t, []byte{0x91, 0x00}, true, selectorOf("KeeperUnion"), 0)
	v.D = new(true)
	compareAppend(t, false, v)
}
