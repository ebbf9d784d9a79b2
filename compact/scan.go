package compact

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
		e := &d.Log.Entries[i&(walk.LogSize-1)]
		q := base.At(uintptr(uint32(e.Field)))
		code := dcode(e.Field >> 48)
		if code > decOptString {
			q.SetPtr(slots.At(p.fields[uint16(e.Field>>32)].slot))
			continue
		}
		n, l := int(uint32(e.Text)), int(e.Text>>32)
		t := unsafeio.Nothing()
		if l > 0 {
			if !d.Copy.IsNil() {
				t = d.Copy.Add(n - d.Base)
			} else if t = d.Text(buf, n, l); t.IsNil() {
				return slots, p.noMemory(d, e, n)
			}
		}
		if code == decBytes {
			*q.Bytes() = unsafeio.BytesAt(t, l)
			continue
		}
		if code == decOptString {
			f := &p.fields[uint16(e.Field>>32)]
			s := q.Ptr()
			if !used || s.IsNil() {
				if s, slots = d.Slot(p.plan, f.slot, q, slots, false); s.IsNil() {
					return slots, p.noMemory(d, e, n+l)
				}
			}
			q = s
		}
		*q.String() = unsafeio.StringAt(t, l)
	}
	return slots, 0
}

// noMemory fails in the field of e at offset n.
//
//go:noinline
func (p *Program) noMemory(d *walk.Decoder, e *walk.LogEntry, n int) int {
	return d.Field(d.Fail(walk.Alloc, n), p.fields[uint16(e.Field>>32)].f.GoName)
}
