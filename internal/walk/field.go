package walk

import (
	"slices"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Reach returns the address of f in the struct at base, or false when an
// embedded pointer on the way is nil.
func Reach(f *layout.Field, base unsafeio.Ptr) (unsafeio.Ptr, bool) {
	for i := range f.Hops {
		base = base.At(f.Hops[i].Off).Ptr()
		if base.IsNil() {
			return base, false
		}
	}
	return base.At(f.Off), true
}

// ReachNew is Reach that allocates the embedded structs on the way. It
// returns false when the allocation budget is spent.
func (d *Decoder) ReachNew(f *layout.Field, base unsafeio.Ptr) (unsafeio.Ptr, bool) {
	for i := range f.Hops {
		h := &f.Hops[i]
		q := base.At(h.Off)
		p := q.Ptr()
		if p.IsNil() {
			if p = d.NewBlock(h.New); p.IsNil() {
				return base, false
			}
			if h.Init != nil {
				h.Init.Apply(p)
			}
			q.SetPtr(p)
		}
		base = p
	}
	return base.At(f.Off), true
}

// ownHops gives the struct at p its own copies of what the embedded pointers
// that InitDefault set lead to, since others may share that memory.
func ownHops(s *layout.Struct, p unsafeio.Ptr) {
	var done []unsafeio.Ptr
	for i := range s.Fields {
		base := p
		for j := range s.Fields[i].Hops {
			h := &s.Fields[i].Hops[j]
			q := base.At(h.Off)
			p := q.Ptr()
			if p.IsNil() {
				break
			}
			if !slices.ContainsFunc(done, p.Same) {
				n := h.New.New()
				unsafeio.Assign(h.New.Type(), n, p)
				q.SetPtr(n)
				done = append(done, n)
				p = n
			}
			base = p
		}
	}
}

// Left is what Find returns of a field that is left out.
const Left = 1

// Find returns the address of the value of f in the struct at base, and 0 when it
// goes out, Left, or a code.
func Find(f *layout.Field, base unsafeio.Ptr) (q unsafeio.Ptr, code int) {
	q, ok := Reach(f, base)
	switch {
	case !ok || absent(f, q):
		return q, Left
	case f.Presence == layout.Must && !f.Type.Held() && q.Ptr().IsNil():
		return q, Missing
	case f.Type.Held():
		if f.Presence == layout.Must && !f.Type.IsSet(q) {
			return q, Missing
		}
		q = q.At(f.Type.ValueOff)
	}
	return q, 0
}

// Hold prepares the field of type t at q, for which something beside the value
// says that it is there, for a decode of the value, and returns the value's
// address. Unless reuse finds one there that is to be decoded into, it is zero.
// t.SetIt has to follow once it is decoded.
func Hold(t *layout.Type, q unsafeio.Ptr, reuse bool) (v unsafeio.Ptr, kept bool) {
	v = q.At(t.ValueOff)
	if reuse && t.IsSet(q) {
		return v, true
	}
	if t.Mem == layout.MemMember {
		// All of it: a pointer beside the type of another would be taken for that.
		unsafeio.Zero(t.Go, q)
	} else {
		unsafeio.Zero(t.Elem.Go, v)
	}
	return v, false
}

// absent reports whether f, at q, is left out of the encoding.
func absent(f *layout.Field, q unsafeio.Ptr) bool {
	switch f.Presence {
	case layout.NonNil:
		return q.Ptr().IsNil()
	case layout.NonZero:
		return unsafeio.IsZero(f.Type.Go, q)
	case layout.NotDefault:
		return unsafeio.Equal(f.Type.Go, q, f.Zero)
	case layout.WhenSet:
		return !f.Type.IsSet(q)
	}
	return false
}

// LoadInt reads the integer of form m at p.
func LoadInt(m layout.Mem, p unsafeio.Ptr) int64 {
	switch m {
	case layout.MemInt8:
		return int64(*p.I8())
	case layout.MemInt16:
		return int64(*p.I16())
	case layout.MemInt32:
		return int64(*p.I32())
	}
	return *p.I64()
}

// StoreInt writes v to the integer of form m at p and reports whether it fits.
func StoreInt(m layout.Mem, p unsafeio.Ptr, v int64) bool {
	switch m {
	case layout.MemInt8:
		*p.I8() = int8(v)
		return int64(int8(v)) == v
	case layout.MemInt16:
		*p.I16() = int16(v)
		return int64(int16(v)) == v
	case layout.MemInt32:
		*p.I32() = int32(v)
		return int64(int32(v)) == v
	}
	*p.I64() = v
	return true
}

// UnionFits reports whether exactly one field of the union at base is set. One
// that an interface holds may have none; that it holds something else does not
// fit.
func UnionFits(s *layout.Struct, base unsafeio.Ptr) bool {
	set := countSet(s, base)
	return set == 1 || set == 0 && s.Members && s.Fields[0].Type.Iface.IsNil(base)
}

// countSet returns how many fields of the union at base are set. Retained
// unknown fields count as one.
func countSet(s *layout.Struct, base unsafeio.Ptr) int {
	set := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		if q, ok := Reach(f, base); ok && !absent(f, q) {
			set++
		}
	}
	if s.UnknownOff >= 0 && len(*base.At(uintptr(s.UnknownOff)).Bytes()) > 0 {
		set++
	}
	return set
}
