package probe

import "reflect"

// mostFilled bounds how deep containers nest in a field, and mostFills how many
// values are in it. More than any IDL has a type that holds
// itself without a struct of Thrift's between.
const (
	mostFilled = 16
	mostFills  = 1 << 16
)

// fill returns a value of t for Write: numbers and texts that are not zero and
// differ by variant, one element in each container, samples for structs. It is
// false where a struct without a sample yet makes that impossible.
func (p *prober) fill(t reflect.Type, variant, depth int) (v reflect.Value, ok bool) {
	v = reflect.New(t).Elem()
	if depth == 0 {
		p.fills = 0
	}
	if p.fills++; depth > mostFilled || p.fills > mostFills {
		return v, false
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(variant == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(85 + variant))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(8.5 + float64(variant))
	case reflect.String:
		v.SetString("probe" + string(rune('A'+variant)))
	case reflect.Uint8:
		v.SetUint(uint64(85 + variant))
	case reflect.Array:
		for i := range v.Len() {
			if e, ok := p.fill(t.Elem(), variant, depth+1); ok {
				v.Index(i).Set(e)
			}
		}
	case reflect.Pointer:
		return p.fillPointer(t, variant, depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 0, 1))
		if e, ok := p.fill(t.Elem(), variant, depth+1); ok {
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		v.Set(reflect.MakeMapWithSize(t, 1))
		key, ok := p.fill(t.Key(), variant, depth+1)
		elem, also := p.fill(t.Elem(), variant, depth+1)
		if ok && also {
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range t.NumField() { // a MapEntry
			if !t.Field(i).IsExported() {
				continue
			}
			e, ok := p.fill(t.Field(i).Type, variant, depth+1)
			if !ok {
				return v, false
			}
			v.Field(i).Set(e)
		}
	}
	return v, true
}

func (p *prober) fillPointer(t reflect.Type, variant, depth int) (v reflect.Value, ok bool) {
	if s := p.byType[t.Elem()]; s != nil {
		if !s.sample.IsValid() {
			return reflect.Zero(t), false
		}
		return s.sample.Convert(t), true
	}
	v = reflect.New(t).Elem()
	e, ok := p.fill(t.Elem(), variant, depth+1)
	if ok {
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(e)
	}
	return v, ok
}

// full returns a *s.typ with a value in each field that can have one.
func (p *prober) full(s *structure, variant int) reflect.Value {
	v := reflect.New(s.typ)
	for _, f := range s.fields {
		if e, ok := p.fill(f.typ, variant, 0); ok {
			v.Elem().Field(f.index).Set(e)
		}
	}
	return v
}

// makeSamples finds for each type a value that Write takes, as small as can be.
// Such a value may need those of other types, so it goes round until each has one.
func (p *prober) makeSamples() {
	for more := true; more; {
		more = false
		for _, s := range p.structs {
			if !s.sample.IsValid() {
				p.makeSample(s)
				more = more || s.sample.IsValid()
			}
		}
	}
	for _, s := range p.structs {
		if !s.sample.IsValid() {
			v := p.full(s, 0)
			if s.union {
				v = reflect.New(s.typ)
			}
			p.failWrite(s, write(v))
		}
	}
}

// makeSample tries an empty value, and one with the structs that it holds by
// pointer, or of a union one with each of its fields.
func (p *prober) makeSample(s *structure) {
	tries := []reflect.Value{reflect.New(s.typ), reflect.New(s.typ)}
	for _, f := range s.fields {
		direct := f.typ.Kind() == reflect.Pointer && p.byType[f.typ.Elem()] != nil
		if !s.union && !direct {
			continue
		}
		e, ok := p.fill(f.typ, 0, 0)
		if !ok {
			continue
		}
		if s.union {
			tries = append(tries, reflect.New(s.typ))
		}
		tries[len(tries)-1].Elem().Field(f.index).Set(e)
	}
	for _, v := range tries {
		if write(v).err == nil {
			s.sample = v
			return
		}
	}
}
