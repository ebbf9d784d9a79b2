package ref

import (
	"math"
	"reflect"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// binder sets Go values from nodes. What it refuses, it refuses for the sake of the Go type or of a limit.
type binder struct {
	src     []byte
	proto   Protocol
	options Options
}

// structValue sets v, whatever it holds, to the struct n.
func (b *binder) structValue(v reflect.Value, s *layout.Struct, n node) error {
	fresh(v)
	seen := make(map[int16]bool)
	for _, f := range n.fields {
		i := s.Lookup(f.id)
		if i < 0 {
			if err := b.skipped(f.node); err != nil {
				return err
			}
			b.keep(v, s, f)
			continue
		}
		if t := s.Fields[i].Type; !like(f.node, t) {
			if b.options.Strict {
				return fail(f.off, walk.Mismatch)
			}
			if err := b.skipped(f.node); err != nil {
				return err
			}
			continue // skipped whole, and not seen
		}
		if err := b.fieldValue(v, s, &s.Fields[i], f); err != nil {
			return err
		}
		seen[f.id] = true
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Req == layout.Required && !seen[f.ID] {
			return fail(n.end, walk.Missing)
		}
	}
	return nil
}

// skipped looks at the limits in a value that no field takes.
func (b *binder) skipped(n node) error {
	size := len(n.items)
	if n.kind == layout.Map {
		size /= 2
	}
	switch {
	case n.kind == layout.String && b.options.Bytes > 0 && len(n.text) > b.options.Bytes:
		return fail(n.off, walk.Bytes)
	case b.options.Container > 0 && size > b.options.Container:
		return fail(n.off, walk.Container)
	}
	for _, item := range n.items {
		if err := b.skipped(item); err != nil {
			return err
		}
	}
	for _, f := range n.fields {
		if err := b.skipped(f.node); err != nil {
			return err
		}
	}
	return nil
}

// like reports whether n is a value of type t: of its kind, and so are the elements of containers, at
// every level down to structs. The fields of structs are looked at one by one, when they are set.
func like(n node, t *layout.Type) bool {
	if n.kind != wireKind(t.Kind) {
		return false
	}
	for t.Mem == layout.MemPtr || t.Mem == layout.MemNull || t.Mem == layout.MemMember {
		t = t.Elem
	}
	for i, item := range n.items {
		of := t.Elem
		if n.kind == layout.Map && i%2 == 0 {
			of = t.Key
		}
		if !like(item, of) {
			return false
		}
	}
	return true
}

// fieldValue sets field f of the struct v. n is like f.
func (b *binder) fieldValue(v reflect.Value, s *layout.Struct, f *layout.Field, n field) error {
	value := reflect.New(f.Type.Go).Elem()
	if err := b.value(value, f.Type, n.node); err != nil {
		return err
	}
	if s.Union {
		clearArms(v, s)
	}
	q, _ := reach(v, f, true)
	q.Set(value)
	return nil
}

// clearArms clears every arm of the union v, kept unknown ones too: the last that comes wins.
func clearArms(v reflect.Value, s *layout.Struct) {
	for i := range s.Fields {
		if q, ok := reach(v, &s.Fields[i], false); ok {
			q.SetZero()
		}
	}
	if kept, ok := unknownBytes(v, s); ok {
		kept.SetBytes(nil)
	}
}

// keep adds an unknown field, in Binary form, to those that the struct v keeps, if it does.
func (b *binder) keep(v reflect.Value, s *layout.Struct, f field) {
	kept, ok := unknownBytes(v, s)
	if !ok {
		return
	}
	if s.Union {
		clearArms(v, s)
	}
	raw := b.src[f.off:f.end]
	if b.proto != Binary {
		raw = binaryProtocol{}.appendField(nil, 0, f)
	}
	kept.SetBytes(append(kept.Bytes(), raw...))
}

// value sets v, which is zero and of type t, to n, which is like t.
func (b *binder) value(v reflect.Value, t *layout.Type, n node) error {
	if t.Mem == layout.MemPtr {
		v.Set(reflect.New(t.Elem.Go))
		return b.value(v.Elem(), t.Elem, n)
	}
	switch t.Mem {
	case layout.MemNull:
		writable(v.Field(1)).SetBool(true)
		return b.value(writable(v.Field(0)), t.Elem, n)
	case layout.MemMember:
		member := reflect.New(t.Elem.Go).Elem()
		err := b.value(member, t.Elem, n)
		v.Set(member)
		return err
	}
	if n.kind == layout.String && b.options.Bytes > 0 && len(n.text) > b.options.Bytes {
		return fail(n.off, walk.Bytes)
	}
	switch t.Mem {
	case layout.MemBool:
		v.SetBool(n.num != 0)
	case layout.MemInt8, layout.MemInt16, layout.MemInt32, layout.MemInt64:
		if v.OverflowInt(n.num) {
			return fail(n.off, walk.Range)
		}
		v.SetInt(n.num)
	case layout.MemFloat64:
		v.SetFloat(math.Float64frombits(uint64(n.num)))
	case layout.MemString:
		v.SetString(string(n.text))
	case layout.MemBytes:
		text := make([]byte, len(n.text))
		copy(text, n.text)
		v.SetBytes(text)
	case layout.MemArray16:
		for i, c := range n.text {
			v.Index(i).SetUint(uint64(c))
		}
	case layout.MemStruct:
		return b.structValue(v, t.Struct, n)
	default:
		return b.container(v, t, n)
	}
	return nil
}

// container sets v, a list, set or map in any form, to n.
func (b *binder) container(v reflect.Value, t *layout.Type, n node) error {
	size := len(n.items)
	if n.kind == layout.Map {
		size /= 2
	}
	if b.options.Container > 0 && size > b.options.Container {
		return fail(n.off, walk.Container)
	}
	switch t.Mem {
	case layout.MemSlice, layout.MemEntries:
		v.Set(reflect.MakeSlice(v.Type(), size, size))
	default:
		v.Set(reflect.MakeMapWithSize(v.Type(), size))
	}
	for i := range size {
		var err error
		switch t.Mem {
		case layout.MemSlice:
			err = b.value(v.Index(i), t.Elem, n.items[i])
		case layout.MemSetMap:
			err = b.entry(v, t.Elem, nil, n.items[i], node{})
		case layout.MemMap:
			err = b.entry(v, t.Key, t.Elem, n.items[2*i], n.items[2*i+1])
		case layout.MemEntries:
			err = b.value(ownField(v.Index(i), "Key"), t.Key, n.items[2*i])
			if err == nil {
				err = b.value(ownField(v.Index(i), "Value"), t.Elem, n.items[2*i+1])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry adds an entry to the Go map m; elem is nil for a set.
func (b *binder) entry(m reflect.Value, key, elem *layout.Type, k, e node) error {
	kv, ev := reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()
	if err := b.value(kv, key, k); err != nil {
		return err
	}
	if elem != nil {
		if err := b.value(ev, elem, e); err != nil {
			return err
		}
	}
	m.SetMapIndex(kv, ev)
	return nil
}
