package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Decode reads a struct from the lim bytes at buf into the value at base and
// returns the bytes used, or a code with the fault in d. Without Reuse the
// value must be zero.
// Caller: d was started; base is a value of p's type. Twin: Decode of
// internal/ref.
func (p *Program) Decode(d *walk.Decoder, base, buf unsafeio.Ptr, lim int) int {
	if unsafeio.Checked {
		base, buf = base.Lend(p.plan.Go, true), buf.Window(lim, false)
		defer base.End()
		defer buf.End()
	}
	switch {
	case !d.Reuse:
		walk.Fresh(p.plan, base)
	case p.begin:
		d.Begin(p.plan, base)
	}
	return decodeStruct(d, p, base, unsafeio.Ptr{}, buf, 0, lim, d.Depth, d.Reuse)
}

// Refills reports whether Refill is worth a try.
func (p *Program) Refills() bool { return haveAssembly && p.enters }

// Refill is Decode of what assembly reads whole, without the state of one: into
// a used struct whose strings alias the input. It returns -1 when it could not,
// or what mostly failed is not tried; then Decode may start over.
// Caller: as for Decode; o are Reuse and Alias, without Container; lim is below
// 1<<walk.RefillBits. Twin: Decode.
func (p *Program) Refill(o *walk.Options, base, buf unsafeio.Ptr, lim int) int {
	if !p.odds.Try(lim) {
		return -1
	}
	m := refillStruct(p, base, buf, 0, lim, o.Depth, o.Bytes)
	if m < 0 {
		p.odds.Lost()
	} else {
		p.odds.Won()
	}
	return m
}

// decodeStruct decodes into the struct at base from offset n on. slots is the
// room for optional scalars that was allocated with it, or nil. depth is how
// many levels may still nest below it. used says that the struct holds an
// earlier value, to be reused and reset.
func decodeStruct(d *walk.Decoder, p *Program, base, slots, buf unsafeio.Ptr, n, lim, depth int, used bool) int {
	if haveAssembly && used && d.Refill && p.enters {
		if m := refillStruct(p, base, buf, n, lim, depth, d.Bytes); m >= 0 {
			return m
		}
		d.Refill = false // what stopped it may well come again
	}
	if unsafeio.Checked {
		base = base.Is(p.plan.Go)
		if !slots.IsNil() {
			slots = slots.Is(p.plan.Slots.Type())
		}
	}
	f := &p.fields[0]
	last := int16(0)
	seen, mark := uint64(0), 0
	if p.words > 0 {
		mark = d.PushSeen(p.words)
	}
	for {
		if haveAssembly && f.fast && d.Scan {
			f, n, seen = scan(f, p, base, slots, buf, n, lim, seen, (*scanLog)(&d.Log), used)
			if d.Log.N > 0 {
				var c int
				if slots, c = store(d, p, base, slots, buf, used); c < 0 {
					return c
				}
			}
			if f == nil {
				break
			}
			last = f.prev
		}
		// One load holds the header and, mostly, the value or its length.
		var w uint64
		if lim-n >= 8 {
			w = buf.Add(n).LE64()
		} else if n < lim {
			w = buf.TailLE64(n, lim)
		} else {
			return d.Fail(walk.Truncated, n)
		}
		if b := uint16(byte(w)); b != f.hdr && b != f.alt {
			if b == uint16(TypeStop) {
				break
			}
			if g := p.short(w, last); g != nil {
				f = g
			} else {
				g, m, id := miss(d, p, base, buf, n, lim, depth, last)
				if m < 0 {
					return m
				}
				n, last = m, id
				if g == nil {
					// The prediction was made for another last id.
					f = &p.fields[len(p.fields)-1]
					continue
				}
				f = g
				// Go on as if the header had one byte.
				n--
				w = w&0x0f | buf.TailLE64(n, min(lim, n+8))&^0xff
			}
		}
		n++
		last = f.id
		q := base.At(f.off)
		// Few cases each, which compile to branches: a jump through a table costs
		// more.
		if f.code < decString {
			switch f.code {
			case decBool:
				*q.Bool() = w&0x0f == uint64(TypeTrue)
			case dec1:
				if n >= lim {
					return fault(d, f, walk.Truncated, n)
				}
				*q.U8() = byte(w >> 8)
				n++
			case dec2:
				v, m := getI16(buf, n, lim)
				if m < 0 {
					return fault(d, f, m, n)
				}
				*q.I16() = v
				n = m
			case dec8:
				u := w >> 8 & 0x7f
				m := n + 1
				if w&(0x80<<8) != 0 || n >= lim {
					if u, m = getVarint(buf, n, lim, varint64); m < 0 {
						return fault(d, f, m, n)
					}
				}
				*q.I64() = Unzigzag(u)
				n = m
			case decDouble:
				if lim-n < 8 {
					return fault(d, f, walk.Truncated, lim)
				}
				*q.U64() = buf.Add(n).LE64()
				n += 8
			default: // dec4, decEnum
				u := uint32(w >> 8 & 0x7f)
				m := n + 1
				if w&(0x80<<8) != 0 || n >= lim {
					if u, m = getU32(buf, n, lim); m < 0 {
						return fault(d, f, m, n)
					}
				}
				n = m
				if f.code == dec4 {
					*q.I32() = unzigzag32(u)
				} else {
					*q.I64() = int64(unzigzag32(u))
				}
			}
		} else if f.code <= decOptString {
			l := int(w >> 8 & 0x7f)
			m := n + 1
			if w&(0x80<<8) != 0 || n >= lim {
				if l, m = getSize(buf, n, lim); m < 0 {
					return fault(d, f, m, n)
				}
			}
			if l > lim-m || l > d.Bytes {
				return fault(d, f, tooLong(d, l, m, lim), n)
			}
			n = m
			// t is where these bytes may be kept.
			t := unsafeio.Nothing()
			if l > 0 {
				if !d.Copy.IsNil() {
					t = d.Copy.Add(n - d.Base)
				} else if t = d.Text(buf, n, l); t.IsNil() {
					return fault(d, f, walk.Alloc, n)
				}
				n += l
			}
			switch f.code {
			case decString:
				*q.String() = unsafeio.StringAt(t, l)
			case decBytes:
				*q.Bytes() = unsafeio.BytesAt(t, l)
			default:
				var s unsafeio.Ptr
				if s, slots = d.Slot(p.plan, f.slot, q, slots, used && f.keep); s.IsNil() {
					return fault(d, f, walk.Alloc, n)
				}
				*s.String() = unsafeio.StringAt(t, l)
			}
		} else if f.code <= decOptDouble {
			var s unsafeio.Ptr
			if s, slots = d.Slot(p.plan, f.slot, q, slots, used && f.keep); s.IsNil() {
				return fault(d, f, walk.Alloc, n)
			}
			m := decodeScalar(f.code, s, byte(w), buf, n, lim)
			if m < 0 {
				return fault(d, f, m, n)
			}
			n = m
		} else if f.code == decOptStruct {
			if depth <= 0 {
				return fault(d, f, walk.Depth, n)
			}
			var room unsafeio.Ptr
			s := q.Ptr()
			kept := used && f.keep && !s.IsNil()
			if !kept {
				if s, room = d.NewStruct(f.sub.plan); s.IsNil() {
					return fault(d, f, walk.Alloc, n)
				}
				q.SetPtr(s)
			} else if f.sub.begin {
				d.Begin(f.sub.plan, s)
			}
			if n = decodeStruct(d, f.sub, s, room, buf, n, lim, depth-1, kept); n < 0 {
				return d.Field(n, f.f.GoName)
			}
		} else {
			again := seen&f.bit != 0 || f.bit == 0 && d.Again(mark, f.idx, seen)
			var m int
			if f.code == decList && !again {
				m = decodeList(d, f.node, q, used && f.keep, buf, n, lim, depth)
			} else {
				m = decodeOther(d, f, base, byte(w), buf, n, lim, depth, again, used)
			}
			if m == walk.Unlike {
				if n = skipUnlike(d, p, f, base, buf, n, lim, depth, again); n < 0 {
					return d.Field(n, f.f.GoName)
				}
				f = f.next()
				continue
			}
			if m < 0 {
				return d.Field(m, f.f.GoName)
			}
			n = m
		}
		if seen |= f.bit; f.bit == 0 {
			seen = p.see(d, f, base, seen, mark)
		}
		f = f.next()
	}
	// The stop field.
	if p.need&^seen != 0 || p.end {
		return d.Finish(p.plan, base, seen, mark, n, used)
	}
	if used && seen != p.all {
		walk.ResetUnseen(p.resets, base, p.all&^seen)
	}
	return n + 1
}

// see takes note of a field that has no presence bit of its own: of a union,
// or beyond the first 64.
//
//go:noinline
func (p *Program) see(d *walk.Decoder, f *dfield, base unsafeio.Ptr, seen uint64, mark int) uint64 {
	if p.union {
		seen = d.OnlyArm(p.plan, base, f.idx, seen, mark, p.words)
	}
	if f.idx < 64 {
		return seen | 1<<f.idx
	}
	d.See(mark, f.idx)
	return seen
}

// short returns the field that the short form header in w names, nil when it
// is of the long form or no field of that id and type is near.
func (p *Program) short(w uint64, last int16) *dfield {
	delta := byte(w) >> 4
	id := int(last) + int(delta)
	if delta == 0 || uint(id) >= uint(len(p.dense)) {
		return nil
	}
	i := p.dense[id]
	if i < 0 {
		return nil
	}
	f := &p.fields[i]
	if t := Type(w & 0x0f); t != f.wire && (f.wire != TypeBool || t != TypeFalse) {
		return nil
	}
	return f
}

// decodeScalar decodes a scalar that is held by pointer into its pointee at
// s. b is the header byte that a bool is in.
func decodeScalar(code dcode, s unsafeio.Ptr, b byte, buf unsafeio.Ptr, n, lim int) int {
	switch code {
	case decOptBool:
		*s.Bool() = b&0x0f == byte(TypeTrue)
	case decOpt4:
		*s.I32(), n = getI32(buf, n, lim)
	case decOpt8:
		*s.I64(), n = getI64(buf, n, lim)
	case decOpt2:
		*s.I16(), n = getI16(buf, n, lim)
	case decOpt1:
		if n >= lim {
			return walk.Truncated
		}
		*s.U8() = buf.Add(n).Byte()
		n++
	default:
		if lim-n < 8 {
			return walk.Truncated
		}
		*s.U64() = buf.Add(n).LE64()
		n += 8
	}
	return n
}

// fault fails in the value of f, which begins at offset n.
//
//go:noinline
func fault(d *walk.Decoder, f *dfield, code, n int) int {
	return d.Field(d.Fail(code, n), f.f.GoName)
}

// tooLong says why a string of l bytes, which would begin at offset n, is
// refused.
func tooLong(d *walk.Decoder, l, n, lim int) int {
	if l > lim-n {
		return walk.Truncated
	}
	return walk.Bytes
}
