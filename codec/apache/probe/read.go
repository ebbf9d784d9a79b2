package probe

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec/apache/internal/deep"
)

// result is what came of a Read.
type result struct {
	err     error
	missing bool // err says that a required field did not come
}

// readInto calls the generated Read of what v points to.
func readInto(v reflect.Value, script *value) (r result) {
	p := newPlayer(script)
	defer func() {
		if x := recover(); x != nil {
			r = result{err: fmt.Errorf("its Read panics: %v", x)}
		}
	}()
	err := v.Interface().(thrift.TStruct).Read(context.Background(), p)
	var known thrift.TProtocolException
	switch {
	case p.fault != nil:
		r.err = fmt.Errorf("its Read does not read what its Write writes: %w", p.fault)
	case err != nil:
		r.err = fmt.Errorf("its Read fails: %w", err)
		r.missing = p.done && errors.As(err, &known) && known.TypeId() == thrift.INVALID_DATA
	case !p.done:
		r.err = errors.New("its Read ends before the struct does")
	}
	return r
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
			r := readInto(reflect.New(s.typ), p.script(s, nil))
			if r.err == nil {
				r.err = errors.New("its Read fails without fields that it can do without")
			}
			p.fail(s, "", r.err.Error(), remedy)
		}
	}
}

// leastOf sets s.least when it can be known yet.
func (p *prober) leastOf(s *structure) {
	least := &value{typ: thrift.STRUCT}
	try := func(v *value) bool { return readInto(reflect.New(s.typ), v).err == nil }
	if try(least) {
		s.least = least
		return
	}
	if !try(p.script(s, nil)) {
		return
	}
	for _, f := range s.fields {
		without := p.script(s, f)
		if f.required = f.wire != nil && readInto(reflect.New(s.typ), without).missing; f.required {
			if v, ok := p.play(f.typ, f.wire, false); ok {
				least.fields = append(least.fields, alone(f, v).fields...)
			}
		}
	}
	if try(least) {
		s.least = least
	}
}

// script returns a struct with all fields of s but one, as far as they can be
// known yet.
func (p *prober) script(s *structure, without *field) *value {
	all := &value{typ: thrift.STRUCT}
	for _, f := range s.fields {
		if f == without || f.wire == nil {
			continue
		}
		if v, ok := p.play(f.typ, f.wire, false); ok {
			all.fields = append(all.fields, alone(f, v).fields...)
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
		script := &value{typ: thrift.STRUCT}
		for _, f := range s.fields {
			if f.wire == nil {
				continue
			}
			v, _ := p.play(f.typ, f.wire, true)
			script.fields = append(script.fields, alone(f, v).fields...)
			if s.union {
				p.observe(s, alone(f, v))
			}
		}
		if !s.union {
			p.observe(s, script)
		}
	}
	for _, s := range p.structs {
		if s.given.IsValid() {
			p.made(s, s.given)
			s.def = s.given
		}
	}
}

// observe lets s read script, and looks at the structs that it makes.
func (p *prober) observe(s *structure, script *value) {
	v := reflect.New(s.typ)
	if r := readInto(v, script); r.err != nil {
		name := ""
		if len(script.fields) == 1 {
			name = s.goName(&script.fields[0])
		}
		p.fail(s, name, r.err.Error(), remedy)
		return
	}
	for _, f := range s.fields {
		if f.wire != nil {
			p.look(v.Elem().Field(f.index), f.wire)
		}
	}
}

// look finds the structs in a value that was read, and takes their defaults.
func (p *prober) look(v reflect.Value, w *value) {
	switch v.Kind() {
	case reflect.Pointer:
		s := p.byType[v.Type().Elem()]
		switch {
		case v.IsNil():
		case s != nil:
			p.made(s, v.Convert(reflect.PointerTo(s.typ)))
		default:
			p.look(v.Elem(), w)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if w.typ == thrift.MAP {
				p.look(v.Index(i).Field(0), w)
				p.look(v.Index(i).Field(1), w)
			} else {
				p.look(v.Index(i), w)
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			p.look(it.Key(), w)
			p.look(it.Value(), w)
		}
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
