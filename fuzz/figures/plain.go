package main

import (
	"fmt"
	"math"
	"reflect"
)

// alike is a key that begins as all others do.
func alike(i int) string { return fmt.Sprintf("%050d%08x", 0, i) }

func alikeEntry(w *wire, i int) {
	w.text(alike(i))
	w.i32(1)
}

func nanEntry(w *wire, _ int) {
	w.double(math.NaN())
	w.i8(1)
}

// firstRoom is the memory that a map is made with at the most, as the library does it.
const firstRoom = 64 << 10

// plainly returns what makes a Go map as an input of n bytes of such entries would: a yardstick, since a large map takes
// more time for each of its entries than a small one.
func plainly[K comparable, V any](entry func(w *wire, i int), key func(i int) K, value V) func(w *wire, n int) func() {
	size := int(reflect.TypeFor[struct {
		k K
		v V
	}]().Size())
	return func(w *wire, n int) func() {
		keys := make([]K, w.times(n, func() { entry(w, 0) }))
		for i := range keys {
			keys[i] = key(i)
		}
		return func() {
			m := make(map[K]V, min(len(keys), firstRoom/size))
			for _, k := range keys {
				m[k] = value
			}
		}
	}
}
