package walk

import (
	"math/bits"
	"reflect"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// defaults reports whether InitDefault has a say in fresh structs of s.
func defaults(s *layout.Struct) bool { return s.Init != nil && !s.Init.Trivial }

// Fresh prepares the struct at p, zeroed memory, for decoding into it.
func Fresh(s *layout.Struct, p unsafeio.Ptr) {
	if defaults(s) {
		if s.Init.Apply(p); !s.Init.Plain() {
			ownHops(s, p)
		}
	}
}

// Renew makes the struct at p what a fresh one is.
func Renew(s *layout.Struct, p unsafeio.Ptr) {
	unsafeio.Zero(s.Go, p)
	Fresh(s, p)
}

// Begin prepares the struct at p, which holds an earlier value, for reuse:
// what reuse does not keep becomes what it is in a fresh struct.
func (d *Decoder) Begin(s *layout.Struct, p unsafeio.Ptr) {
	if s.UnknownOff >= 0 {
		*p.At(uintptr(s.UnknownOff)).Bytes() = nil
	}
	if s.Members && !UnionFits(s, p) { // what is no member is not kept
		unsafeio.Zero(s.Go, p)
	}
	for i := range s.Extra {
		renewAt(s, p, s.Extra[i].Off, s.Extra[i].Type)
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; len(f.Hops) > 0 {
			renewAt(s, p, f.Hops[0].Off, reflect.PointerTo(f.Hops[0].New.Type()))
		}
	}
	if defaults(s) {
		ownHops(s, p)
	}
}

func renewAt(s *layout.Struct, p unsafeio.Ptr, off uintptr, t reflect.Type) {
	if defaults(s) {
		s.Init.ApplyAt(p.At(off), off, t)
		return
	}
	unsafeio.Zero(t, p.At(off))
}

// NeedsBegin reports whether Begin has anything to do for s.
func NeedsBegin(s *layout.Struct) bool {
	if s.UnknownOff >= 0 || len(s.Extra) > 0 || s.Members {
		return true
	}
	for i := range s.Fields {
		if len(s.Fields[i].Hops) > 0 {
			return true
		}
	}
	return false
}

// resetUnseen gives the fields of the struct at p whose bits are not in seen,
// for fields 64*word and on, the value that a fresh struct has. What embedded
// pointers lead to has been renewed by Begin.
func resetUnseen(s *layout.Struct, p unsafeio.Ptr, word int, seen uint64) {
	first := 64 * word
	unseen := ^seen & (^uint64(0) >> (64 - min(len(s.Fields)-first, 64)))
	var shared uint64 // fields to which InitDefault gives memory: one run for all
	for u := unseen; u != 0; u &= u - 1 {
		i := bits.TrailingZeros64(u)
		f := &s.Fields[first+i]
		switch {
		case len(f.Hops) > 0:
		case defaults(s) && f.HasDefaultRef():
			shared |= 1 << i
		default:
			ResetField(s, f, p)
		}
	}
	if shared != 0 {
		s.Init.ApplyFields(p, s.Fields[first:], shared)
	}
}

// Reset is how one field is made zero.
type Reset struct {
	Off  uintptr
	How  ResetHow
	Type reflect.Type // of ResetOther
}

// ResetHow is what is stored.
type ResetHow uint8

// The kinds of Reset. The first three begin with a pointer.
const (
	ResetPtr    ResetHow = iota // a pointer or map
	ResetString                 //
	ResetSlice                  //
	Reset1                      // a number or bool of 1 byte
	Reset2                      //
	Reset4                      //
	Reset8                      //
	ResetOther                  // anything else, by its type
)

// Resets returns the resets of the fields of s, nil when some field takes more
// than zeros at its place.
func Resets(s *layout.Struct) []Reset {
	if defaults(s) {
		return nil
	}
	rs := make([]Reset, len(s.Fields))
	for i := range s.Fields {
		f := &s.Fields[i]
		if len(f.Hops) > 0 || f.Type.Mem == layout.MemMember {
			return nil
		}
		rs[i] = Reset{f.Off, resetHow(f.Type.Mem), f.Type.Go}
	}
	return rs
}

// resetHow returns how a value of a form in memory is made zero.
func resetHow(m layout.Mem) ResetHow {
	switch m {
	case layout.MemBool, layout.MemInt8:
		return Reset1
	case layout.MemInt16:
		return Reset2
	case layout.MemInt32:
		return Reset4
	case layout.MemInt64, layout.MemFloat64:
		return Reset8
	case layout.MemString:
		return ResetString
	case layout.MemPtr, layout.MemMap, layout.MemSetMap:
		return ResetPtr
	case layout.MemBytes, layout.MemSlice, layout.MemEntries:
		return ResetSlice
	}
	return ResetOther
}

// ResetUnseen makes the fields of the struct at p zero whose bits are in
// unseen. Mostly they are: a pointer is looked at before it is stored, which
// costs more. Twin: resetUnseen.
func ResetUnseen(rs []Reset, p unsafeio.Ptr, unseen uint64) {
	for u := unseen; u != 0; u &= u - 1 {
		r := &rs[bits.TrailingZeros64(u)]
		q := p.At(r.Off)
		if r.How <= ResetSlice && q.Ptr().IsNil() {
			continue
		}
		switch r.How {
		case ResetPtr:
			q.SetPtr(unsafeio.Ptr{})
		case ResetString:
			*q.String() = ""
		case ResetSlice:
			q.SetSlice(unsafeio.Slice{})
		case Reset1:
			*q.U8() = 0
		case Reset2:
			*q.U16() = 0
		case Reset4:
			*q.U32() = 0
		case Reset8:
			*q.U64() = 0
		default:
			unsafeio.Zero(r.Type, q)
		}
	}
}

// ResetField gives f of the struct at p the value that a fresh struct has.
func ResetField(s *layout.Struct, f *layout.Field, p unsafeio.Ptr) {
	if len(f.Hops) > 0 {
		if q, ok := Reach(f, p); ok {
			unsafeio.Zero(f.Type.Go, q)
		}
		return
	}
	q := p.At(f.Off)
	if defaults(s) {
		if f.HasDefaultRef() {
			s.Init.ApplyField(q, f) // memory of its own
		} else {
			unsafeio.Assign(f.Type.Go, q, f.Zero)
		}
		return
	}
	switch f.Type.Mem {
	case layout.MemBool, layout.MemInt8:
		*q.U8() = 0
	case layout.MemInt16:
		*q.U16() = 0
	case layout.MemInt32:
		*q.U32() = 0
	case layout.MemInt64:
		*q.U64() = 0
	case layout.MemFloat64:
		*q.F64() = 0
	case layout.MemString:
		*q.String() = ""
	case layout.MemPtr, layout.MemMap, layout.MemSetMap:
		q.SetPtr(unsafeio.Ptr{})
	case layout.MemBytes, layout.MemSlice, layout.MemEntries:
		q.SetSlice(unsafeio.Slice{})
	case layout.MemMember:
		if f.Type.IsSet(q) { // else another's value lies there
			unsafeio.Zero(f.Type.Go, q)
		}
	default:
		unsafeio.Zero(f.Type.Go, q)
	}
}

// MissingField returns the first of the required fields of word that seen
// lacks, or nil.
func MissingField(s *layout.Struct, word int, seen uint64) *layout.Field {
	if m := s.Required[word] &^ seen; m != 0 {
		return &s.Fields[64*word+bits.TrailingZeros64(m)]
	}
	return nil
}
