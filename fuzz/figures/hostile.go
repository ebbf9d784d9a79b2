package main

import (
	"math"
	"reflect"

	"github.com/miserwire/miser/layout"
)

// hostile is a generator of inputs that are meant to take long.
type hostile struct {
	name string
	t    reflect.Type
	// fill appends about n bytes of fields. The stop field is appended afterwards, unless the input has its end.
	fill func(w *wire, n int)
	ends bool
	most int // length from which on inputs are no longer what they should be; 0: any
	// depth is Limits.Depth where the default would end it.
	depth int
	// plain returns what fills a Go map with what an input of n bytes holds, where the map is what takes the time.
	plain func(w *wire, n int) func()
	// heavy: a byte stands for kilobytes of memory, which take their time whoever fills them.
	heavy bool
}

// input returns an input of about n bytes.
func (h *hostile) input(w *wire, n int) []byte {
	w.b = make([]byte, 0, n+n/8+256)
	h.fill(w, n)
	if !h.ends {
		w.b = append(w.b, 0)
	}
	return w.b
}

var root = reflect.TypeFor[hostileRoot]()

// hostiles are the generators.
var hostiles = []hostile{
	{name: "chains of 60 structs", t: root, fill: func(w *wire, n int) {
		w.lists(n, 2, layout.KindStruct, func() { w.chain(60, 1) })
	}},
	{name: "structs nested as deep as a raised limit allows", t: reflect.TypeFor[hostileChain](), most: 1 << 16, depth: 1 << 16, ends: true, fill: func(w *wire, n int) {
		w.chain(2, 1)
		two := len(w.b)
		w.chain(1, 1)
		level := 2*two - len(w.b)
		w.b = w.b[:0]
		w.chain(min(n/level, 1<<16-1), 1)
	}},
	{name: "unknown chains of 60 structs", t: root, fill: func(w *wire, n int) {
		w.lists(n, 40, layout.KindStruct, func() { w.chain(60, 7) })
	}},
	{name: "unknown lists nested 60 deep", t: root, fill: func(w *wire, n int) {
		w.lists(n, 40, layout.List, func() {
			for range 58 {
				w.list(layout.List, 1)
			}
			w.list(layout.I8, 1)
			w.i8(1)
		})
	}},
	{name: "a list of empty structs", t: root, fill: func(w *wire, n int) {
		w.lists(n, 3, layout.KindStruct, func() { w.b = append(w.b, 0) })
	}},
	{name: "structs of tiny fields", t: root, fill: func(w *wire, n int) {
		w.lists(n, 4, layout.KindStruct, func() {
			w.open()
			for id, k := range []layout.Kind{layout.Bool, layout.I8, layout.Bool, layout.I8, layout.Bool, layout.I8, layout.I8, layout.Bool} {
				if w.field(k, int16(id+1)); k != layout.Bool {
					w.i8(1)
				}
			}
			w.stop()
		})
	}},
	{name: "one field over and over: a list", t: root, fill: func(w *wire, n int) {
		w.again(n, func() {
			w.field(layout.List, 12)
			w.list(layout.String, 2)
			w.text("a")
			w.text("")
		})
	}},
	{name: "one field over and over: a map", t: root, fill: func(w *wire, n int) {
		w.again(n, func() {
			w.field(layout.Map, 5)
			w.entries(layout.String, layout.I32, 1)
			w.text("a")
			w.i32(1)
		})
	}},
	{name: "fields in descending order", t: listOf(manyFields(300)), fill: func(w *wire, n int) {
		w.lists(n, 1, layout.KindStruct, func() {
			w.open()
			for id := int16(300); id > 0; id-- {
				w.field(layout.I32, id)
				w.i32(1)
			}
			w.stop()
		})
	}},
	{name: "a map of one key over and over", t: root, fill: func(w *wire, n int) {
		w.maps(n, 5, layout.String, layout.I32, func(int) {
			w.text("the same key")
			w.i32(1)
		})
	}},
	{name: "a map of keys that begin alike", t: root, plain: plainly(alikeEntry, alike, int32(1)), fill: func(w *wire, n int) {
		w.maps(n, 5, layout.String, layout.I32, func(i int) { alikeEntry(w, i) })
	}},
	{name: "a map of keys that are no numbers", t: root, plain: plainly(nanEntry, func(int) float64 { return math.NaN() }, int8(1)), fill: func(w *wire, n int) {
		w.maps(n, 6, layout.Double, layout.I8, func(i int) { nanEntry(w, i) })
	}},
	{name: "lists of empty lists", t: root, fill: func(w *wire, n int) {
		w.lists(n, 7, layout.List, func() { w.list(layout.I32, 0) })
	}},
	{name: "lists of maps of one entry", t: root, fill: func(w *wire, n int) {
		w.lists(n, 16, layout.Map, func() {
			w.entries(layout.I8, layout.KindStruct, 1)
			w.b = append(w.b, 1, 0)
		})
	}},
	{name: "unknown fields that are kept", t: reflect.TypeFor[hostileKeeper](), fill: func(w *wire, n int) {
		w.again(n, func() {
			w.field(layout.List, 1)
			w.list(layout.I64, 1)
			w.i64(-1)
			w.field(layout.Bool, 2)
			w.field(layout.Map, 3)
			w.entries(layout.I8, layout.I8, 0)
		})
	}},
	{name: "unions whose arms alternate", t: root, fill: func(w *wire, n int) {
		w.lists(n, 8, layout.KindStruct, func() {
			w.open()
			w.field(layout.I64, 1)
			w.i64(1)
			w.field(layout.String, 2)
			w.text("b")
			w.field(layout.List, 3)
			w.list(layout.String, 1)
			w.text("c")
			w.field(layout.KindStruct, 4)
			w.b = append(w.b, 0)
			w.stop()
		})
	}},
	{name: "numbers as long as they can be", t: root, fill: func(w *wire, n int) {
		w.lists(n, 9, layout.I64, func() { w.i64(math.MinInt64) })
	}},
	{name: "a known field with another type over and over", t: root, fill: func(w *wire, n int) {
		w.again(n, func() {
			w.field(layout.List, 10)
			w.list(layout.I8, 1)
			w.i8(1)
			w.field(layout.String, 10)
			w.text("")
		})
	}},
	{name: "a known list with other elements over and over", t: root, fill: func(w *wire, n int) {
		w.again(n, func() {
			w.field(layout.List, 14)
			w.list(layout.I8, 1)
			w.i8(1)
		})
	}},
	{name: "structs of 200 absent fields", heavy: true, t: listOf(manyFields(200)), fill: func(w *wire, n int) {
		w.lists(n, 1, layout.KindStruct, func() { w.b = append(w.b, 0) })
	}},
	{name: "entries of a byte each", t: root, fill: func(w *wire, n int) {
		w.maps(n, 18, layout.Bool, layout.I8, func(int) { w.b = append(w.b, 1, 1) })
	}},
	{name: "empty texts, and a fault at the end", t: root, ends: true, fill: func(w *wire, n int) {
		w.lists(n, 12, layout.String, func() { w.text("") })
		w.b = w.b[:len(w.b)-1]
	}},
	{name: "chains of 60 structs, and a fault at the end", t: root, ends: true, fill: func(w *wire, n int) {
		w.lists(n, 2, layout.KindStruct, func() { w.chain(60, 1) })
		w.b = w.b[:len(w.b)-1]
	}},
}

// chain appends structs that nest in each other by a field of that id.
func (w *wire) chain(levels int, id int16) {
	for range levels - 1 {
		w.open()
		w.field(layout.KindStruct, id)
	}
	w.open()
	for range levels {
		w.stop()
	}
}

// again appends what f does over and over, until there are n bytes.
func (w *wire) again(n int, f func()) {
	for len(w.b) < n {
		f()
	}
}

// maps appends a map field of entries that entry appends: about n bytes.
func (w *wire) maps(n int, id int16, key, value layout.Kind, entry func(i int)) {
	w.field(layout.Map, id)
	size := w.times(n, func() { entry(0) })
	w.entries(key, value, size)
	for i := range size {
		entry(i)
	}
}
