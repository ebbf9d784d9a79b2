package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// store does what scan left in d.Log for the struct at base: it stores the
// pointers of its strings, binaries and optional fields, in the order of the
// input. It returns the slots, and 0 or a code.
func store(d *walk.Decoder, p *Program, base, slots, buf unsafeio.Ptr, used bool) (unsafeio.Ptr, int) {
	logged := d.Log.N
	d.Log.N = 0
	for i := range logged {
		e := &d.Log.Entries[i]
		f := &p.fields[e.Field]
		q := base.At(f.off)
		if f.code > decOptString {
			*q.Ptr() = slots.At(f.slot)
			continue
		}
		n, l := int(e.Off), int(e.Len)
		t := unsafeio.Nothing()
		if l > 0 {
			if !d.Copy.IsNil() {
				t = d.Copy.Add(n - d.Base)
			} else if t = d.Text(buf, n, l); t.IsNil() {
				return slots, d.Field(d.Fail(walk.Alloc, n), f.f.GoName)
			}
		}
		switch f.code {
		case decString:
			*q.String() = unsafeio.StringAt(t, l)
		case decBytes:
			*q.Bytes() = unsafeio.BytesAt(t, l)
		default:
			var s unsafeio.Ptr
			if s, slots = d.Slot(p.plan, f.slot, q, slots, used); s.IsNil() {
				return slots, d.Field(d.Fail(walk.Alloc, n+l), f.f.GoName)
			}
			*s.String() = unsafeio.StringAt(t, l)
		}
	}
	return slots, 0
}
