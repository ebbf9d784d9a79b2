package binary

import (
	"reflect"

	"github.com/miserwire/miser/layout"
)

// drun is a row of numbers and bools that a writer of the same schema puts
// behind each other, for assembly: it compares their headers and moves their
// values at once. A drun that does not fit the input is as none.
type drun struct {
	tmpl  [runBytes]byte // the input, values left out
	check [runBytes]byte // its bits that must be as in tmpl: headers, bools above 1, signs of enums
	perm  [runBytes]byte // of each byte of memory from off on: the byte of the input that it becomes
	load  uint64         // the bytes of the input: a bit each, as below
	from  uint64         // the bytes of memory that perm sets
	store uint64         // the bytes of memory that are written: those, and what is zero in a wide enum
	bits  uint64         // presence bits
	off   uint32         // in the struct
	size  uint32         // in the input
	count uint32         // of fields
	skip  uint32         // from the first of them to the field after the run, in bytes
	after *drun          // which begins with that field, if one does
}

const (
	runBytes = 64 // of input and of memory that one drun spans at most
	leastRun = 2  // fields that are worth one
)

var dfieldSize = reflect.TypeFor[dfield]().Size()

// setRuns gives the first field of each row its drun.
func setRuns(s *layout.Struct, fs []dfield) {
	after := &fs[0].run
	for i := 0; i < len(s.Fields); {
		n := runLength(s, fs, i)
		if n < leastRun {
			i += max(n, 1)
			after = &fs[i].run
			continue
		}
		r := newRun(fs[i : i+n])
		*after, fs[i].run = r, r
		i += n
		after = &r.after
	}
}

// runLength returns how many fields from the i-th on make one drun.
func runLength(s *layout.Struct, fs []dfield, i int) (n int) {
	size, low, high := 0, fs[i].off, fs[i].off
	for i+n < len(s.Fields) && fs[i+n].runs(&s.Fields[i+n]) {
		f := &fs[i+n]
		wire, mem := f.widths()
		size += fieldHeader + wire
		low, high = min(low, f.off), max(high, f.off+uintptr(mem))
		if size > runBytes || high-low > runBytes {
			break
		}
		n++
	}
	return n
}

// newRun returns the drun of fs, which fit one.
func newRun(fs []dfield) *drun {
	r := &drun{off: uint32(fs[0].off), count: uint32(len(fs)), skip: uint32(uintptr(len(fs)) * dfieldSize)}
	for i := range fs {
		r.off = min(r.off, uint32(fs[i].off))
	}
	at := 0
	for i := range fs {
		at = r.add(&fs[i], at)
	}
	r.size, r.load = uint32(at), firstBits(at)
	return r
}

// runs reports whether f, which is field lf, can be part of a drun: a number or
// bool that others write whatever its value is.
func (f *dfield) runs(lf *layout.Field) bool {
	return f.scans() && f.code < decString && (lf.Presence == layout.Always || lf.Presence == layout.Must)
}

// widths returns the bytes of f's value on the wire and in memory.
// Caller: f runs.
func (f *dfield) widths() (wire, mem int) {
	switch f.code {
	case dec2:
		return 2, 2
	case dec4:
		return 4, 4
	case dec8:
		return 8, 8
	case decEnum:
		return 4, 8
	}
	return 1, 1
}

// add adds f, whose header is at offset at of the input, and returns the offset
// behind its value.
func (r *drun) add(f *dfield, at int) int {
	for k := range fieldHeader {
		r.tmpl[at+k], r.check[at+k] = byte(f.hdr>>(8*k)), 0xff
	}
	at += fieldHeader
	switch f.code {
	case decBool:
		r.check[at] = 0xfe
	case decEnum:
		r.check[at] = 0x80
	}
	wire, mem := f.widths()
	dst := int(f.off - uintptr(r.off))
	for k := range wire {
		r.perm[dst+k] = byte(at + wire - 1 - k)
	}
	r.from |= firstBits(wire) << dst
	r.store |= firstBits(mem) << dst
	r.bits |= f.bit
	return at + wire
}

// firstBits returns the n lowest bits, 64 at most.
func firstBits(n int) uint64 { return ^uint64(0) >> (64 - n) }
