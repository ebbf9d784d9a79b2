package layout

import "github.com/miserwire/miser/unsafeio"

// presence derives when f goes out. f.Zero is set where s has InitDefault.
func (f *Field) presence(s *Struct, t *tag) Presence {
	omit := f.Req == Optional
	if t.numeric {
		omit = f.Req != Required && (!t.zeros || f.Type.nilIsNone())
	}
	switch f.Type.Mem {
	case MemNull:
		if f.Req == Required {
			return Must
		}
		return WhenSet
	case MemPtr:
		if f.Req == Required {
			return Must
		}
		return NonNil
	case MemBytes, MemSlice, MemEntries, MemMap, MemSetMap:
		switch {
		case s.Union:
			return NonNil
		case !omit:
			return Always
		case f.Type.Mem == MemBytes && s.Init != nil && !f.Zero.Ptr().IsNil():
			return NotDefault
		}
		return NonNil // generated code asks of a list, set or map only whether it is nil, whatever its default
	case MemStruct:
		// A struct that InitDefault makes more than zero has to go out, since
		// a reader would take its absence for that default.
		if !t.numeric || !omit || s.Init != nil && !unsafeio.IsZero(f.Type.Go, f.Zero) {
			return Always
		}
		return NonZero
	}
	switch {
	case !omit:
		return Always
	case s.Init != nil:
		return NotDefault
	}
	return NonZero
}

// nilable reports whether a value of the type can be nil, and so absent.
func (t *Type) nilable() bool {
	switch t.Mem {
	case MemPtr, MemBytes, MemSlice, MemEntries, MemMap, MemSetMap, MemNull:
		return true
	}
	return false
}
