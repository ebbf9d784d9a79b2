package fuzz

import (
	"bytes"
	"reflect"
	"runtime"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// FuzzExecutorsAgree compares the encoding in assembly, where this build and CPU have it, with that of the
// Go walkers: verdict, bytes, and nothing written behind dst, for a dst of some length and for a large one.
func FuzzExecutorsAgree(f *testing.F) {
	sample(1, func(s seed) { f.Add(s.data, s.compact, s.selector, uint16(len(s.data))) })
	f.Fuzz(compareExecutors)
}

// compareExecutors is one input of FuzzExecutorsAgree.
func compareExecutors(t *testing.T, data []byte, compact bool, selector, room uint16) {
	if len(data) > maxInput {
		return
	}
	v := pick(selector).new()
	p, _ := protocolOf(compact)
	if _, err := codecFor(v, p, codec.Options{}).Decode(own(data), v); err != nil {
		return
	}
	plan, err := layout.Of(reflect.TypeOf(v).Elem())
	if err != nil {
		t.Fatal(err)
	}
	for name, program := range executables(plan) {
		large := maxInput * 4
		full := compareEncode(t, name, program, v, large)
		if full >= 0 {
			compareEncode(t, name, program, v, full)
			compareEncode(t, name, program, v, int(room)%(full+64))
		}
	}
}

// executable is a program of either protocol.
type executable interface {
	Encode(e *walk.Encoder, base, buf unsafeio.Ptr, lim int) int
}

func executables(plan *layout.Struct) map[string]executable {
	return map[string]executable{"binary": binary.Lower(plan), "compact": compact.Lower(plan)}
}

// compareEncode encodes v into lim bytes both ways, and returns the result. Maps are sorted, but their
// faults come in any order: then one verdict is as good as the other.
func compareEncode(t *testing.T, name string, program executable, v any, lim int) int {
	const canary = 0xa5
	encode := func(plain bool) (int, []byte) {
		dst := bytes.Repeat([]byte{canary}, lim+64)
		e := walk.Encoder{Canonical: true, Depth: 64, Plain: plain}
		n := program.Encode(&e, unsafeio.PtrTo(reflect.ValueOf(v)).Hide(), unsafeio.BytesOf(dst), lim)
		runtime.KeepAlive(v)
		for i, b := range dst[lim:] {
			if b != canary {
				t.Fatalf("%s: %T into %d bytes, plain %v: writes %d bytes behind them", name, v, lim, plain, i)
			}
		}
		return n, dst[:max(0, n)]
	}
	n, got := encode(false)
	m, want := encode(true)
	if n != m && (n >= 0 || m >= 0) || !bytes.Equal(got, want) {
		t.Fatalf("%s: %T into %d bytes: %d %x, Go %d %x", name, v, lim, n, got, m, want)
	}
	return n
}
