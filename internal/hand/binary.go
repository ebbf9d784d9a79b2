package hand

import (
	"encoding/binary"
	"errors"

	"github.com/miserwire/miser/internal/wiretest"
)

// ErrBad is what the decoders return for anything that is not MediaContent.
var ErrBad = errors.New("hand: not a MediaContent")

var be = binary.BigEndian

func binString(b []byte, id byte, s string) []byte {
	b = be.AppendUint32(append(b, 11, 0, id), uint32(len(s)))
	return append(b, s...)
}

func binI32(b []byte, id byte, v int32) []byte {
	return be.AppendUint32(append(b, 8, 0, id), uint32(v))
}

func binI64(b []byte, id byte, v int64) []byte {
	return be.AppendUint64(append(b, 10, 0, id), uint64(v))
}

func binImage(b []byte, v *wiretest.Image) []byte {
	b = binString(b, 1, v.URI)
	if v.Title != nil {
		b = binString(b, 2, *v.Title)
	}
	b = binI32(b, 3, v.Width)
	b = binI32(b, 4, v.Height)
	b = binI32(b, 5, int32(v.Size))
	return append(b, 0)
}

func binMedia(b []byte, v *wiretest.Media) []byte {
	b = binString(b, 1, v.URI)
	if v.Title != nil {
		b = binString(b, 2, *v.Title)
	}
	b = binI32(b, 3, v.Width)
	b = binI32(b, 4, v.Height)
	b = binString(b, 5, v.Format)
	b = binI64(b, 6, v.Duration)
	b = binI64(b, 7, v.Size)
	if v.Bitrate != nil {
		b = binI32(b, 8, *v.Bitrate)
	}
	b = be.AppendUint32(append(b, 15, 0, 9, 11), uint32(len(v.Person)))
	for _, s := range v.Person {
		b = be.AppendUint32(b, uint32(len(s)))
		b = append(b, s...)
	}
	b = binI32(b, 10, int32(v.Player))
	if v.Copyright != nil {
		b = binString(b, 11, *v.Copyright)
	}
	return append(b, 0)
}

// AppendBinary appends v in the Binary protocol.
func AppendBinary(b []byte, v *wiretest.MediaContent) []byte {
	b = be.AppendUint32(append(b, 15, 0, 1, 12), uint32(len(v.Image)))
	for _, i := range v.Image {
		b = binImage(b, i)
	}
	b = binMedia(append(b, 12, 0, 2), v.Media)
	return append(b, 0)
}

// reader is the input not yet read; bad is set once it made no sense.
type reader struct {
	b    []byte
	last int16 // Compact: id of the field before
	bad  bool
}

func (r *reader) take(n int) []byte {
	if uint(n) > uint(len(r.b)) {
		r.bad, r.b = true, nil
		return make([]byte, min(uint(n), 8))
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) u32() uint32 { return be.Uint32(r.take(4)) }
func (r *reader) u64() uint64 { return be.Uint64(r.take(8)) }

func (r *reader) text() string {
	n := int(int32(r.u32()))
	if uint(n) > uint(len(r.b)) {
		r.bad, r.b = true, nil
		return ""
	}
	return string(r.take(n))
}

// size reads a list size of elements of at least one byte.
func (r *reader) size() int {
	n := int(int32(r.u32()))
	if uint(n) > uint(len(r.b)) {
		r.bad = true
		return 0
	}
	return n
}

// field reads a field header as type and id in one word, 0 at the stop field.
func (r *reader) field() uint32 {
	if len(r.b) >= 3 {
		h := uint32(r.b[0])<<16 | uint32(r.b[1])<<8 | uint32(r.b[2])
		if h>>16 != 0 {
			r.b = r.b[3:]
			return h
		}
	}
	if r.take(1)[0] != 0 {
		r.bad = true
	}
	return 0
}

func (r *reader) binImage(v *wiretest.Image) {
	for !r.bad {
		switch r.field() {
		case 0:
			return
		case 11<<16 | 1:
			v.URI = r.text()
		case 11<<16 | 2:
			s := r.text()
			v.Title = &s
		case 8<<16 | 3:
			v.Width = int32(r.u32())
		case 8<<16 | 4:
			v.Height = int32(r.u32())
		case 8<<16 | 5:
			v.Size = wiretest.Size(int32(r.u32()))
		default:
			r.bad = true
		}
	}
}

func (r *reader) binMedia(v *wiretest.Media) {
	for !r.bad {
		switch r.field() {
		case 0:
			return
		case 11<<16 | 1:
			v.URI = r.text()
		case 11<<16 | 2:
			s := r.text()
			v.Title = &s
		case 8<<16 | 3:
			v.Width = int32(r.u32())
		case 8<<16 | 4:
			v.Height = int32(r.u32())
		case 11<<16 | 5:
			v.Format = r.text()
		case 10<<16 | 6:
			v.Duration = int64(r.u64())
		case 10<<16 | 7:
			v.Size = int64(r.u64())
		case 8<<16 | 8:
			n := int32(r.u32())
			v.Bitrate = &n
		case 15<<16 | 9:
			r.bad = r.bad || r.take(1)[0] != 11
			v.Person = make([]string, r.size())
			for i := range v.Person {
				v.Person[i] = r.text()
			}
		case 8<<16 | 10:
			v.Player = wiretest.Player(int32(r.u32()))
		case 11<<16 | 11:
			s := r.text()
			v.Copyright = &s
		default:
			r.bad = true
		}
	}
}

// DecodeBinary decodes b into v, which must be zero. Strings are copied.
func DecodeBinary(b []byte, v *wiretest.MediaContent) error {
	r := reader{b: b}
	for !r.bad {
		switch r.field() {
		case 0:
			if r.bad {
				return ErrBad
			}
			return nil
		case 15<<16 | 1:
			r.bad = r.bad || r.take(1)[0] != 12
			v.Image = make([]*wiretest.Image, r.size())
			for i := range v.Image {
				v.Image[i] = new(wiretest.Image)
				r.binImage(v.Image[i])
			}
		case 12<<16 | 2:
			v.Media = new(wiretest.Media)
			r.binMedia(v.Media)
		default:
			r.bad = true
		}
	}
	return ErrBad
}
