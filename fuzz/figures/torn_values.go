package main

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
)

// tearing is a value that one goroutine changes while another encodes it.
//
// What Go itself makes of a race must not count: a string or slice whose pointer is of one value and whose length of
// another may reach past its memory. So all strings have memory as long as the longest, and all slices of a type the
// capacity of the longest: whatever is combined lies in memory of the right type. Maps are replaced, not changed, since
// the runtime ends a process that writes to a map while another reads it.
type tearing struct {
	live   reflect.Value // a pointer to what changes
	places []reflect.Value
	donors [][]reflect.Value // for each place, what is put there in turn
}

// widths is the memory that strings and slices get.
type widths struct {
	text   int
	slices map[reflect.Type]int
}

// newTearing returns live, with frozen to take parts from, which do not change. It takes the values over.
func newTearing(live reflect.Value, frozen []reflect.Value) *tearing {
	w := widths{text: 1, slices: map[reflect.Type]int{}}
	for _, v := range append(frozen, live) {
		w.measure(v)
	}
	for _, v := range append(frozen, live) {
		w.widen(v)
	}
	pool := map[reflect.Type][]reflect.Value{}
	for _, v := range frozen {
		parts(v.Elem(), func(part reflect.Value) { pool[part.Type()] = append(pool[part.Type()], part) })
	}
	t := &tearing{live: live}
	parts(live.Elem(), func(place reflect.Value) {
		own := reflect.New(place.Type()).Elem()
		own.Set(place)
		donors := []reflect.Value{own}
		for _, d := range pool[place.Type()] {
			if len(donors) < mostDonors {
				donors = append(donors, d)
			}
		}
		if len(donors) > 1 {
			t.places = append(t.places, place)
			t.donors = append(t.donors, donors)
		}
	})
	return t
}

// mostDonors bounds what a place takes in turn.
const mostDonors = 24

// measure notes the lengths in v.
func (w *widths) measure(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		w.text = max(w.text, v.Len())
	case reflect.Slice:
		w.slices[v.Type()] = max(w.slices[v.Type()], v.Len(), 1)
	}
	below(v, w.measure)
}

// widen gives the strings and slices in v, which can be set, their memory.
func (w *widths) widen(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		wide := v.String() + strings.Repeat("~", w.text-v.Len())
		v.SetString(wide[:v.Len()])
	case reflect.Slice:
		wide := reflect.MakeSlice(v.Type(), w.slices[v.Type()], w.slices[v.Type()])
		reflect.Copy(wide, v)
		for i := v.Len(); i < wide.Len() && v.Len() > 0; i++ {
			wide.Index(i).Set(v.Index(0))
		}
		v.Set(wide.Slice(0, v.Len()))
	case reflect.Map:
		wide := reflect.MakeMapWithSize(v.Type(), v.Len())
		for it := v.MapRange(); it.Next(); {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(it.Value())
			w.widen(value)
			wide.SetMapIndex(it.Key(), value)
		}
		v.Set(wide)
		return
	}
	below(v, w.widen)
}

// below calls f with what v holds: the pointee, the fields that can be set, the elements, the values of a map.
func below(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			f(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			f(it.Value())
		}
	}
}

// parts calls f with v and all in it that can be set, structs and arrays left out: they change part by part.
func parts(v reflect.Value, f func(reflect.Value)) {
	if !v.CanSet() {
		return
	}
	if v.Kind() != reflect.Struct && v.Kind() != reflect.Array {
		f(v)
	}
	below(v, func(part reflect.Value) { parts(part, f) })
}

// change changes the value until stop says so.
func (t *tearing) change(r *rand.Rand, stop func() bool) {
	for !stop() {
		for range 256 {
			i := r.IntN(len(t.places))
			t.places[i].Set(t.donors[i][r.IntN(len(t.donors[i]))])
		}
		runtime.Gosched()
	}
}
