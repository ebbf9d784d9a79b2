package thriftgo_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/agree"
)

// withoutCodec are the versions that have no codec of their own.
var withoutCodec = []string{"slim", "defined", "raw"}

// TestWithoutCodec has the code of gen/plain write and read the values of
// packages that have none, field by field converted.
func TestWithoutCodec(t *testing.T) {
	for _, version := range withoutCodec {
		for dir := range generated {
			pkg, ok := strings.CutPrefix(dir, version+"/")
			if !ok {
				continue
			}
			for _, c := range contestants[:2] {
				peer := throughTwins(c.Peer, generated["plain/"+pkg])
				var types []reflect.Type
				for _, v := range generated[dir] {
					if typ := reflect.TypeOf(v).Elem(); c.protocol == codec.Binary || inOrder(typ, nil) {
						types = append(types, typ)
					}
				}
				t.Run(fmt.Sprintf("%s/%s", dir, c.protocol), func(t *testing.T) {
					agree.Run(t, peer, c.protocol, schemaOf(dir), types)
				})
			}
		}
	}
}

// throughTwins makes a peer of twins one for other types of the same names.
func throughTwins(p agree.Peer, twins []any) agree.Peer {
	byName := twinsByName(twins)
	twin := func(v any) any { return fresh(byName[reflect.TypeOf(v).Elem().Name()]) }
	return agree.Peer{Name: p.Name, Write: func(dst []byte, v any) ([]byte, error) {
		w := twin(v)
		convert(reflect.ValueOf(w), reflect.ValueOf(v))
		return p.Write(dst, w)
	}, Read: func(b []byte, v any) error {
		w := twin(v)
		err := p.Read(b, w)
		convert(reflect.ValueOf(v), reflect.ValueOf(w))
		return err
	}}
}

func twinsByName(twins []any) map[string]reflect.Type {
	byName := map[string]reflect.Type{}
	for _, v := range twins {
		byName[reflect.TypeOf(v).Elem().Name()] = reflect.TypeOf(v).Elem()
	}
	return byName
}

// convert makes dst what src is. Fields with one id are the same.
func convert(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Pointer:
		if dst.Kind() == reflect.Pointer && dst.CanSet() {
			if dst.SetZero(); src.IsNil() {
				return
			}
			dst.Set(reflect.New(dst.Type().Elem()))
		}
		convert(dst.Elem(), src.Elem())
	case reflect.Struct:
		for i := range src.NumField() {
			for j := range dst.NumField() {
				if id := idOf(src.Type().Field(i)); id != noID && id == idOf(dst.Type().Field(j)) {
					convert(dst.Field(j), src.Field(i))
				}
			}
		}
	case reflect.Slice:
		if dst.SetZero(); src.IsNil() {
			return
		}
		dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			convert(dst.Index(i), src.Index(i))
		}
	case reflect.Map:
		if dst.SetZero(); src.IsNil() {
			return
		}
		dst.Set(reflect.MakeMap(dst.Type()))
		for it := src.MapRange(); it.Next(); {
			k, v := reflect.New(dst.Type().Key()).Elem(), reflect.New(dst.Type().Elem()).Elem()
			convert(k, it.Key())
			convert(v, it.Value())
			dst.SetMapIndex(k, v)
		}
	default:
		dst.Set(src.Convert(dst.Type()))
	}
}
