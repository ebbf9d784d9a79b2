package fbthrift_test

import (
	"errors"

	"github.com/facebook/fbthrift/thrift/lib/go/thrift"
)

// writer is a protocol of fbthrift's library that keeps the first error.
type writer struct {
	p   thrift.TProtocol
	err error
}

func (w *writer) do(errs ...error) { w.err = errors.Join(append([]error{w.err}, errs...)...) }

func (w *writer) field(t thrift.TType, id int16, value func()) {
	w.do(w.p.WriteFieldBegin("", t, id))
	value()
	w.do(w.p.WriteFieldEnd())
}

func (w *writer) i32(id int16, v int32) { w.field(thrift.I32, id, func() { w.do(w.p.WriteI32(v)) }) }
func (w *writer) i64(id int16, v int64) { w.field(thrift.I64, id, func() { w.do(w.p.WriteI64(v)) }) }
func (w *writer) text(id int16, v string) {
	w.field(thrift.STRING, id, func() { w.do(w.p.WriteString(v)) })
}

// list writes a field that is a list, or a set.
func list[T any](w *writer, t thrift.TType, id int16, elem thrift.TType, vs []T, write func(T)) {
	w.field(t, id, func() {
		if t == thrift.SET {
			w.do(w.p.WriteSetBegin(elem, len(vs)))
		} else {
			w.do(w.p.WriteListBegin(elem, len(vs)))
		}
		for _, v := range vs {
			write(v)
		}
		if t == thrift.SET {
			w.do(w.p.WriteSetEnd())
		} else {
			w.do(w.p.WriteListEnd())
		}
	})
}

func mapping[K comparable, V any](w *writer, id int16, key, elem thrift.TType, m map[K]V, write func(K, V)) {
	w.field(thrift.MAP, id, func() {
		w.do(w.p.WriteMapBegin(key, elem, len(m)))
		for k, v := range m {
			write(k, v)
		}
		w.do(w.p.WriteMapEnd())
	})
}

func (w *writer) structure(fields func()) {
	w.do(w.p.WriteStructBegin(""))
	fields()
	w.do(w.p.WriteFieldStop(), w.p.WriteStructEnd())
}

// What follows writes as the compiler's code does: a struct, an optional field and
// a field of a union when they are not nil, everything else always.

func (w *writer) point(v *Point) {
	w.structure(func() {
		w.i32(1, v.X)
		w.i32(2, v.Y)
	})
}

func (w *writer) path(v *Path) {
	w.structure(func() { list(w, thrift.LIST, 1, thrift.STRUCT, v.Points, w.point) })
}

func (w *writer) shape(v *Shape) {
	w.structure(func() {
		if v.Point != nil {
			w.field(thrift.STRUCT, 1, func() { w.point(v.Point) })
		}
		if v.Radius != nil {
			w.i32(2, *v.Radius)
		}
		if v.Names != nil {
			list(w, thrift.LIST, 3, thrift.STRING, v.Names, w.string)
		}
	})
}

func (w *writer) gone(v *Gone) {
	w.structure(func() {
		w.text(1, v.Reason)
		if v.Code != nil {
			w.i32(2, *v.Code)
		}
	})
}

func (w *writer) string(v string) { w.do(w.p.WriteString(v)) }

func (w *writer) item(v *Item) {
	w.structure(func() {
		w.field(thrift.I16, -3, func() { w.do(w.p.WriteI16(v.Old)) })
		w.i64(1, v.ID)
		w.text(2, v.Name)
		if v.Note != nil {
			w.text(3, *v.Note)
		}
		if v.Count != nil {
			w.i32(4, *v.Count)
		}
		w.i32(5, v.Size)
		w.i32(6, int32(v.Color))
		list(w, thrift.LIST, 7, thrift.STRING, v.Tags, w.string)
		list(w, thrift.SET, 8, thrift.I32, v.Codes, func(i int32) { w.do(w.p.WriteI32(i)) })
		mapping(w, 9, thrift.STRING, thrift.STRING, v.Attrs, func(k string, b []byte) { w.do(w.p.WriteString(k), w.p.WriteBinary(b)) })
		if v.Parent != nil {
			w.field(thrift.STRUCT, 10, func() { w.item(v.Parent) })
		}
		if v.Shape != nil {
			w.field(thrift.STRUCT, 11, func() { w.shape(v.Shape) })
		}
		if v.Raw != nil {
			w.field(thrift.STRING, 12, func() { w.do(w.p.WriteBinary(v.Raw)) })
		}
		list(w, thrift.LIST, 13, thrift.BOOL, v.Flags, func(b bool) { w.do(w.p.WriteBool(b)) })
		w.field(thrift.DOUBLE, 14, func() { w.do(w.p.WriteDouble(v.Weight)) })
		if v.Longs != nil {
			list(w, thrift.LIST, 15, thrift.I64, v.Longs, func(i int64) { w.do(w.p.WriteI64(i)) })
		}
		mapping(w, 16, thrift.STRUCT, thrift.STRING, v.At, func(p Point, s string) {
			w.point(&p)
			w.string(s)
		})
		mapping(w, 17, thrift.STRUCT, thrift.I32, v.Via, func(p *Path, i int32) {
			w.path(p)
			w.do(w.p.WriteI32(i))
		})
		if v.Tint != nil {
			w.i32(18, int32(*v.Tint))
		}
		w.i64(19, v.Made)
		w.field(thrift.BYTE, 40, func() { w.do(w.p.WriteByte(byte(v.Level))) })
		w.field(thrift.BOOL, 41, func() { w.do(w.p.WriteBool(v.Live)) })
		if v.Names != nil {
			list(w, thrift.SET, 42, thrift.STRING, v.Names, w.string)
		}
	})
}
