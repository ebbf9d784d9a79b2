package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// What appendOps needs, beside it: runs, and fields with headers of the long
// form, long values, or close to the end of dst.

// missing fails at a required pointer that is nil.
//
//go:noinline
func missing(e *walk.Encoder, o *op, n int) int {
	return e.Field(e.Fail(walk.Missing, n), o.f.GoName)
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

// appendRun4 encodes i32 fields and enums held in 8 bytes, with headers of any
// form and up to the end of dst.
//
//go:noinline
func appendRun4(o *op, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	for i := range o.run.fields {
		r := &o.run.fields[i]
		h, k := r.head.after(last).split()
		last = r.head.id
		if n = putField32(buf, n, lim, h, k, zigzag32(*base.At(uintptr(r.off)).I32())); n < 0 {
			return n
		}
	}
	return n
}

// appendRun8 is appendRun4 of i64 fields.
//
//go:noinline
func appendRun8(o *op, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	for i := range o.run.fields {
		r := &o.run.fields[i]
		h, k := r.head.after(last).split()
		last = r.head.id
		if n = putField64(buf, n, lim, h, k, Zigzag(*base.At(uintptr(r.off)).I64())); n < 0 {
			return n
		}
	}
	return n
}

// putField32 writes a header of k bytes and the varint of u.
func putField32(buf unsafeio.Ptr, n, lim int, h uint64, k int, u uint32) int {
	if k == 1 && lim-n >= 8 {
		if u < 0x80 {
			buf.Add(n).PutLE16(uint16(h) | uint16(u)<<8)
			return n + 2
		}
		w, l := spread32(u)
		buf.Add(n).PutLE64(h | w<<8)
		return n + 1 + l
	}
	return putApart(buf, n, lim, h, k, uint64(u))
}

// putField64 writes a header of k bytes and the varint of u.
func putField64(buf unsafeio.Ptr, n, lim int, h uint64, k int, u uint64) int {
	if k == 1 && u>>49 == 0 && lim-n >= 8 {
		w, l := spread56(u)
		buf.Add(n).PutLE64(h | w<<8)
		return n + 1 + l
	}
	return putApart(buf, n, lim, h, k, u)
}

// putApart writes a header and a varint one after the other: headers of more
// than one byte, long varints, and the last bytes of dst.
//
//go:noinline
func putApart(buf unsafeio.Ptr, n, lim int, h uint64, k int, u uint64) int {
	if n = putWord(buf, n, lim, h, k); n < 0 {
		return n
	}
	return putVarint(buf, n, lim, u)
}

// putField writes the field o, whose value is the varint of u, with a header of
// any form and up to the end of dst.
//
//go:noinline
func putField(o *op, buf unsafeio.Ptr, n, lim int, u uint64, last int16) int {
	h, k := o.head.after(last).split()
	return putApart(buf, n, lim, h, k, u)
}

// putText writes the field o whose string is s, of any length.
//
//go:noinline
func putText(e *walk.Encoder, o *op, s string, buf unsafeio.Ptr, n, lim int, last int16) int {
	l := len(s)
	if l > maxLen {
		return e.Field(e.Fail(walk.TooLong, n), o.f.GoName)
	}
	h, k := o.head.after(last).split()
	if k == 1 && l < 0x80 && lim-n >= 2+l {
		buf.Add(n).PutLE16(uint16(h | uint64(l)<<8))
		n += 2
	} else if n = putApart(buf, n, lim, h, k, uint64(l)); n < 0 || lim-n < l {
		return walk.Short
	}
	if l > 0 {
		buf.Add(n).Copy(unsafeio.StringOf(s), l)
	}
	return n + l
}
