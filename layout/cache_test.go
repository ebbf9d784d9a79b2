package layout

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

type (
	selfPtr struct {
		Next *selfPtr `thrift:"next,1"`
		V    int32    `thrift:"v,2"`
	}
	selfSlice struct {
		Kids []selfSlice `thrift:"kids,1"`
	}
	selfMap struct {
		Kids map[string]*selfMap `thrift:"kids,1"`
		Set  []*selfMap          `thrift:"set,2,default,set<selfMap>"`
	}
	selfEntries struct {
		Kids []selfEntry `thrift:"kids,1,default,map<string:selfEntries>"`
	}
	selfEntry struct {
		Key   string
		Value selfEntries
	}
	ping struct {
		P *pong `thrift:"p,1"`
	}
	pong struct {
		P  *ping  `thrift:"p,1"`
		Ps []ping `thrift:"ps,2"`
	}
	selfEmbed struct {
		*selfBase
	}
	selfBase struct {
		Up *selfEmbed `thrift:"up,1"`
	}
	selfPtrPtr struct {
		P **selfPtrPtr `thrift:"p,1"`
	}
)

func TestRecursive(t *testing.T) {
	for _, typ := range []reflect.Type{
		typ[selfPtr](), typ[selfSlice](), typ[selfMap](), typ[selfEntries](), typ[ping](), typ[pong](), typ[selfEmbed](), typ[selfPtrPtr](),
	} {
		s, err := Of(typ)
		if err != nil {
			t.Errorf("%s: %v", typ, err)
			continue
		}
		checkPlan(t, s)
		for _, inner := range s.All() {
			if same, err := Of(inner.Go); err != nil || same != inner {
				t.Errorf("%s: Of(%s) = %p, %v, want %p", typ, inner.Go, same, err, inner)
			}
		}
	}
	s, _ := Of(typ[selfPtr]())
	if s.Fields[0].Type.Elem.Struct != s || s.Fields[0].Type.New != s.Block {
		t.Error("a recursive field does not lead back")
	}
	a, _ := Of(typ[ping]())
	b, _ := Of(typ[pong]())
	if a.Fields[0].Type.Elem.Struct != b || b.Fields[0].Type.Elem.Struct != a || b.Fields[1].Type.Elem.Struct != a {
		t.Error("mutually recursive plans do not lead to each other")
	}
}

// TestConcurrentOf: 64 goroutines ask for 200 types that lead to each other,
// each in its own order, and all get the same plain.plans.
func TestConcurrentOf(t *testing.T) {
	const workers, count = 64, 200
	types := linked(count, "concurrent")
	got := make([][]*Struct, workers)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for w := range workers {
		got[w] = make([]*Struct, count)
		wg.Go(func() {
			<-start
			for i := range count {
				j := (i*(2*w+1) + w*7) % count // odd steps, and 200 = 8 * 25: may skip some
				s, err := Of(types[j])
				if err != nil {
					t.Error(err)
					return
				}
				if f := &s.Fields[len(s.Fields)-1]; s.Block == nil || s.Lookup(f.ID) < 0 || f.Type.Elem.Struct == nil || f.Type.New == nil {
					t.Errorf("%s is half built", s.Go)
				}
				got[w][j] = s
			}
		})
	}
	close(start)
	wg.Wait()
	for i, typ := range types {
		want, err := Of(typ)
		if err != nil {
			t.Fatal(err)
		}
		for w := range workers {
			if got[w][i] != nil && got[w][i] != want {
				t.Errorf("type %d: worker %d has another plan", i, w)
			}
		}
		checkType(t, want.Fields[len(want.Fields)-1].Type)
	}
}

// linked makes n struct types, each with a pointer to an earlier one.
func linked(n int, name string) []reflect.Type {
	types := []reflect.Type{typ[selfPtr](), typ[ping]()}
	for i := range n {
		types = append(types, reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: typ[int32](), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"%s,%d"`, name, i+2))},
			{Name: "B", Type: typ[*string](), Tag: `thrift:"b,1"`},
			{Name: "P", Type: reflect.PointerTo(types[len(types)/2]), Tag: `thrift:"p,30000"`},
		}))
	}
	return types[2:]
}

func TestOfDoesNotAllocate(t *testing.T) {
	typ := typ[point]()
	if _, err := Of(typ); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = Of(typ) }); n != 0 && !wiretest.Escapes() {
		t.Errorf("%v allocations", n)
	}
}

type reenters struct {
	A *point `thrift:"a,1"`
}

func (*reenters) InitDefault() { _, _ = Of(typ[selfMap]()) }

// TestOfInsideInitDefault: InitDefault may itself need a plan.
func TestOfInsideInitDefault(t *testing.T) {
	plain.plans.Delete(typ[selfMap]())
	if _, err := Of(typ[reenters]()); err != nil {
		t.Fatal(err)
	}
}
