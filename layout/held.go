package layout

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/miserwire/miser/unsafeio"
)

// isNull reports whether t is a generic Null of a value V and a flag Valid, as
// parquet-go's library and package database/sql have one.
func isNull(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || !strings.HasPrefix(t.Name(), "Null[") || t.NumField() != 2 {
		return false
	}
	v, valid := t.Field(0), t.Field(1)
	return v.Name == "V" && valid.Name == "Valid" && valid.Type.Kind() == reflect.Bool && v.Tag == "" && valid.Tag == ""
}

// null is a value that is there when a flag beside it says so.
func (b *builder) null(t reflect.Type, x *typeExpr) (*Type, *fault) {
	if _, hinted := b.hints[t]; hinted {
		return nil, &fault{fmt.Sprintf("a hint is about %s, which is no struct of Thrift's", t), "leave it out, and give the field that holds it a tag"}
	}
	elem, err := b.typeOf(t.Field(0).Type, x)
	if err != nil {
		return nil, err
	}
	return &Type{
		Kind: elem.Kind, Mem: MemNull, Enum: elem.Enum, Elem: elem,
		ValueOff: t.Field(0).Offset, FlagOff: t.Field(1).Offset,
	}, nil
}

// encodesItself reports whether t has code of its own to go out by, as types have that
// are a Value to parquet-go's library. Plans know its Null and Slice alone.
func encodesItself(t reflect.Type) bool {
	if t.NumMethod() == 0 || t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer ||
		strings.HasPrefix(t.Name(), "Null[") || strings.HasPrefix(t.Name(), "Slice[") {
		return false
	}
	_, encodes := t.MethodByName("EncodeFunc")
	_, decodes := t.MethodByName("DecodeFunc")
	return encodes && decodes
}

// checkNull is the fault of a Null within t: only a field can be absent.
func checkNull(t *Type) (err *fault) {
	t.walk(func(n *Type) {
		if n.Mem == MemNull && n != t {
			err = &fault{fmt.Sprintf("%s holds a %s, and only a field can be absent", t.Go, n.Go), fmt.Sprintf("hold a %s there", n.Elem.Go)}
		}
	})
	return err
}

// member is what parquet-go's library calls one type that a union may hold.
type member interface{ FieldID() int16 }

var memberType = reflect.TypeFor[member]()

// unionMembers returns what the method UnionMembers of t gives, the types that
// the union t may hold as nil pointers, and whether t has that method, as the
// unions of parquet-go's library have. The method's name is a constant, so that
// the linker can still drop the user's unused methods.
func unionMembers(t reflect.Type) (members []reflect.Value, is bool, err *fault) {
	m, ok := reflect.PointerTo(t).MethodByName("UnionMembers")
	if !ok || m.Type.NumIn() != 1 || m.Type.NumOut() != 1 {
		return nil, false, nil
	}
	if out := m.Type.Out(0); out.Kind() != reflect.Slice || !out.Elem().Implements(memberType) || promotesMembers(t) {
		return nil, false, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = &fault{fmt.Sprintf("UnionMembers panics: %v", r), "make it return nil pointers of the members' types"}
		}
	}()
	list := m.Func.Call([]reflect.Value{reflect.New(t)})[0]
	for i := range list.Len() {
		members = append(members, list.Index(i).Elem())
	}
	return members, true, nil
}

// promotesMembers reports whether the method UnionMembers of t is that of an
// embedded field: then that is the union.
func promotesMembers(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		e := f.Type
		if e.Kind() == reflect.Struct {
			e = reflect.PointerTo(e)
		}
		if _, ok := e.MethodByName("UnionMembers"); ok && f.Anonymous {
			return true
		}
	}
	return false
}

// members compiles s as a union that one interface holds, and reports whether it
// is one: each member is a field of s, whose memory is the interface.
func (b *builder) members(s *Struct) bool {
	list, is, err := unionMembers(s.Go)
	switch {
	case err != nil:
	case !is:
		return false
	case s.Go.NumField() != 1 || s.Go.Field(0).Type.Kind() != reflect.Interface:
		err = &fault{"it has UnionMembers, and is not one field of an interface type", "hold the member in one field of an interface type"}
	case len(list) == 0:
		err = &fault{"UnionMembers returns none", "return a nil pointer of each member's type"}
	}
	if h := b.hints[s.Go]; err == nil && (h.new != nil || len(h.tags) > 0) {
		err = &fault{"a hint gives it a constructor or tags, and a union in an interface has neither", "leave them out"}
	}
	if err == nil {
		err = b.eachMember(s, list)
	}
	if err != nil {
		b.fail(s, "", "", err)
	}
	return true
}

func (b *builder) eachMember(s *Struct, list []reflect.Value) *fault {
	s.Union, s.Members = true, true
	f := s.Go.Field(0)
	ids := map[int16]bool{}
	ptrs := make([]reflect.Type, len(list))
	for i, m := range list {
		if !m.IsValid() || m.Kind() != reflect.Pointer || m.Type().Elem().Kind() != reflect.Struct || !m.Type().AssignableTo(f.Type) {
			return &fault{fmt.Sprintf("UnionMembers has something that is no pointer to a struct, or that a %s cannot hold", f.Type), "return a nil pointer of each member's type"}
		}
		ptrs[i] = m.Type()
	}
	ops := unsafeio.NewIfaceOps(f.Type, ptrs)
	for i, m := range list {
		id, err := fieldID(m)
		if err == nil && (id <= 0 || ids[id]) {
			err = &fault{fmt.Sprintf("the member %s has id %d, which is another's or below 1", ptrs[i], id), fmt.Sprintf("give each member an id of its own, 1 to %d", math.MaxInt16)}
		}
		if err != nil {
			return err
		}
		ids[id] = true
		b.user = user{s, f.Name}
		elem, err := b.typeOf(ptrs[i], nil)
		if err != nil {
			return err
		}
		s.Fields = append(s.Fields, Field{
			ID: id, Name: ptrs[i].Elem().Name(), GoName: f.Name, Req: Optional, Presence: WhenSet, Slot: -1,
			Type: &Type{
				Kind: KindStruct, Mem: MemMember, Go: f.Type, Size: f.Type.Size(), Elem: elem,
				ValueOff: unsafeio.IfaceData, Iface: ops, Member: i, how: howMember,
			},
		})
	}
	return nil
}

// fieldID returns the id of a member, a nil pointer.
func fieldID(m reflect.Value) (id int16, err *fault) {
	defer func() {
		if r := recover(); r != nil {
			err = &fault{fmt.Sprintf("FieldID of %s panics: %v", m.Type(), r), "make it return a constant"}
		}
	}()
	return m.Interface().(member).FieldID(), nil
}

// Held reports whether t is of MemNull or MemMember: what says that the value is
// there lies beside it, and the value at ValueOff.
func (t *Type) Held() bool { return t.Mem >= MemNull }

// nilIsNone reports whether a nil t is left out by parquet-go also where its tag says
// writezero: the list type of its library, and a union that an interface holds.
func (t *Type) nilIsNone() bool {
	switch t.Mem {
	case MemSlice:
		if !strings.HasPrefix(t.Go.Name(), "Slice[") {
			return false
		}
		_, is := t.Go.MethodByName("NullFunc")
		return is
	case MemStruct:
		_, is, _ := unionMembers(t.Go)
		return is
	}
	return false
}

// IsSet reports whether the value of type t at q is there.
// Caller: t is Held, and a value of it at q.
func (t *Type) IsSet(q unsafeio.Ptr) bool {
	if t.Mem == MemNull {
		return *q.At(t.FlagOff).U8() != 0
	}
	return t.Iface.Holds(q, t.Member)
}

// SetIt makes the field of type t at q one that is there, once what is at
// ValueOff is its value.
// Caller: as for IsSet.
func (t *Type) SetIt(q unsafeio.Ptr) {
	if t.Mem == MemNull {
		*q.At(t.FlagOff).Bool() = true
		return
	}
	t.Iface.Set(q, t.Member)
}
