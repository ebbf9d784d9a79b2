package hand

import (
	"encoding/binary"

	"github.com/miserwire/miser/internal/wiretest"
)

func zigzag32(v int32) uint64 { return uint64(uint32(v<<1) ^ uint32(v>>31)) }
func zigzag64(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

func comString(b []byte, h byte, s string) []byte {
	b = binary.AppendUvarint(append(b, h<<4|8), uint64(len(s)))
	return append(b, s...)
}

func comI32(b []byte, h byte, v int32) []byte {
	return binary.AppendUvarint(append(b, h<<4|5), zigzag32(v))
}

func comI64(b []byte, h byte, v int64) []byte {
	return binary.AppendUvarint(append(b, h<<4|6), zigzag64(v))
}

func comList(b []byte, h, elem byte, n int) []byte {
	b = append(b, h<<4|9)
	if n < 15 {
		return append(b, byte(n)<<4|elem)
	}
	return binary.AppendUvarint(append(b, 0xf0|elem), uint64(n))
}

func comImage(b []byte, v *wiretest.Image) []byte {
	b = comString(b, 1, v.URI)
	delta := byte(2)
	if v.Title != nil {
		b = comString(b, 1, *v.Title)
		delta = 1
	}
	b = comI32(b, delta, v.Width)
	b = comI32(b, 1, v.Height)
	b = comI32(b, 1, int32(v.Size))
	return append(b, 0)
}

func comMedia(b []byte, v *wiretest.Media) []byte {
	b = comString(b, 1, v.URI)
	delta := byte(2)
	if v.Title != nil {
		b = comString(b, 1, *v.Title)
		delta = 1
	}
	b = comI32(b, delta, v.Width)
	b = comI32(b, 1, v.Height)
	b = comString(b, 1, v.Format)
	b = comI64(b, 1, v.Duration)
	b = comI64(b, 1, v.Size)
	delta = 2
	if v.Bitrate != nil {
		b = comI32(b, 1, *v.Bitrate)
		delta = 1
	}
	b = comList(b, delta, 8, len(v.Person))
	for _, s := range v.Person {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = comI32(b, 1, int32(v.Player))
	if v.Copyright != nil {
		b = comString(b, 1, *v.Copyright)
	}
	return append(b, 0)
}

// AppendCompact appends v in the Compact protocol.
func AppendCompact(b []byte, v *wiretest.MediaContent) []byte {
	b = comList(b, 1, 12, len(v.Image))
	for _, i := range v.Image {
		b = comImage(b, i)
	}
	b = comMedia(append(b, 1<<4|12), v.Media)
	return append(b, 0)
}

func (r *reader) varint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) i32() int32 {
	u := uint32(r.varint())
	return int32(u>>1) ^ -int32(u&1)
}

func (r *reader) i64() int64 {
	u := r.varint()
	return int64(u>>1) ^ -int64(u&1)
}

func (r *reader) comText() string {
	n := r.varint()
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return ""
	}
	return string(r.take(int(n)))
}

func (r *reader) comSize(elem byte) int {
	h := r.take(1)[0]
	n := uint64(h >> 4)
	if n == 15 {
		n = r.varint()
	}
	if h&15 != elem || n > uint64(len(r.b)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// comField reads a field header as id and type in one word, 0 at the stop
// field.
func (r *reader) comField() uint32 {
	h := r.take(1)[0]
	if h == 0 {
		return 0
	}
	if h>>4 == 0 {
		r.last = int16(r.i32())
	} else {
		r.last += int16(h >> 4)
	}
	return uint32(uint16(r.last))<<4 | uint32(h&15)
}

func (r *reader) comImage(v *wiretest.Image) {
	outer := r.last
	r.last = 0
	for !r.bad {
		switch r.comField() {
		case 0:
			r.last = outer
			return
		case 1<<4 | 8:
			v.URI = r.comText()
		case 2<<4 | 8:
			s := r.comText()
			v.Title = &s
		case 3<<4 | 5:
			v.Width = r.i32()
		case 4<<4 | 5:
			v.Height = r.i32()
		case 5<<4 | 5:
			v.Size = wiretest.Size(r.i32())
		default:
			r.bad = true
		}
	}
}

func (r *reader) comMedia(v *wiretest.Media) {
	outer := r.last
	r.last = 0
	for !r.bad {
		switch r.comField() {
		case 0:
			r.last = outer
			return
		case 1<<4 | 8:
			v.URI = r.comText()
		case 2<<4 | 8:
			s := r.comText()
			v.Title = &s
		case 3<<4 | 5:
			v.Width = r.i32()
		case 4<<4 | 5:
			v.Height = r.i32()
		case 5<<4 | 8:
			v.Format = r.comText()
		case 6<<4 | 6:
			v.Duration = r.i64()
		case 7<<4 | 6:
			v.Size = r.i64()
		case 8<<4 | 5:
			n := r.i32()
			v.Bitrate = &n
		case 9<<4 | 9:
			v.Person = make([]string, r.comSize(8))
			for i := range v.Person {
				v.Person[i] = r.comText()
			}
		case 10<<4 | 5:
			v.Player = wiretest.Player(r.i32())
		case 11<<4 | 8:
			s := r.comText()
			v.Copyright = &s
		default:
			r.bad = true
		}
	}
}

// DecodeCompact decodes b into v, which must be zero. Strings are copied.
func DecodeCompact(b []byte, v *wiretest.MediaContent) error {
	r := reader{b: b}
	for !r.bad {
		switch r.comField() {
		case 0:
			if r.bad {
				return ErrBad
			}
			return nil
		case 1<<4 | 9:
			v.Image = make([]*wiretest.Image, r.comSize(12))
			for i := range v.Image {
				v.Image[i] = new(wiretest.Image)
				r.comImage(v.Image[i])
			}
		case 2<<4 | 12:
			v.Media = new(wiretest.Media)
			r.comMedia(v.Media)
		default:
			r.bad = true
		}
	}
	return ErrBad
}
