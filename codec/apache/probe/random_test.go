package probe_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec/apache/internal/deep"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// constructors are those of every sort of struct in shapes.thrift.
var constructors = []func() thrift.TStruct{
	construct(shapes.NewPoint), construct(shapes.NewShape), construct(shapes.NewNotFound), construct(shapes.NewSets), construct(shapes.NewTaggedSets),
	construct(shapes.NewDefaults), construct(shapes.NewHolder), construct(shapes.NewGiven), construct(shapes.NewGivenHolder), construct(shapes.NewEnums),
	construct(shapes.NewPainted), construct(shapes.NewTaggedPaint), construct(shapes.NewTree), construct(shapes.NewEither), construct(shapes.NewChooser),
	construct(shapes.NewNegative), construct(shapes.NewPointedAt), construct(shapes.NewKeyed), construct(shapes.NewPlain), construct(shapes.NewSetsWithin),
	construct(shapes.NewCoats), construct(shapes.NewNeeds), construct(shapes.NewChoices), construct(shapes.NewAllDefaults), construct(shapes.NewInField),
	construct(shapes.NewInList), construct(shapes.NewInSet), construct(shapes.NewInMap), construct(shapes.NewInKey), construct(shapes.NewInDeep), construct(shapes.NewInPointer),
	construct(shapes.NewOuter), construct(shapes.NewFlags), construct(shapes.NewEmpty), construct(shapes.NewAuto), construct(shapes.NewInAuto),
	construct(shapes.NewJSON), construct(shapes.NewExpr), construct(shapes.NewNegation), construct(shapes.NewPing), construct(shapes.NewPong),
	construct(shapes.NewShapesMoveArgs), construct(shapes.NewShapesMoveResult), construct(shapes.NewProbedPaintArgs), construct(shapes.NewProbedPaintResult),
	construct(shapes.NewProbedNumberResult), construct(shapes.NewProbedNothingResult), construct(shapes.NewProbedTellArgs),
}

func construct[T any, P interface {
	*T
	thrift.TStruct
}](f func() *T) func() thrift.TStruct {
	return func() thrift.TStruct { return P(f()) }
}

// constructed has them by type.
var constructed = func() map[reflect.Type]func() thrift.TStruct {
	m := map[reflect.Type]func() thrift.TStruct{}
	for _, f := range constructors {
		m[reflect.TypeOf(f()).Elem()] = f
	}
	return m
}()

// unions are told by their generated methods.
func isUnion(v any) bool {
	switch v.(type) {
	case *shapes.Either, *shapes.JSON, *shapes.Expr:
		return true
	}
	return false
}

// random makes values that generated code writes. Maps have one entry, since
// their order is free.
type random struct {
	*rand.Rand
	n int // makes elements of sets differ
}

// structure returns a *t: a value as its constructor makes it, with some fields
// changed.
func (r *random) structure(t reflect.Type, depth int) reflect.Value {
	v := reflect.ValueOf(constructed[t]())
	if isUnion(v.Interface()) {
		i := t.NumField() - 1 // the last field of each leads to no further union
		if depth < 4 {
			i = r.IntN(t.NumField())
		}
		v.Elem().Field(i).Set(r.value(t.Field(i).Type, depth))
		return v
	}
	for i := range t.NumField() {
		f := t.Field(i)
		optional := strings.HasSuffix(f.Tag.Get("json"), ",omitempty") || f.Name == "Untold"
		// Nil where it is not optional, a struct goes out as an empty one.
		must := f.Type.Kind() == reflect.Pointer && !optional
		deep := depth > 3 && !must
		if deep || !must && r.IntN(3) == 0 {
			continue
		}
		v.Elem().Field(i).Set(r.value(f.Type, depth))
	}
	return v
}

func (r *random) value(t reflect.Type, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	r.n++
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(int64(int8(r.n)))
	case reflect.Int64:
		v.SetInt(int64(r.n)) // also of an enum
	case reflect.Float64:
		v.SetFloat(float64(r.n) / 2)
	case reflect.String:
		v.SetString(strconv.Itoa(r.n))
	case reflect.Pointer:
		if constructed[t.Elem()] != nil {
			return r.structure(t.Elem(), depth+1)
		}
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(r.value(t.Elem(), depth))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 0, 2))
		for range r.IntN(3) {
			if t.Elem().Kind() == reflect.Uint8 {
				v.Set(reflect.Append(v, reflect.ValueOf(byte(r.Uint32()))))
			} else {
				v.Set(reflect.Append(v, r.value(t.Elem(), depth+1)))
			}
		}
		if v.Len() == 2 && t.Elem().Kind() == reflect.Pointer && deep.Same(v.Index(0), v.Index(1)) {
			v.SetLen(1) // generated code writes no set with equal structs
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		if r.IntN(3) > 0 {
			v.SetMapIndex(r.value(t.Key(), depth+1), r.value(t.Elem(), depth+1))
		}
	}
	return v
}
