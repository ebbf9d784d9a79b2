package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// miss handles a header that was not predicted: it returns the field that it
// names and the offset of its value, or nil and the offset after a value that
// was skipped or retained, and the field id.
//
//go:noinline
func miss(d *walk.Decoder, p *Program, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (*dfield, int, int16) {
	src := unsafeio.BytesAt(buf, lim)
	t, id, k := ConsumeFieldHeader(src[n:], last)
	if k < 0 {
		return nil, d.Fail(k, n), 0
	}
	if t == TypeStop { // only 0x00 ends a struct, and that was handled
		return nil, d.Fail(walk.BadHeader, n), 0
	}
	i := p.plan.Lookup(id)
	if i >= 0 {
		if w := p.fields[i].wire; w == t || w == TypeBool && t == TypeFalse {
			return &p.fields[i], n + k, id
		}
		d.NoteOdd(p.fields[i].f, base, uint8(t), n+k)
		if d.Strict {
			return nil, d.Field(d.Fail(walk.Mismatch, n), p.fields[i].f.GoName), 0
		}
	}
	if i < 0 && p.plan.UnknownOff >= 0 {
		if p.union {
			walk.OnlyUnknown(p.plan, base)
		}
		return nil, retain(d, base.At(uintptr(p.plan.UnknownOff)).Bytes(), src, n+k, t, id, depth), id
	}
	return nil, skipField(d, src, n+k, t, depth), id
}

// skipField steps over the value of a field of type t.
func skipField(d *walk.Decoder, src []byte, n int, t Type, depth int) int {
	if t <= TypeFalse {
		return n
	}
	end, at := skipBounded(d, src, n, t, depth)
	if end < 0 {
		return d.Fail(end, at)
	}
	return end
}

// retain keeps the unknown field whose value begins at offset n, in Binary
// form.
func retain(d *walk.Decoder, kept *[]byte, src []byte, n int, t Type, id int16, depth int) int {
	end := skipField(d, src, n, t, depth)
	if end < 0 {
		return end
	}
	if !d.Reserve(kept, sizeInBinary(src, n, t)) {
		return d.Fail(walk.Alloc, n)
	}
	out, k := AppendFieldToBinary(*kept, src[n:end], t, id, depth)
	if k < 0 {
		return d.Fail(k, n)
	}
	*kept = out
	return end
}

// mostInBinary bounds the bytes that one of Compact becomes in Binary.
const mostInBinary = 8

// skipUnlike steps over the value of f, a container whose elements have
// another type than the plan's, as if the field were unknown.
//
//go:noinline
func skipUnlike(d *walk.Decoder, p *Program, f *dfield, base, buf unsafeio.Ptr, n, lim, depth int, again bool) int {
	d.NoteOdd(f.f, base, uint8(f.wire), n)
	if d.Strict {
		return d.Fail(walk.Mismatch, n)
	}
	if !again {
		walk.ResetField(p.plan, f.f, base)
	}
	return skipField(d, unsafeio.BytesAt(buf, lim), n, f.wire, depth)
}
