package binary

import "github.com/miserwire/miser/layout"

// sizer is one step of sizing: a field whose bytes depend on the value. All
// that every value of the struct has is in Program.least.
type sizer struct {
	code  sizeCode
	must  bool   // nil is a missing required field
	omit  bool   // nil is left out
	off   uint32 // offset of the field in the struct
	least uint32 // bytes beside a string, or of a fixed size, by pointer
	node  *node
	sub   *Program
	f     *layout.Field
}

type sizeCode uint8

const (
	sizeString    sizeCode = iota // string or binary, always present
	sizeOptFixed                  // anything of fixed size by pointer
	sizeOptString                 // string by pointer
	sizeOptBytes                  // binary, left out when nil
	sizeInner                     // struct held by value
	sizeOptStruct                 // struct by pointer
	sizeList                      // list or set in a slice
	sizeEnum                      // enum held in 8 bytes, always present: only checked
	sizeUnion
	sizeRetained // unknown fields
	sizeAny      // by node
)

// lowerSizes returns the steps of sizing s, and the bytes that every value has.
func lowerSizes(s *layout.Struct, nodes []*node) (steps []sizer, least int) {
	least = 1 // the stop field
	steps = make([]sizer, 0, len(s.Fields)+1)
	if s.Union {
		steps = append(steps, sizer{code: sizeUnion})
	}
	for i := range s.Fields {
		z, n := lowerSize(&s.Fields[i], nodes[i])
		least += n
		if z.f != nil {
			steps = append(steps, z)
		}
	}
	if s.UnknownOff >= 0 {
		steps = append(steps, sizer{code: sizeRetained, off: uint32(s.UnknownOff)})
	}
	return steps, least
}

// lowerSize returns the step of f, none for a field of fixed size, and the
// bytes that it has in any case.
func lowerSize(f *layout.Field, nd *node) (z sizer, least int) {
	z = sizer{code: sizeAny, off: uint32(f.Off), node: nd, f: f}
	if len(f.Hops) > 0 || f.Type.Held() {
		z.off = 0 // walk.Find finds the value
		return z, 0
	}
	switch {
	case f.Presence == layout.Always && nd.code != nodeConv && nd.fixed():
		return sizer{}, 3 + nd.min
	case f.Presence == layout.Always:
		switch {
		case nd.code == nodeString, nd.code == nodeBytes:
			z.code, least = sizeString, 7
		case nd.code == nodeStruct:
			z.code, z.sub, least = sizeInner, nd.prog, 3
		case nd.code == nodeList:
			z.code = sizeList
		case wideEnum(nd):
			z.code, least = sizeEnum, 7
		}
	case nd.code == nodePtr && (f.Presence == layout.NonNil || f.Presence == layout.Must):
		z.must = f.Presence == layout.Must
		switch el := nd.elem; {
		case el.code == nodeString:
			z.code, z.least = sizeOptString, 7
		case el.code == nodeStruct:
			z.code, z.sub = sizeOptStruct, el.prog
		case el.code != nodeConv && el.fixed():
			z.code, z.least = sizeOptFixed, uint32(3+el.min)
		}
	case f.Presence == layout.NonNil && nd.code == nodeBytes:
		z.code = sizeOptBytes
	case f.Presence == layout.NonNil && nd.code == nodeList:
		z.code, z.omit = sizeList, true
	}
	return z, least
}
