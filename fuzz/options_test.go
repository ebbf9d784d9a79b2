package fuzz

import (
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
)

// The bits of an options byte.
const (
	bitStrings = 3 // two bits: Shared, Own, Alias, Shared
	bitReuse   = 1 << 2
	bitStrict  = 1 << 3
	bitSmall   = 1 << 4 // small limits
	bitOrder   = 1 << 5 // Canonical
)

// The small limits.
const (
	smallDepth     = 4
	smallContainer = 5
	smallBytes     = 9
)

// optionsOf returns the options that a byte stands for, of both codecs.
func optionsOf(b byte) (codec.Options, ref.Options) {
	o := codec.Options{
		Strings:   codec.Strings(b & bitStrings % 3),
		Reuse:     b&bitReuse != 0,
		Strict:    b&bitStrict != 0,
		Canonical: b&bitOrder != 0,
	}
	if b&bitSmall != 0 {
		o.Limits = codec.Limits{Depth: smallDepth, Container: smallContainer, Bytes: smallBytes}
	}
	return o, ref.Options{
		Depth: o.Limits.Depth, Container: o.Limits.Container, Bytes: o.Limits.Bytes,
		Canonical: o.Canonical, Strict: o.Strict, Reuse: o.Reuse,
	}
}

// protocolOf returns the protocol that a bool stands for.
func protocolOf(compact bool) (codec.Protocol, ref.Protocol) {
	if compact {
		return codec.Compact, ref.Compact
	}
	return codec.Binary, ref.Binary
}
