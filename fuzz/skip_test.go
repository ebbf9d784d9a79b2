package fuzz

import (
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/ref"
)

// FuzzSkip compares Skip with ref's, and with Decode into a type that knows some of the fields.
func FuzzSkip(f *testing.F) {
	sample(1, func(s seed) { f.Add(s.data, s.compact, s.selector, uint8(64)) })
	sample(3, func(s seed) { f.Add(s.data, s.compact, s.selector, s.options%8) })
	f.Fuzz(compareSkip)
}

// compareSkip is one input of FuzzSkip.
func compareSkip(t *testing.T, data []byte, isCompact bool, selector uint16, depth uint8) {
	if len(data) > maxInput {
		return
	}
	if depth == 0 {
		depth = 1
	}
	p, rp := protocolOf(isCompact)
	// The root is a level for Skip, and none for Limits.Depth.
	n := binary.Skip(own(data), binary.TypeStruct, int(depth)+1)
	if isCompact {
		n = compact.Skip(own(data), compact.TypeStruct, int(depth)+1)
	}
	wantN, wantErr := ref.Skip(data, rp, ref.Options{Depth: int(depth)})
	if (n < 0) != (wantErr != nil) || n >= 0 && n != wantN {
		t.Fatalf("Skip = %d; ref: %d, %v", n, wantN, wantErr)
	}
	if n < 0 && classOf(binary.Err(n)) != classOf(wantErr) {
		t.Fatalf("Skip: %v; ref: %v", binary.Err(n), wantErr)
	}
	v := pick(selector).new()
	o := codec.Options{Limits: codec.Limits{Depth: int(depth)}}
	m, err := codecFor(v, p, o).Decode(own(data), v)
	if err == nil && m != n {
		t.Fatalf("Skip = %d, Decode into %T = %d", n, v, m)
	}
}
