package binary

import (
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// What appendOps needs, beside it: runs, long strings, faults.

// putText writes the field o whose string is s, of any length.
//
//go:noinline
func putText(e *walk.Encoder, o *op, s string, buf unsafeio.Ptr, n, lim int) int {
	l := len(s)
	if l > maxLen-16 || lim-n < 8+l {
		return e.Field(noRoom(e, n, l), o.f.GoName)
	}
	putHeader32(buf.Add(n), uint32(o.hdr), uint32(l))
	buf.Add(n+7).Copy(unsafeio.StringOf(s), l)
	return n + 7 + l
}

// missing fails at a required pointer that is nil.
//
//go:noinline
func missing(e *walk.Encoder, o *op, n int) int {
	return e.Field(e.Fail(walk.Missing, n), o.f.GoName)
}

// putHeader32 writes a field header and a 4-byte value, and one byte more.
func putHeader32(d unsafeio.Ptr, hdr, v uint32) {
	d.PutLE64(uint64(hdr) | bits.ReverseBytes64(uint64(v))>>8)
}

// swap32 returns a length of 31 bits as the wire's 4 bytes, least significant
// byte first.
func swap32(l int) uint64 { return uint64(bits.ReverseBytes32(uint32(l))) }

// noRoom tells a string that dst cannot hold from one the wire cannot say.
//
//go:noinline
func noRoom(e *walk.Encoder, n, l int) int {
	if l > maxLen-16 {
		return e.Fail(walk.TooLong, n)
	}
	return walk.Short
}

// enumsFit reports whether a run has no enum that checkEnums would refuse; it
// looks at one only.
func (o *op) enumsFit(base unsafeio.Ptr) bool {
	if o.enums == 0 {
		return true
	}
	x := *base.At(uintptr(o.enum)).I64()
	return int64(int32(x)) == x && o.enums == 1
}

// checkEnums makes sure that each enum of r has an i32's value.
func checkEnums(e *walk.Encoder, p *Program, r *run, base unsafeio.Ptr, n int) int {
	for i := range r.enums {
		f := &r.enums[i]
		if x := *base.At(uintptr(f.off)).I64(); int64(int32(x)) != x {
			return e.Field(e.Fail(walk.Range, n), p.plan.Fields[f.idx].GoName)
		}
	}
	return 0
}

// appendMixed encodes a run of fields of differing widths.
func appendMixed(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim int) int {
	if lim-n < int(o.size) {
		return walk.Short
	}
	run := o.run
	if !o.enumsFit(base) {
		if c := checkEnums(e, run.prog, run, base, n); c < 0 {
			return c
		}
	}
	d := buf.Add(n)
	if lim-n >= len(run.tmpl) {
		t := unsafeio.BytesOf(run.tmpl)
		for i := 0; i < len(run.tmpl); i += 16 {
			d.Add(i).Copy16(t.Add(i))
		}
	} else {
		copy(unsafeio.BytesAt(d, int(o.size)), run.tmpl)
	}
	fields := run.fields
	for i := range fields[:run.cut[0]] {
		r := &fields[i]
		d.Add(int(r.at)).PutBE32(*base.At(uintptr(r.off)).U32())
	}
	fields = run.fields[run.cut[0]:run.cut[1]]
	for i := range fields {
		r := &fields[i]
		d.Add(int(r.at)).PutBE64(*base.At(uintptr(r.off)).U64())
	}
	fields = run.fields[run.cut[1]:run.cut[2]]
	for i := range fields {
		r := &fields[i]
		d.Add(int(r.at)).PutByte(*base.At(uintptr(r.off)).U8())
	}
	fields = run.fields[run.cut[2]:]
	for i := range fields {
		r := &fields[i]
		d.Add(int(r.at)).PutBE16(*base.At(uintptr(r.off)).U16())
	}
	return n + int(o.size)
}
