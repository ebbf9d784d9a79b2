package compact

import (
	"math"

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
	if unsafeio.Checked {
		base, buf = base.Lend(p.plan.Go, false), buf.Window(lim, true)
		defer base.End()
		defer buf.End()
	}
	return appendStruct(e, p, base, buf, 0, lim, e.Depth)
}

// Step is where an encode goes on.
type Step = op

// Finish is what Begin has left of Encode.
func (p *Program) Finish(e *walk.Encoder, o *Step, base, buf unsafeio.Ptr, n, lim int, last int16) int {
	if unsafeio.Checked {
		base, buf = base.Lend(p.plan.Go, false), buf.Window(lim, true)
		defer base.End()
		defer buf.End()
	}
	return appendOps(e, o, base, buf, n, lim, e.Depth, last)
}

// shortHead is a field header of the short form, if it is one.
type shortHead uint32

// short reports whether h is a header of the short form, of one byte.
func (h shortHead) short() bool { return h-1<<4 < shortDelta<<4 }

// after returns the header of o, or of its first field, in the short form
// when the field that went out before has id last.
func (o *op) after(last int16) shortHead { return shortHead(o.key - int32(last)<<4) }

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
	if unsafeio.Checked {
		base = base.Is(p.plan.Go)
	}
	o := p.first
	var last int16
	if haveAssembly && o.fast && e.Fast(n) {
		var far int
		if o, n, last, far = execute(o, base, buf, n, lim, depth, 0); o == nil {
			return n
		}
		e.Vain += far - n
	}
	return appendOps(e, o, base, buf, n, lim, depth, last)
}

// appendOps is appendStruct from op o on, after the field last. Where assembly
// has left, it does one op at least before it goes back there, after any that
// takes long.
func appendOps(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) int {
	for {
		switch o.code {
		case opStop:
			if n >= lim {
				return walk.Short
			}
			buf.Add(n).PutByte(0)
			return n + 1

		// A string is often followed by an optional one, and that by numbers.
		case opString:
			// A []byte starts with the same two words as a string.
			s := *base.At(uintptr(o.off)).String()
			h := o.after(last)
			l, end := len(s), n+2+len(s)
			if h.short() && l <= 64 && uint(end) < uint(lim) {
				buf.Add(n).PutLE16(uint16(uint32(h) | uint32(l)<<8))
				d, src := buf.Add(n+2), unsafeio.StringOf(s)
				n = end
				switch {
				case l >= 16:
					d.CopyMid(src, l)
				case l >= 4:
					d.CopyShort(src, l)
				case l > 0:
					d.CopyTiny(src, l)
				}
			} else if n = putText(e, o, s, buf, n, lim, last); n < 0 {
				return n
			}
			last = o.last
			if o = o.next(); o.code != opOptString {
				continue
			}
			fallthrough

		case opOptString:
			q := base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			s := *q.String()
			h := o.after(last)
			l, end := len(s), n+2+len(s)
			if h.short() && l <= 64 && uint(end) < uint(lim) {
				buf.Add(n).PutLE16(uint16(uint32(h) | uint32(l)<<8))
				d, src := buf.Add(n+2), unsafeio.StringOf(s)
				n = end
				switch {
				case l >= 16:
					d.CopyMid(src, l)
				case l >= 4:
					d.CopyShort(src, l)
				case l > 0:
					d.CopyTiny(src, l)
				}
			} else if n = putText(e, o, s, buf, n, lim, last); n < 0 {
				return n
			}
			last = o.last
			if o = o.next(); o.code != opRun4 {
				continue
			}
			fallthrough

		case opRun4:
			if !o.enumsFit(base) {
				if c := checkEnums(e, o.run.prog, o.run, base, n); c < 0 {
					return c
				}
			}
			h := o.after(last)
			if !h.short() || lim-n < int(o.most) {
				if n = appendRun4(o, base, buf, n, lim, last); n < 0 {
					return n
				}
				last = o.last
				o = o.next()
				continue
			}
			for i := range o.run.fields {
				r := &o.run.fields[i]
				u := zigzag32(*base.At(uintptr(r.off)).I32())
				if i > 0 {
					h = shortHead(byte(r.head.word))
				}
				switch d := buf.Add(n); {
				case u < 1<<7:
					d.PutLE16(uint16(uint32(h) | u<<8))
					n += 2
				case u < 1<<14:
					d.PutLE32(uint32(h) | (u&0x7f|0x80)<<8 | u>>7<<16)
					n += 3
				default:
					w, l := spread32(u)
					d.PutLE64(uint64(h) | w<<8)
					n += 1 + l
				}
			}
			last = o.last
			o = o.next()
			continue

		case opRun8:
			h := o.after(last)
			if !h.short() || lim-n < int(o.most) {
				if n = appendRun8(o, base, buf, n, lim, last); n < 0 {
					return n
				}
				last = o.last
				o = o.next()
				continue
			}
			for i := range o.run.fields {
				r := &o.run.fields[i]
				u := Zigzag(*base.At(uintptr(r.off)).I64())
				if i > 0 {
					h = shortHead(byte(r.head.word))
				}
				switch d := buf.Add(n); {
				case u < 1<<7:
					d.PutLE16(uint16(uint64(h) | u<<8))
					n += 2
				case u < 1<<49:
					w, l := spread56(u)
					d.PutLE64(uint64(h) | w<<8)
					n += 1 + l
				default:
					d.PutByte(byte(h))
					n = putVarint(buf, n+1, lim, u)
				}
			}
			last = o.last
			o = o.next()
			continue

		case opOptBytes:
			b := base.At(uintptr(o.off)).Slice()
			data, l := b.Data, b.Len
			if data.IsNil() {
				o = o.next()
				continue
			}
			if n = putText(e, o, unsafeio.StringAt(data, l), buf, n, lim, last); n < 0 {
				return n
			}
			last = o.last
			o = o.next()
			continue

		case opBool, opOptBool:
			q := base.At(uintptr(o.off))
			if o.code == opOptBool {
				if q = q.Ptr(); q.IsNil() {
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
			q := base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			u := zigzag32(*q.I32())
			if h := o.after(last); h.short() && lim-n >= 8 {
				w, l := spread32(u)
				buf.Add(n).PutLE64(uint64(h) | w<<8)
				n += 1 + l
			} else if n = putField(o, buf, n, lim, uint64(u), last); n < 0 {
				return n
			}
			last = o.last
			o = o.next()
			continue

		case opOpt8:
			q := base.At(uintptr(o.off)).Ptr()
			if q.IsNil() {
				if o.must {
					return missing(e, o, n)
				}
				o = o.next()
				continue
			}
			u := Zigzag(*q.I64())
			if h := o.after(last); h.short() && u>>49 == 0 && lim-n >= 8 {
				w, l := spread56(u)
				buf.Add(n).PutLE64(uint64(h) | w<<8)
				n += 1 + l
			} else if n = putField(o, buf, n, lim, u, last); n < 0 {
				return n
			}
			last = o.last
			o = o.next()
			continue

		case opOptStruct, opStruct:
			q := base.At(uintptr(o.off))
			if o.code == opOptStruct {
				if q = q.Ptr(); q.IsNil() {
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
			if o = o.next(); haveAssembly && o.fast && e.Fast(n) {
				var far int
				if o, n, last, far = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
				e.Vain += far - n
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
					n = appendStructs(e, o.sub, o.node.batch, data, size, pointers, buf, n, lim, depth-1)
				}
				if n < 0 {
					return e.Field(n, o.f.GoName)
				}
			}
			if o = o.next(); haveAssembly && o.fast && e.Fast(n) {
				var far int
				if o, n, last, far = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
				e.Vain += far - n
			}
			continue

		default:
			if n, last = appendOther(e, o, base, buf, n, lim, depth, last); n < 0 {
				if o.f != nil {
					return e.Field(n, o.f.GoName)
				}
				return n
			}
			if o = o.next(); haveAssembly && o.fast && e.Fast(n) {
				var far int
				if o, n, last, far = execute(o, base, buf, n, lim, depth, last); o == nil {
					return n
				}
				e.Vain += far - n
			}
			continue
		}
	}
}
