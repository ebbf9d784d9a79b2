package wiretest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Build sets *v to a vector's value: what a decode of the vector's bytes into a new value gives. v points
// to one of the generated types, in any form. A field that value does not name stays as the type's
// InitDefault leaves it, or zero.
//
// In value, an i64 is a decimal string; a double is a string, with NaN for 7ff8000000000000 and bits:0x...
// for every other NaN; binary is base64; a uuid is its text; a map is an array of [key, value] in wire order.
func Build(v any, value json.RawMessage) error {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return fmt.Errorf("wiretest: %w", err)
	}
	if err := build(reflect.ValueOf(v).Elem(), nil, tree); err != nil {
		return fmt.Errorf("wiretest: build %T: %w", v, err)
	}
	return nil
}

// MustBuild returns v after Build. It panics when the value does not fit.
func MustBuild(v any, value json.RawMessage) any {
	if err := Build(v, value); err != nil {
		panic(err)
	}
	return v
}

// build sets p, whose TYPE is t, to the JSON value x.
func build(p reflect.Value, t *typeExpr, x any) error {
	switch p.Kind() {
	case reflect.Pointer:
		p.Set(reflect.New(p.Type().Elem()))
		return build(p.Elem(), t, x)
	case reflect.Struct:
		return buildStruct(p, x)
	case reflect.Map:
		return buildMap(p, t, x)
	case reflect.Slice:
		if p.Type().Elem().Kind() != reflect.Uint8 {
			return buildSlice(p, t, x)
		}
	}
	return buildScalar(p, t, x)
}

func buildStruct(p reflect.Value, x any) error {
	object, ok := x.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is no object", x)
	}
	p.SetZero()
	if d, ok := p.Addr().Interface().(interface{ InitDefault() }); ok {
		d.InitDefault()
	}
	used := 0
	for i := range p.NumField() {
		tag := parseTag(p.Type().Field(i))
		v, ok := object[tag.name]
		if !ok || tag.name == "" {
			continue
		}
		used++
		if err := build(p.Field(i), tag.typ, v); err != nil {
			return fmt.Errorf("%s: %w", tag.name, err)
		}
	}
	if used != len(object) {
		return fmt.Errorf("%v names a field that %s has not", x, p.Type())
	}
	return nil
}

// buildSlice sets a list, a set held as a slice, or a map held as entries.
func buildSlice(p reflect.Value, t *typeExpr, x any) error {
	elems, ok := x.([]any)
	if !ok {
		return fmt.Errorf("%v is no array", x)
	}
	p.Set(reflect.MakeSlice(p.Type(), len(elems), len(elems)))
	for i, e := range elems {
		err := error(nil)
		if t.is("map") {
			err = buildPair(p.Index(i).FieldByName("Key"), p.Index(i).FieldByName("Value"), t, e)
		} else {
			err = build(p.Index(i), t.arg(0), e)
		}
		if err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

// buildMap sets a Go map, or a set held as one.
func buildMap(p reflect.Value, t *typeExpr, x any) error {
	elems, ok := x.([]any)
	if !ok {
		return fmt.Errorf("%v is no array", x)
	}
	p.Set(reflect.MakeMapWithSize(p.Type(), len(elems)))
	isSet := p.Type().Elem() == reflect.TypeFor[struct{}]()
	for i, e := range elems {
		key, value := reflect.New(p.Type().Key()).Elem(), reflect.New(p.Type().Elem()).Elem()
		err := error(nil)
		if isSet {
			err = build(key, t.arg(0), e)
		} else {
			err = buildPair(key, value, t, e)
		}
		if err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
		p.SetMapIndex(key, value)
	}
	return nil
}

func buildPair(key, value reflect.Value, t *typeExpr, x any) error {
	pair, ok := x.([]any)
	if !ok || len(pair) != 2 {
		return fmt.Errorf("%v is no pair", x)
	}
	if err := build(key, t.arg(0), pair[0]); err != nil {
		return err
	}
	return build(value, t.arg(1), pair[1])
}

func buildScalar(p reflect.Value, t *typeExpr, x any) error {
	if b, ok := x.(bool); ok && p.Kind() == reflect.Bool {
		p.SetBool(b)
		return nil
	}
	var text string
	switch x := x.(type) {
	case string:
		text = x
	case json.Number:
		text = x.String()
	default:
		return fmt.Errorf("%v does not fit %s", x, p.Type())
	}
	switch p.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, p.Type().Bits())
		p.SetInt(n)
		return err
	case reflect.Float64:
		f, err := parseDouble(text)
		p.SetFloat(f)
		return err
	case reflect.String:
		if !t.is("binary") {
			p.SetString(text)
			return nil
		}
		b, err := base64.StdEncoding.DecodeString(text)
		p.SetString(string(b))
		return err
	case reflect.Slice:
		b, err := base64.StdEncoding.DecodeString(text)
		p.SetBytes(b[:len(b):len(b)])
		return err
	case reflect.Array:
		b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
		if err != nil || len(b) != p.Len() {
			return fmt.Errorf("%q is no uuid", text)
		}
		reflect.Copy(p, reflect.ValueOf(b))
		return nil
	}
	return fmt.Errorf("%v does not fit %s", x, p.Type())
}

func parseDouble(text string) (float64, error) {
	if text == "NaN" {
		return math.Float64frombits(0x7ff8000000000000), nil
	}
	if digits, ok := strings.CutPrefix(text, "bits:"); ok {
		bits, err := strconv.ParseUint(digits, 0, 64)
		return math.Float64frombits(bits), err
	}
	return strconv.ParseFloat(text, 64)
}
