package probe

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec/apache/internal/deep"
)

// readInto calls the generated Read of what v points to.
func readInto(v reflect.Value, fields []wireField) (err error) {
	p := newPlayer(&value{typ: thrift.STRUCT, fields: fields})
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("its Read panics: %v", x)
		}
	}()
	err = v.Interface().(thrift.TStruct).Read(context.Background(), p)
	switch {
	case p.fault != nil:
		return fmt.Errorf("its Read does not read what its Write writes: %w", p.fault)
	case err != nil:
		return fmt.Errorf("its Read fails: %w", err)
	case !p.done:
		return errors.New("its Read ends before the struct does")
	}
	return nil
}

// findRequired finds the fields without which a Read fails. What a Read needs may
// need what another one does, so it goes round until all are known.
func (p *prober) findRequired() {
	for more := true; more; {
		more = false
		for _, s := range p.structs {
			if s.least == nil {
				p.leastOf(s)
				more = more || s.least != nil
			}
		}
	}
	for _, s := range p.structs {
		if s.least == nil {
			err := readInto(reflect.New(s.typ), p.script(s))
			if err == nil {
				err = errors.New("its Read fails where fields are absent that it can do without one by one")
			}
			p.fail(s, "", err.Error(), remedy)
		}
	}
}

// leastOf sets s.least when it can be known yet.
func (p *prober) leastOf(s *structure) {
	fails := func(fields []wireField) bool { return readInto(reflect.New(s.typ), fields) != nil }
	var least []wireField
	if fails(least) {
		all := p.script(s)
		if fails(all) {
			return
		}
		for i := range all {
			if !fails(slices.Delete(slices.Clone(all), i, i+1)) {
				continue
			}
			least = append(least, all[i])
			for _, f := range s.fields {
				f.required = f.required || f.wire != nil && f.id == all[i].id
			}
		}
		if fails(least) {
			return
		}
	}
	s.least = &value{typ: thrift.STRUCT, fields: least}
}

// script returns the fields of s for a Read, as far as they can be known yet.
func (p *prober) script(s *structure) []wireField {
	var all []wireField
	for _, f := range s.fields {
		if f.wire == nil {
			continue
		}
		if v, ok := p.play(f.typ, f.wire, false); ok {
			all = append(all, f.with(v))
		}
	}
	return all
}

// play returns a value for the Read of a t that is written like w: as small as can
// be, but with the elements of containers when whole. It is false where a struct
// is not known yet.
func (p *prober) play(t reflect.Type, w *value, whole bool) (v *value, ok bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if w.typ == thrift.STRUCT {
		s := p.byType[t]
		return s.least, s.least != nil
	}
	v = w.bare()
	if !whole {
		return v, true
	}
	v.size = w.size
	for i, item := range w.items {
		item, ok := p.play(itemType(t, w.typ, i), item, whole)
		if !ok {
			return nil, false
		}
		v.items = append(v.items, item)
	}
	return v, true
}

// itemType returns the Go type of the i-th item of a container t.
func itemType(t reflect.Type, on thrift.TType, i int) reflect.Type {
	switch {
	case on == thrift.MAP && t.Kind() == reflect.Slice:
		return t.Elem().Field(i % 2).Type
	case t.Kind() == reflect.Map && (on == thrift.SET || i%2 == 0):
		return t.Key()
	}
	return t.Elem()
}

// findDefaults finds the defaults of structs in what the others make of them.
func (p *prober) findDefaults() {
	for _, s := range p.structs {
		var all []wireField
		for _, f := range s.fields {
			if f.wire != nil {
				v, _ := p.play(f.typ, f.wire, true)
				all = append(all, f.with(v))
			}
		}
		if !s.union {
			p.observe(s, all)
			continue
		}
		for i := range all {
			p.observe(s, all[i:i+1])
		}
	}
	for _, s := range p.structs {
		if s.given.IsValid() {
			p.made(s, s.given)
			s.def = s.given
		}
	}
}

// observe lets s read fields, and looks at the structs that it makes.
func (p *prober) observe(s *structure, fields []wireField) {
	v := reflect.New(s.typ)
	if err := readInto(v, fields); err != nil {
		name := ""
		if len(fields) == 1 {
			name = s.goName(&fields[0])
		}
		p.fail(s, name, err.Error(), remedy)
		return
	}
	for _, f := range s.fields {
		if f.wire != nil {
			p.look(v.Elem().Field(f.index))
		}
	}
}

// look finds the structs in a value that was read, and takes their defaults.
func (p *prober) look(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		s := p.byType[v.Type().Elem()]
		switch {
		case v.IsNil():
		case s != nil:
			p.made(s, v.Convert(reflect.PointerTo(s.typ)))
		default:
			p.look(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			p.look(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			p.look(it.Key())
			p.look(it.Value())
		}
	case reflect.Struct: // a MapEntry
		p.look(v.FieldByName("Key"))
		p.look(v.FieldByName("Value"))
	}
}

// made takes v, a *s.typ that something made, as the defaults of s. Its required
// fields do not count: they are what was read, and nobody sees their defaults.
func (p *prober) made(s *structure, v reflect.Value) {
	def := deep.Clone(v)
	for _, f := range s.fields {
		if f.required {
			def.Elem().Field(f.index).SetZero()
		}
	}
	switch {
	case !s.def.IsValid():
		s.def = def
	case !deep.Same(s.def, def):
		p.fail(s, "", "its defaults are not the same wherever a Read makes it, or not those of the value that was passed",
			"pass "+constructor(s.typ)+" to the probe, and a value of the type once")
	}
}
