//go:build amd64 && !purego && !race && !thriftcheck

package binary

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/miserwire/miser/unsafeio"
)

// A call is over soon, however little is written: structs of many absent
// fields count by their ops. What it gives up is not tried again from within.
func TestExecuteCountsWork(t *testing.T) {
	if bestLevel() == 0 {
		t.Skip("this CPU has no level")
	}
	fields := make([]reflect.StructField, 1000)
	for i := range fields {
		fields[i] = reflect.StructField{
			Name: fmt.Sprint("F", i), Type: reflect.TypeFor[*int64](), Tag: reflect.StructTag(fmt.Sprintf("thrift:\"f%d,%d,optional\"", i, i+1)),
		}
	}
	many := reflect.StructOf(fields)
	list := reflect.StructOf([]reflect.StructField{{Name: "L", Type: reflect.SliceOf(reflect.PointerTo(many)), Tag: "thrift:\"l,1\""}})
	// Not the outermost list, of which the walker makes parts.
	outer := reflect.StructOf([]reflect.StructField{{Name: "In", Type: list, Tag: "thrift:\"in,1\""}})
	v := reflect.New(outer)
	one := reflect.New(many)
	for range 500 {
		v.Elem().Field(0).Field(0).Set(reflect.Append(v.Elem().Field(0).Field(0), one))
	}
	p := lowerOf(t, outer)
	dst := make([]byte, 4096)
	o, _, far := execute(p.first, unsafeio.PtrTo(v), unsafeio.BytesOf(dst), 0, len(dst), testDepth)
	if o == nil || far < 50 || far > 300 {
		t.Errorf("it wrote %d structs in one call, done %v", far, o == nil)
	}
	if got := encodeAt(bestLevel(), p, (*byte)(v.UnsafePointer()), dst, testDepth); got.n < 500 {
		t.Errorf("encode gives %d", got.n)
	}
}
