//go:build thriftcheck

package compact

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

type checkedValue struct {
	N int64  `thrift:"n,1"`
	S string `thrift:"s,2"`
}

// TestChecked shows what an encode, a decode and a size assert of their callers.
func TestChecked(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[checkedValue]())
	e := walk.Encoder{Depth: testDepth}
	d := walk.Decoder{Options: &walk.Options{Limits: walk.Limits{Depth: testDepth}}}
	good, other := unsafeio.Heap(new(checkedValue)), unsafeio.Heap(new([2]string))
	dst, src := unsafeio.Output(make([]byte, 64)), unsafeio.Input(make([]byte, 64))
	d.Start(src, 64)
	require.Positive(t, p.Encode(&e, good, dst, 64))
	require.Positive(t, p.Decode(&d, good, src, 64))
	last, end := &p.ops[len(p.ops)-1], &p.fields[len(p.fields)-1]
	for _, tt := range []struct {
		name string
		call func()
		want string
	}{
		{"dst is shorter", func() { p.Encode(&e, good, dst, 65) }, "Ptr.Window: 65 bytes at offset 0 of 64 bytes of wire bytes"},
		{"dst is an input", func() { p.Encode(&e, good, src, 64) }, "Ptr.Window: 64 bytes"},
		{"encode of another value", func() { p.Encode(&e, other, dst, 64) }, "Ptr.Lend: 24 bytes at offset 0 of 32 bytes of [2]string"},
		{"size of another value", func() { p.Size(&e, other) }, "Ptr.Lend: 24 bytes"},
		{"src is shorter", func() { p.Decode(&d, good, src, 65) }, "Ptr.Window: 65 bytes"},
		{"decode into another value", func() { p.Decode(&d, other, src, 64) }, "Ptr.Lend: 24 bytes"},
		{"decode into an input", func() { p.Decode(&d, src, src, 64) }, "Ptr.Lend: 24 bytes"},
		{"nil", func() { p.Size(&e, unsafeio.Ptr{}) }, "the address is nil"},
		{"op after the last", func() { last.next() }, "compact: op.next: there is none after opStop"},
		{"field after the last", func() { end.next() }, "compact: dfield.next: there is none after the last"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				require.Contains(t, recover(), tt.want)
			}()
			tt.call()
		})
	}
}
