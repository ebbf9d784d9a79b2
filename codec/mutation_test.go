package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"runtime/debug"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// The damage that is done to each row.
const (
	mutationSeed   = 20_240_229
	mutationsOf    = 32 // random ones
	spotsOf        = 10 // offsets that get every special byte
	mutationsOfBig = 8  // of a row of longRow bytes, these two instead
	spotsOfBig     = 2
	shortPart      = 8 // one row of so many under -short, and under the slow race detector
)

// specialBytes mean something as a type, a bool, a length or part of a varint.
var specialBytes = []byte{0x00, 0x01, 0x02, 0x0b, 0x0c, 0x0d, 0x0f, 0x10, 0x19, 0x1b, 0x1c, 0x7f, 0x80, 0xff}

// damaged yields damaged copies of b. A copy is good until the next one.
func damaged(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		mutations, spots := mutationsOf, spotsOf
		if len(b) >= longRow {
			mutations, spots = mutationsOfBig, spotsOfBig
		}
		c := bytes.Clone(b)
		for i := range min(spots, len(b)) {
			at := i
			if len(b) > spots {
				at = (i*len(b) + i) / spots // not at the same place of each field of a row of like ones
			}
			at = min(at, len(b)-1)
			for _, s := range specialBytes {
				c[at] = s
				if !yield(c) {
					return
				}
			}
			c[at] = b[at]
		}
		for m := range wiretest.Mutations(b, mutationSeed, mutations) {
			if !yield(m) {
				return
			}
		}
	}
}

// TestMutations decodes damaged vectors that end at an unreadable page. Each is refused, or gives a value that
// encodes and decodes to itself; in used memory as in fresh.
func TestMutations(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	t.Logf("seed %d", mutationSeed)
	m := mutant{guard: wiretest.NewGuard(t, 1<<18)}
	rows := 0
	for _, v := range wiretest.Golden() {
		for _, r := range goldenRows()[v.File+"/"+v.Name] {
			if rows++; (testing.Short() || raceEnabled) && rows%shortPart != 0 {
				continue
			}
			m.t, m.goldenRow = t, r
			m.used = map[int]any{}
			for b := range damaged(r.wire) {
				m.count++
				if fault := m.try(b); fault != "" {
					t.Errorf("%s/%s, %v, %s, %s:\n%x\n%s", v.File, v.Name, r.p, r.name, m.mode(), b, fault)
					break
				}
			}
		}
	}
	t.Logf("%d damaged inputs, %d accepted", m.count, m.accepted)
	if m.accepted < m.count/10 || m.accepted > m.count*9/10 {
		t.Errorf("%d of %d damaged inputs are accepted: they test little", m.accepted, m.count)
	}
}

// mutant tries damaged inputs of one row after the other.
type mutant struct {
	goldenRow
	t     *testing.T
	guard *wiretest.Guard
	used  map[int]any // by mode: a value that earlier inputs were decoded into

	count, accepted int
}

func (m *mutant) mode() string { return decodeModes[m.count%len(decodeModes)].name }

// try decodes src in the mode whose turn it is, and returns what is wrong.
func (m *mutant) try(src []byte) (fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	turn := m.count % len(decodeModes)
	o := decodeModes[turn].o
	fresh := m.new()
	n, err := codecOf(m.t, fresh, m.p, codec.Options{Strings: codec.Own, Strict: o.Strict}).Decode(src, fresh)
	v := m.used[turn]
	if v == nil || o.Strings == codec.Alias { // the input is to live as long as the value
		v = m.new()
		m.used[turn] = v
	}
	tail := m.guard.Put(src)
	gotN, gotErr := codecOf(m.t, v, m.p, o).Decode(tail, v)
	if gotN != n || fmt.Sprint(gotErr) != fmt.Sprint(err) {
		return fmt.Sprintf("Decode = %d, %v; into fresh memory: %d, %v", gotN, gotErr, n, err)
	}
	if !bytes.Equal(tail, src) {
		return "the input has changed"
	}
	if err != nil {
		checkDecodeError(m.t, gotErr, m.p, len(src), v)
		if m.t.Failed() {
			return "a bad error"
		}
		return ""
	}
	m.accepted++
	if n < 1 || n > len(src) {
		return fmt.Sprintf("n = %d of %d", n, len(src))
	}
	if d := quickDiff(v, fresh); d != "" {
		return "the value differs from a fresh one" + d
	}
	if path := spareBytes(reflect.ValueOf(v), 0); path != "" {
		return "a decoded []byte: " + path
	}
	return m.again(v)
}

// again encodes v and decodes it again, and does so with the result under Canonical.
func (m *mutant) again(v any) (fault string) {
	b, fault := m.encode(v, codec.Options{})
	if fault != "" || b == nil {
		return fault
	}
	w := m.new()
	if n, err := codecOf(m.t, w, m.p, codec.Options{Strict: true}).Decode(b, w); n != len(b) || err != nil {
		return fmt.Sprintf("Decode of what Append gave = %d, %v, want %d:\n%x", n, err, len(b), b)
	}
	if d := quickDiff(w, v); d != "" {
		return "encoded and decoded again, the value differs" + d
	}
	first, fault := m.encode(v, codec.Options{Canonical: true})
	if fault != "" {
		return fault
	}
	second, fault := m.encode(w, codec.Options{Canonical: true})
	if fault == "" && !bytes.Equal(first, second) {
		return fmt.Sprintf("equal values give, under Canonical,\n%x\n%x", first, second)
	}
	return fault
}

// encode appends v and checks Size; nil bytes where v holds a union without an arm.
func (m *mutant) encode(v any, o codec.Options) (b []byte, fault string) {
	c := codecOf(m.t, v, m.p, o)
	b, err := c.Append(nil, v)
	size, sizeErr := c.Size(v)
	if errors.Is(err, codec.ErrUnion) && errors.Is(sizeErr, codec.ErrUnion) {
		return nil, ""
	}
	if err != nil || sizeErr != nil || size != len(b) {
		return nil, fmt.Sprintf("Append of what was accepted = %d bytes, %v; Size = %d, %v", len(b), err, size, sizeErr)
	}
	return b, ""
}
