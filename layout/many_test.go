package layout

import (
	"fmt"
	"reflect"
	"sync"
	"testing"
)

// ring leads to the two other turns of its arguments and to itself: three named types that refer to one another.
type ring[A, B, C any] struct {
	Next *ring[B, C, A]              `thrift:"next,1"`
	All  []*ring[C, A, B]            `thrift:"all,2"`
	By   map[string]ring[A, B, C]    `thrift:"by,3"`
	A    A                           `thrift:"a,4"`
	B    map[int32]*ring[B, C, A]    `thrift:"b,5,optional"`
	C    [][]map[bool]*ring[C, A, B] `thrift:"c,6,optional"`
}

// rings are the roots of the rings; each leads to two more.
func rings() []reflect.Type {
	return []reflect.Type{
		typ[ring[int8, int16, int32]](), typ[ring[int16, int8, int32]](), typ[ring[string, int64, bool]](), typ[ring[int64, string, bool]](),
		typ[ring[*ping, []pong, float64]](), typ[ring[[]pong, *ping, float64]](), typ[ring[selfPtr, selfMap, point]](), typ[ring[selfMap, selfPtr, point]](),
		typ[ring[[]byte, [16]byte, *int32]](), typ[ring[[16]byte, []byte, *int32]](), typ[ring[myI64, apacheEnum, mySet]](), typ[ring[apacheEnum, myI64, mySet]](),
	}
}

// tangle returns n struct types that nobody has asked for, each of which leads to two before it, to a ring, and
// so to all that these lead to.
func tangle(n int, name string) []reflect.Type {
	known := rings()
	first := len(known)
	for i := range n {
		at := len(known)
		known = append(known, reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: typ[int32](), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"%s,%d"`, name, i+10))},
			{Name: "B", Type: typ[*string](), Tag: `thrift:"b,2,optional"`},
			{Name: "P", Type: reflect.PointerTo(known[at/2]), Tag: `thrift:"p,3"`},
			{Name: "Q", Type: reflect.SliceOf(known[at*2/3]), Tag: `thrift:"q,4"`},
			{Name: "R", Type: reflect.MapOf(typ[string](), reflect.PointerTo(known[i%first])), Tag: `thrift:"r,5"`},
		}))
	}
	return known
}

// TestManyTypesAtOnce: 64 goroutines ask for 1,000 types and more that refer to one another, each in an order of
// its own, in the plain schema and in another; each type has one plan in each, which is whole.
func TestManyTypesAtOnce(t *testing.T) {
	const workers = 64
	types := tangle(1000, "many_at_once")
	hints := make([]Hint, 0, len(types)/4)
	for i := 1; i < len(types); i += 4 {
		hints = append(hints, Hint{Type: types[i], Fields: []FieldHint{{"A", "a,9,required"}}})
	}
	other, err := NewSchema(hints...)
	if err != nil {
		t.Fatal(err)
	}
	schemas := [2]*Schema{nil, other}
	got := make([][2][]*Struct, workers)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for w := range workers {
		for i := range schemas {
			got[w][i] = make([]*Struct, len(types))
		}
		wg.Go(func() {
			<-start
			for i := range 2 * len(types) {
				j := (i/2*(2*w+1) + w*37) % len(types)
				at := (i + w) % 2
				s, err := schemas[at].Of(types[j])
				if err != nil {
					t.Error(err)
					return
				}
				if f := &s.Fields[0]; s.Go != types[j] || s.Block == nil || s.Lookup(f.ID) != 0 || f.Type == nil {
					t.Errorf("the plan of type %d is not whole", j)
				}
				got[w][at][j] = s
			}
		})
	}
	close(start)
	wg.Wait()
	for at, schema := range schemas {
		met := map[*Struct]bool{}
		for j, typ := range types {
			want, err := schema.Of(typ)
			if err != nil {
				t.Fatal(err)
			}
			for w := range workers {
				if p := got[w][at][j]; p != nil && p != want {
					t.Fatalf("schema %d, type %d: worker %d has another plan", at, j, w)
				}
			}
			if hinted := at == 1 && j%4 == 1; (want.Lookup(9) >= 0) != hinted {
				t.Errorf("schema %d, type %d: hinted: %v", at, j, !hinted)
			}
			for _, s := range want.reaches(met) {
				if same, err := schema.Of(s.Go); err != nil || same != s {
					t.Errorf("schema %d, type %d: it leads to another plan of %s", at, j, s.Name)
				}
			}
		}
		if len(met) < 1036 {
			t.Errorf("schema %d: only %d plans", at, len(met))
		}
	}
}

// reaches returns s and all that it leads to, less what was met before.
func (s *Struct) reaches(met map[*Struct]bool) (all []*Struct) {
	if met[s] {
		return nil
	}
	met[s] = true
	all = append(all, s)
	for i := range s.Fields {
		s.Fields[i].Type.walk(func(n *Type) {
			if n.Struct != nil {
				all = append(all, n.Struct.reaches(met)...)
			}
		})
	}
	return all
}
