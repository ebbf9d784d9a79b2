package binary

import (
	"math/bits"

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

// Refills reports whether Refill is worth a try: whatever the options are, for
// numbers alone.
func (p *Program) Refills() (worth, numbers bool) {
	return haveAssembly && (p.enters || p.numbers), haveAssembly && p.numbers
}

// Refill is Decode of what assembly reads whole, without the state of one: into
// a used struct whose strings alias the input. It returns -1 when it could not,
// or what mostly failed is not tried; then Decode may start over.
// Caller: as for Decode; o are Reuse and Alias, unless p has numbers alone, and
// without Container; lim is below 1<<walk.RefillBits. Twin: Decode.
func (p *Program) Refill(o *walk.Options, base, buf unsafeio.Ptr, lim int) int {
	if !p.odds.Try(lim) {
		return -1
	}
	m := 0
	if p.numbers {
		m = p.refillNumbers(base, buf, lim)
	} else {
		m = refillStruct(p, base, buf, 0, lim, o.Depth, o.Bytes)
	}
	if m < 0 {
		p.odds.Lost()
	} else {
		p.odds.Won()
	}
	return m
}

// refillNumbers is Refill where there is nothing but numbers.
func (p *Program) refillNumbers(base, buf unsafeio.Ptr, lim int) int {
	f, n, seen := scan(&p.fields[0], p, base, unsafeio.Ptr{}, buf, 0, lim, 0, nil, true)
	if f != nil || p.need&^seen != 0 {
		return -1
	}
	if seen != p.all {
		walk.ResetUnseen(p.resets, base, p.all&^seen)
	}
	return n + 1
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
		}
		// One load holds the header and, mostly, the value or its length.
		var w uint64
		if lim-n >= 8 {
			w = buf.Add(n).LE64()
		} else if n < lim {
			w = buf.TailLE64(n, lim)
			if lim-n < fieldHeader && byte(w) != byte(TypeStop) {
				return d.Fail(walk.Truncated, lim) // it must not pass for a header of id 0
			}
		} else {
			return d.Fail(walk.Truncated, n)
		}
		if uint32(w)&0xffffff != f.hdr {
			if byte(w) == byte(TypeStop) {
				break
			}
			if g := p.known(w); g != nil {
				f = g
			} else {
				g, m := miss(d, p, base, buf, w, n, lim, depth)
				if m < 0 {
					return m
				}
				if g == nil {
					n = m
					continue
				}
				f = g
			}
		}
		q := base.At(f.off)
		// Few cases each, which compile to branches: a jump through a table costs
		// more.
		if f.code < decString {
			switch f.code {
			case decBool:
				if lim-n < 4 {
					return truncated(d, f, lim)
				}
				*q.Bool() = byte(w>>24) == 1
				n += 4
			case dec1:
				if lim-n < 4 {
					return truncated(d, f, lim)
				}
				*q.U8() = byte(w >> 24)
				n += 4
			case dec2:
				if lim-n < 5 {
					return truncated(d, f, lim)
				}
				*q.U16() = bits.ReverseBytes16(uint16(w >> 24))
				n += 5
			case dec4:
				if lim-n < 7 {
					return truncated(d, f, lim)
				}
				*q.U32() = bits.ReverseBytes32(uint32(w >> 24))
				n += 7
			case dec8:
				if lim-n < 11 {
					return truncated(d, f, lim)
				}
				*q.U64() = buf.Add(n + 3).BE64()
				n += 11
			default: // decEnum
				if lim-n < 7 {
					return truncated(d, f, lim)
				}
				*q.I64() = int64(int32(bits.ReverseBytes32(uint32(w >> 24))))
				n += 7
			}
		} else if f.code <= decOptString {
			if lim-n < 7 {
				return truncated(d, f, lim)
			}
			l := int(int32(bits.ReverseBytes32(uint32(w >> 24))))
			n += 7
			if uint(l) > uint(lim-n) || l > d.Bytes {
				return d.Field(badLength(d, l, n, lim), f.f.GoName)
			}
			// t is where these bytes may be kept.
			t := unsafeio.Nothing()
			if l > 0 {
				if !d.Copy.IsNil() {
					t = d.Copy.Add(n - d.Base)
				} else if t = d.Text(buf, n, l); t.IsNil() {
					return d.Field(d.Fail(walk.Alloc, n), f.f.GoName)
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
					return d.Field(d.Fail(walk.Alloc, n), f.f.GoName)
				}
				*s.String() = unsafeio.StringAt(t, l)
			}
		} else if f.code <= decOpt8 {
			size := int(optSize[f.code-decOptBool])
			if lim-n < size {
				return truncated(d, f, lim)
			}
			var s unsafeio.Ptr
			if s, slots = d.Slot(p.plan, f.slot, q, slots, used && f.keep); s.IsNil() {
				return d.Field(d.Fail(walk.Alloc, n), f.f.GoName)
			}
			switch f.code {
			case decOpt4:
				*s.U32() = bits.ReverseBytes32(uint32(w >> 24))
			case decOpt8:
				*s.U64() = buf.Add(n + 3).BE64()
			case decOptBool:
				*s.Bool() = byte(w>>24) == 1
			case decOpt1:
				*s.U8() = byte(w >> 24)
			default:
				*s.U16() = bits.ReverseBytes16(uint16(w >> 24))
			}
			n += size
		} else if f.code == decOptStruct {
			if depth <= 0 {
				return d.Field(d.Fail(walk.Depth, n+3), f.f.GoName)
			}
			var room unsafeio.Ptr
			s := q.Ptr()
			kept := used && f.keep && !s.IsNil()
			if !kept {
				if s, room = d.NewStruct(f.sub.plan); s.IsNil() {
					return d.Field(d.Fail(walk.Alloc, n), f.f.GoName)
				}
				q.SetPtr(s)
			} else if f.sub.begin {
				d.Begin(f.sub.plan, s)
			}
			if n = decodeStruct(d, f.sub, s, room, buf, n+3, lim, depth-1, kept); n < 0 {
				return d.Field(n, f.f.GoName)
			}
		} else {
			again := seen&f.bit != 0 || f.bit == 0 && d.Again(mark, f.idx, seen)
			var m int
			if f.code == decList && !again && lim-n >= 8 {
				m = decodeElems(d, f.node, q, used && f.keep, buf, n+8, lim, depth)
			} else {
				m = decodeOther(d, f, base, buf, n, lim, depth, again, used)
			}
			if m == walk.Unlike {
				m = skipUnlike(d, p, f, base, buf, n, lim, depth, again)
				if m >= 0 {
					n = m
					continue
				}
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

// optSize is the bytes of a scalar field, by code from decOptBool on.
var optSize = [...]uint8{0: 4, decOpt1 - decOptBool: 4, decOpt2 - decOptBool: 5, decOpt4 - decOptBool: 7, decOpt8 - decOptBool: 11}

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

// known returns the field that the header in w names, nil when no field of
// that id and type is near.
func (p *Program) known(w uint64) *dfield {
	id := bits.ReverseBytes16(uint16(w >> 8))
	if int(id) >= len(p.dense) {
		return nil
	}
	i := p.dense[id]
	if i < 0 {
		return nil
	}
	f := &p.fields[i]
	if Type(w) != f.wire {
		return nil
	}
	return f
}

// truncated fails in the value of f, which the input does not hold whole.
//
//go:noinline
func truncated(d *walk.Decoder, f *dfield, lim int) int {
	return d.Field(d.Fail(walk.Truncated, lim), f.f.GoName)
}

// badLength says why a string of l bytes at offset n is refused.
//
//go:noinline
func badLength(d *walk.Decoder, l, n, lim int) int {
	switch {
	case l < 0:
		return d.Fail(walk.Negative, n-4)
	case l > lim-n:
		return d.Fail(walk.Truncated, n-4)
	}
	return d.Fail(walk.Bytes, n-4)
}
