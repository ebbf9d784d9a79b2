package binary

import (
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// miss handles a header that was not predicted: it returns the field that it
// names, or nil and the offset after a value that was skipped or retained.
//
//go:noinline
func miss(d *walk.Decoder, p *Program, base, buf unsafeio.Ptr, w uint64, n, lim, depth int) (*dfield, int) {
	t := Type(w)
	id := int16(bits.ReverseBytes16(uint16(w >> 8)))
	i := p.plan.Lookup(id)
	if i >= 0 && p.fields[i].wire == t {
		return &p.fields[i], n
	}
	if i >= 0 {
		d.NoteOdd(p.fields[i].f, base, uint8(t), n+3)
	}
	if i >= 0 && d.Strict && MinSize(t) > 0 {
		return nil, d.Field(d.Fail(walk.Mismatch, n), p.fields[i].f.GoName)
	}
	src := unsafeio.BytesAt(buf, lim)
	end, at := skipBounded(d, src, n+3, t, depth)
	if end < 0 {
		return nil, d.Fail(end, at)
	}
	if i < 0 && p.plan.UnknownOff >= 0 {
		if p.union {
			walk.OnlyUnknown(p.plan, base)
		}
		if !d.Retain(base.At(uintptr(p.plan.UnknownOff)).Bytes(), src[n:end]) {
			return nil, d.Fail(walk.Alloc, n)
		}
	}
	return nil, end
}

// skipUnlike steps over the value of f, a container whose elements have
// another type than the plan's, as if the field were unknown.
//
//go:noinline
func skipUnlike(d *walk.Decoder, p *Program, f *dfield, base, buf unsafeio.Ptr, n, lim, depth int, again bool) int {
	d.NoteOdd(f.f, base, uint8(f.wire), n+3)
	if d.Strict {
		return d.Fail(walk.Mismatch, n)
	}
	if !again {
		walk.ResetField(p.plan, f.f, base)
	}
	end, at := skipBounded(d, unsafeio.BytesAt(buf, lim), n+3, f.wire, depth)
	if end < 0 {
		return d.Fail(end, at)
	}
	return end
}
