package walk

import (
	"strconv"
	"unicode/utf8"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// maxSegs bounds the path of an error; deeper faults keep the inner end.
const maxSegs = 24

// maxName bounds one name in a path.
const maxName = 64

// Fault is what is known of a failure: set by the leaf, led outwards by the
// walkers. The zero Fault is no failure, and small, since each call has one.
type Fault struct {
	Code int
	Off  int // input offset when decoding, output offset when encoding
	path *path
}

// Odd is a known field that came with another wire type than its own.
type Odd struct {
	Field *layout.Field
	Base  unsafeio.Ptr // of its struct
	Type  uint8        // as the protocol has it
	Off   int          // of its value
}

// NoteOdd records a field of another type, of the struct at base. A required one
// stays until another struct has one, since it will be missing.
func (d *Decoder) NoteOdd(f *layout.Field, base unsafeio.Ptr, t uint8, off int) {
	if d.Odd.Field == nil || d.Odd.Field.Req != layout.Required || d.Strict || !d.Odd.Base.Same(base) && f.Req == layout.Required {
		d.Odd = Odd{f, base, t, off}
	}
}

// path is the way from the fault outwards.
type path struct {
	segs []seg
	cut  bool
}

type segKind uint8

const (
	segField segKind = iota
	segIndex
	segKey
	segValue
)

type seg struct {
	name string
	n    int
	kind segKind
}

// Fail records a fault at offset off and returns its code.
//
//go:noinline
func (f *Fault) Fail(code, off int) int {
	if f.Code == 0 {
		f.Code, f.Off = code, off
	}
	return code
}

//go:noinline
func (f *Fault) add(code int, s seg) int {
	if code == Short || code == Unlike {
		return code // the caller grows its buffer, or skips the field
	}
	if f.path == nil {
		f.path = new(path)
	}
	if p := f.path; len(p.segs) < maxSegs {
		p.segs = append(p.segs, s)
	} else {
		p.cut = true
	}
	return code
}

// Field leads the fault out of a field; it returns code.
func (f *Fault) Field(code int, name string) int { return f.add(code, seg{name: name}) }

// Index leads the fault out of a list or set element.
func (f *Fault) Index(code, i int) int { return f.add(code, seg{n: i, kind: segIndex}) }

// Key leads the fault out of the key of a map's i-th entry.
func (f *Fault) Key(code, i int) int { return f.add(code, seg{n: i, kind: segKey}) }

// Value leads the fault out of the value of a map's i-th entry.
func (f *Fault) Value(code, i int) int { return f.add(code, seg{n: i, kind: segValue}) }

// Path renders the way from root to the fault, bounded in length.
func (f *Fault) Path(root string) string {
	b := append([]byte(nil), clip(root)...)
	if f.path == nil {
		return string(b)
	}
	if f.path.cut {
		b = append(b, "..."...)
	}
	for i := len(f.path.segs) - 1; i >= 0; i-- {
		s := &f.path.segs[i]
		switch s.kind {
		case segField:
			b = append(b, '.')
			b = append(b, clip(s.name)...)
		case segIndex:
			b = append(b, '[')
			b = append(strconv.AppendInt(b, int64(s.n), 10), ']')
		case segKey:
			b = append(b, "[key "...)
			b = append(strconv.AppendInt(b, int64(s.n), 10), ']')
		case segValue:
			b = append(b, "[value "...)
			b = append(strconv.AppendInt(b, int64(s.n), 10), ']')
		}
	}
	return string(b)
}

func clip(s string) string {
	if len(s) <= maxName {
		return s
	}
	n := maxName
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
