package binary

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
func (p *Program) Finish(e *walk.Encoder, o *Step, base, buf unsafeio.Ptr, n, lim int) int {
	if unsafeio.Checked {
		base, buf = base.Lend(p.plan.Go, false), buf.Window(lim, true)
		defer base.End()
		defer buf.End()
	}
	return appendOps(e, o, base, buf, n, lim, e.Depth)
}

// appendStruct encodes the struct at base from offset n on. depth is how many
// levels may still nest below it.
func appendStruct(e *walk.Encoder, p *Program, base, buf unsafeio.Ptr, n, lim, depth int) int {
	if unsafeio.Checked {
		base = base.Is(p.plan.Go)
	}
	o := p.first
	if haveAssembly && o.fast && e.Fast(n) {
		var far int
		if o, n, far = execute(o, base, buf, n, lim, depth); o == nil {
			return n
		}
		e.Vain += far - n
	}
	return appendOps(e, o, base, buf, n, lim, depth)
}

// appendOps is appendStruct from op o on. Where assembly has left, it does one
// op at least before it goes back there, after any that takes long.
func appendOps(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int) int {
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
			l, end := len(s), n+7+len(s)
			if l <= 64 && uint(end) < uint(lim) {
				putHeader32(buf.Add(n), uint32(o.hdr), uint32(l))
				d, src := buf.Add(n+7), unsafeio.StringOf(s)
				n = end
				switch {
				case l >= 16:
					d.CopyMid(src, l)
				case l >= 4:
					d.CopyShort(src, l)
				case l > 0:
					d.CopyTiny(src, l)
				}
			} else if n = putText(e, o, s, buf, n, lim); n < 0 {
				return n
			}
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
			l, end := len(s), n+7+len(s)
			if l <= 64 && uint(end) < uint(lim) {
				putHeader32(buf.Add(n), uint32(o.hdr), uint32(l))
				d, src := buf.Add(n+7), unsafeio.StringOf(s)
				n = end
				switch {
				case l >= 16:
					d.CopyMid(src, l)
				case l >= 4:
					d.CopyShort(src, l)
				case l > 0:
					d.CopyTiny(src, l)
				}
			} else if n = putText(e, o, s, buf, n, lim); n < 0 {
				return n
			}
			if o = o.next(); o.code != opRun4 {
				continue
			}
			fallthrough

		case opRun4:
			if lim-n <= int(o.size) {
				return walk.Short
			}
			if !o.enumsFit(base) {
				if c := checkEnums(e, o.run.prog, o.run, base, n); c < 0 {
					return c
				}
			}
			r := o.run
			for i := range r.fields {
				f := &r.fields[i]
				putHeader32(buf.Add(n), f.hdr, *base.At(uintptr(f.off)).U32())
				n += 7
			}
			if o.ends {
				return n + 1 // the stop field, which the last field has written
			}
			o = o.next()
			continue

		case opRun8:
			if lim-n < int(o.size) {
				return walk.Short
			}
			for i := range o.run.fields {
				r := &o.run.fields[i]
				d := buf.Add(n)
				d.PutLE32(r.hdr)
				d.Add(3).PutBE64(*base.At(uintptr(r.off)).U64())
				n += 11
			}
			o = o.next()
			continue

		case opRun1:
			if lim-n < int(o.size) {
				return walk.Short
			}
			for i := range o.run.fields {
				r := &o.run.fields[i]
				buf.Add(n).PutLE32(r.hdr | uint32(*base.At(uintptr(r.off)).U8())<<24)
				n += 4
			}
			o = o.next()
			continue

		case opRun2:
			if lim-n < int(o.size) {
				return walk.Short
			}
			for i := range o.run.fields {
				r := &o.run.fields[i]
				d := buf.Add(n)
				d.PutLE32(r.hdr)
				d.Add(3).PutBE16(*base.At(uintptr(r.off)).U16())
				n += 5
			}
			o = o.next()
			continue

		case opRunMixed:
			if n = appendMixed(e, o, base, buf, n, lim); n < 0 {
				return n
			}
			o = o.next()
			continue

		case opOptBytes:
			b := base.At(uintptr(o.off)).Slice()
			data, l := b.Data, b.Len
			if !data.IsNil() {
				if n = putText(e, o, unsafeio.StringAt(data, l), buf, n, lim); n < 0 {
					return n
				}
			}
			o = o.next()
			continue

		case opOpt4:
			q := base.At(uintptr(o.off)).Ptr()
			if !q.IsNil() {
				if lim-n < 8 {
					return walk.Short
				}
				putHeader32(buf.Add(n), uint32(o.hdr), *q.U32())
				n += 7
			} else if o.must {
				return missing(e, o, n)
			}
			o = o.next()
			continue

		case opOpt8:
			q := base.At(uintptr(o.off)).Ptr()
			if !q.IsNil() {
				if lim-n < 11 {
					return walk.Short
				}
				d := buf.Add(n)
				d.PutLE32(uint32(o.hdr))
				d.Add(3).PutBE64(*q.U64())
				n += 11
			} else if o.must {
				return missing(e, o, n)
			}
			o = o.next()
			continue

		case opOpt1:
			q := base.At(uintptr(o.off)).Ptr()
			if !q.IsNil() {
				if lim-n < 4 {
					return walk.Short
				}
				buf.Add(n).PutLE32(uint32(o.hdr) | uint32(*q.U8())<<24)
				n += 4
			} else if o.must {
				return missing(e, o, n)
			}
			o = o.next()
			continue

		case opOpt2:
			q := base.At(uintptr(o.off)).Ptr()
			if !q.IsNil() {
				if lim-n < 5 {
					return walk.Short
				}
				d := buf.Add(n)
				d.PutLE32(uint32(o.hdr))
				d.Add(3).PutBE16(*q.U16())
				n += 5
			} else if o.must {
				return missing(e, o, n)
			}
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
			if lim-n < 4 {
				return walk.Short
			}
			if depth <= 0 {
				return e.Field(e.Fail(walk.Depth, n), o.f.GoName)
			}
			buf.Add(n).PutLE32(uint32(o.hdr))
			if n = appendStruct(e, o.sub, q, buf, n+3, lim, depth-1); n < 0 {
				return e.Field(n, o.f.GoName)
			}
			if o = o.next(); haveAssembly && o.fast && e.Fast(n) {
				var far int
				if o, n, far = execute(o, base, buf, n, lim, depth); o == nil {
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
			if size > maxLen || lim-n < 8 {
				return e.Field(noRoom(e, n, size), o.f.GoName)
			}
			buf.Add(n).PutLE64(o.hdr | swap32(size)<<32)
			n += 8
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
				if o, n, far = execute(o, base, buf, n, lim, depth); o == nil {
					return n
				}
				e.Vain += far - n
			}
			continue

		default:
			if n = appendOther(e, o, base, buf, n, lim, depth); n < 0 {
				if o.f != nil {
					return e.Field(n, o.f.GoName)
				}
				return n
			}
			if o = o.next(); haveAssembly && o.fast && e.Fast(n) {
				var far int
				if o, n, far = execute(o, base, buf, n, lim, depth); o == nil {
					return n
				}
				e.Vain += far - n
			}
			continue
		}
	}
}
