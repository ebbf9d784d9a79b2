package compact

import (
	"math"
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// maxLen is the greatest length or size that the wire can say.
const maxLen = math.MaxInt32

// Encode writes the struct at base into the lim bytes at buf and returns the
// bytes written, or a code with the fault in e. It writes nothing at or past
// lim; bytes between the result and lim may hold parts of this encoding.
// Caller: base is a value of p's type. Twin: Append of internal/ref.
func (p *Program) Encode(e *walk.Encoder, base, buf unsafeio.Ptr, lim int) int {
	return appendStruct(e, p, base, buf, 0, lim, e.Depth)
}

// Step is where an encode goes on.
type Step = op

// Finish is what Begin has left of Encode.
func (p *Program) Finish(e *walk.Encoder, o *Step, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	return appendOps(e, p, o, base, buf, n, lim, e.Depth, last)
}

// after returns the header when the field that went out before has id last.
func (h *header) after(last int16) packed {
	if last == h.prev {
		return h.word
	}
	return h.remade(last)
}

//go:noinline
func (h *header) remade(last int16) packed { return makeHeader(h.typ, h.id, last).word }

// appendStruct encodes the struct at base from offset n on. depth is how many
// levels may still nest below it.
func appendStruct(e *walk.Encoder, p *Program, base, buf unsafeio.Ptr, n, lim, depth int) int {
	o := p.first
	var last int16
	if haveAssembly && o.fast && !e.Plain {
		if o, n, last = execute(o, base, buf, n, lim, depth, 0); o == nil {
			return n
		}
	}
	return appendOps(e, p, o, base, buf, n, lim, depth, last)
}

// appendOps is appendStruct from op o on, after the field last. Where assembly
// has left, it does one op at least before it goes back there, after any that
// takes long.
func appendOps(e *walk.Encoder, p *Program, o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) int {
	for {
		var src unsafeio.Ptr // a string to copy after the switch
		var l int
		switch o.code {
		case opStop:
			if n >= lim {
				return walk.Short
			}
			*buf.Add(n).U8() = 0
			return n + 1

		case opRun4:
			if len(o.run.enums) > 0 {
				if c := checkEnums(e, p, o.run, base, n); c < 0 {
					return c
				}
			}
			if n = appendRun4(o, base, buf, n, lim, last); n < 0 {
				return n
			}
			last = o.last
			o = o.next()
			continue

		case opRun8:
			if n = appendRun8(o, base, buf, n, lim, last); n < 0 {
				return n
			}
			last = o.last
			o = o.next()
			continue

		case opOptString:
			q := *base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			s := *q.String()
			src, l = unsafeio.StringOf(s), len(s)

		case opString:
			// A []byte starts with the same two words as a string.
			s := *base.At(uintptr(o.off)).String()
			src, l = unsafeio.StringOf(s), len(s)

		case opOptBytes:
			b := base.At(uintptr(o.off)).Slice()
			src, l = b.Data, b.Len
			if src.IsNil() {
				o = o.next()
				continue
			}

		case opBool, opOptBool:
			q := base.At(uintptr(o.off))
			if o.code == opOptBool {
				if q = *q.Ptr(); q.IsNil() {
					if o.must {
						return missing(e, o, n)
					}
					o = o.next()
					continue
				}
			}
			h, k := o.head.after(last).split()
			last = o.last
			if !*q.Bool() {
				h ^= uint64(TypeTrue ^ TypeFalse)
			}
			if n = putWord(buf, n, lim, h, k); n < 0 {
				return n
			}
			o = o.next()
			continue

		case opOpt4:
			q := *base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			h, k := o.head.after(last).split()
			last = o.last
			if n = putField32(buf, n, lim, h, k, zigzag32(*q.I32())); n < 0 {
				return n
			}
			o = o.next()
			continue

		case opOpt8:
			q := *base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			h, k := o.head.after(last).split()
			last = o.last
			if n = putField64(buf, n, lim, h, k, Zigzag(*q.I64())); n < 0 {
				return n
			}
			o = o.next()
			continue

		case opOptStruct, opStruct:
			q := base.At(uintptr(o.off))
			if o.code == opOptStruct {
				if q = *q.Ptr(); q.IsNil() {
					if o.must {
						return missing(e, o, n)
					}
					o = o.next()
					continue
				}
			}
			if depth <= 0 {
				return e.Field(e.Fail(walk.Depth, n), o.f.GoName)
			}
			h, k := o.head.after(last).split()
			last = o.last
			if n = putWord(buf, n, lim, h, k); n < 0 {
				return n
			}
			if n = appendStruct(e, o.sub, q, buf, n, lim, depth-1); n < 0 {
				return e.Field(n, o.f.GoName)
			}
			if o = o.next(); haveAssembly && o.fast && !e.Plain {
				if o, n, last = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
			}
			continue

		case opListText, opListStruct:
			data, size := base.At(uintptr(o.off)).Slice().Data, base.At(uintptr(o.off)).Slice().Len
			if o.omit && data.IsNil() {
				o = o.next()
				continue
			}
			h, k := o.head.after(last).split()
			last = o.last
			if size < shortList && k == 1 && lim-n >= 2 {
				buf.Add(n).PutLE16(uint16(h) | uint16(size<<4|int(o.node.elem.wire))<<8)
				n += 2
			} else if n = putListField(e, o, buf, n, lim, h, k, size); n < 0 {
				return n
			}
			if size > 0 {
				if depth <= 0 {
					return e.Field(e.Fail(walk.Depth, n), o.f.GoName)
				}
				if o.code == opListText {
					n = appendTexts(e, o.node.elem, data, size, buf, n, lim)
				} else {
					n = appendPointees(e, o.sub, data, size, buf, n, lim, depth-1)
				}
				if n < 0 {
					return e.Field(n, o.f.GoName)
				}
			}
			if o = o.next(); haveAssembly && o.fast && !e.Plain {
				if o, n, last = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
			}
			continue

		default:
			if n, last = appendOther(e, p, o, base, buf, n, lim, depth, last); n < 0 {
				if o.f != nil {
					return e.Field(n, o.f.GoName)
				}
				return n
			}
			if o = o.next(); haveAssembly && o.fast && !e.Plain {
				if o, n, last = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
			}
			continue
		}

		// The string of o: its header and a short length in one store.
		h, k := o.head.after(last).split()
		last = o.last
		if l < 0x80 && lim-n >= 8+l {
			buf.Add(n).PutLE64(h | uint64(l)<<(8*k&63))
			n += k + 1
		} else if n = putTextHead(e, buf, n, lim, h, k, l); n < 0 {
			return n
		}
		o = o.next()
		// Copies that overlap, at offsets computed without a branch.
		if l >= 16 {
			d := buf.Add(n)
			n += l
			if l > 64 {
				d.Copy(src, l)
				continue
			}
			t := l - 16
			a := 16 + (t-16)&((t-16)>>(bits.UintSize-1))
			d.Copy16(src)
			d.Add(t).Copy16(src.Add(t))
			d.Add(a).Copy16(src.Add(a))
			d.Add(t - a).Copy16(src.Add(t - a))
			continue
		}
		if l >= 4 {
			d := buf.Add(n)
			n += l
			t := l - 4
			a := 4 + (t-4)&((t-4)>>(bits.UintSize-1))
			d.PutLE32(src.LE32())
			d.Add(t).PutLE32(src.Add(t).LE32())
			d.Add(a).PutLE32(src.Add(a).LE32())
			d.Add(t - a).PutLE32(src.Add(t - a).LE32())
			continue
		}
		if l > 0 {
			d := buf.Add(n)
			n += l
			*d.U8() = *src.U8()
			*d.Add(l >> 1).U8() = *src.Add(l >> 1).U8()
			*d.Add(l - 1).U8() = *src.Add(l - 1).U8()
		}
	}
}

// missing fails at a required pointer that is nil.
//
//go:noinline
func missing(e *walk.Encoder, o *op, n int) int {
	return e.Field(e.Fail(walk.Missing, n), o.f.GoName)
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

// appendRun4 encodes i32 fields and enums held in 8 bytes.
func appendRun4(o *op, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	roomy := lim-n >= o.run.most && last == o.run.fields[0].head.prev
	for i := range o.run.fields {
		r := &o.run.fields[i]
		u := zigzag32(*base.At(uintptr(r.off)).I32())
		if !roomy {
			h, k := r.head.after(last).split()
			last = r.head.id
			if n = putField32(buf, n, lim, h, k, u); n < 0 {
				return n
			}
			continue
		}
		d := buf.Add(n)
		if u < 0x80 {
			d.PutLE16(uint16(byte(r.head.word)) | uint16(u)<<8)
			n += 2
			continue
		}
		w, l := spread32(u)
		d.PutLE64(uint64(byte(r.head.word)) | w<<8)
		n += 1 + l
	}
	return n
}

// appendRun8 encodes i64 fields.
func appendRun8(o *op, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	roomy := lim-n >= o.run.most && last == o.run.fields[0].head.prev
	for i := range o.run.fields {
		r := &o.run.fields[i]
		u := Zigzag(*base.At(uintptr(r.off)).I64())
		if !roomy || u>>49 != 0 {
			h, k := r.head.after(last).split()
			last = r.head.id
			if n = putField64(buf, n, lim, h, k, u); n < 0 {
				return n
			}
			continue
		}
		last = r.head.id
		w, l := spread56(u)
		buf.Add(n).PutLE64(uint64(byte(r.head.word)) | w<<8)
		n += 1 + l
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

// putTextHead writes the header and length of a string of l bytes, and makes
// sure that there is room for the string itself.
//
//go:noinline
func putTextHead(e *walk.Encoder, buf unsafeio.Ptr, n, lim int, h uint64, k, l int) int {
	if l > maxLen {
		return e.Fail(walk.TooLong, n)
	}
	if n = putApart(buf, n, lim, h, k, uint64(l)); n < 0 || lim-n < l {
		return walk.Short
	}
	return n
}
