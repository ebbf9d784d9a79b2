package layout_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// service returns n structs as services have them, 3 to 18 fields each, and a struct that leads to all of them. The
// second half leads to structs of the first: deeper, and the names that package reflect gives them grow too long.
func service(n int, name string) (root reflect.Type, structs []reflect.Type) {
	r := rand.New(rand.NewPCG(5, uint64(n)))
	var roots []reflect.StructField
	for i := range n {
		fields := make([]reflect.StructField, 3+r.IntN(16))
		for j := range fields {
			sort := sorts[r.IntN(len(sorts))]
			if sort.of != nil {
				sort.typ, sort.tag = reflect.TypeFor[int64](), "optional"
				if i >= n/2 {
					sort.typ, sort.tag = sort.of(structs[r.IntN(n/2)]), "default"
				}
			}
			fields[j] = reflect.StructField{
				Name: fmt.Sprintf("Field%d", j+1), Type: sort.typ,
				Tag: reflect.StructTag(fmt.Sprintf(`thrift:"field_%d,%d,%s" json:"field_%d"`, j+1, j+1, sort.tag, j+1)),
			}
		}
		fields[0].Tag = reflect.StructTag(fmt.Sprintf(`thrift:"%s,%d,%s"`, name, i+100, "default")) // so that no two are one
		fields[0].Type = reflect.TypeFor[int32]()
		structs = append(structs, reflect.StructOf(fields))
		roots = append(roots, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: reflect.PointerTo(structs[i]), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f,%d,optional"`, i+1)),
		})
	}
	return reflect.StructOf(roots), structs
}

// sorts are the fields of a service, the frequent ones more than once.
var sorts = []struct {
	typ reflect.Type
	tag string
	of  func(reflect.Type) reflect.Type
}{
	{reflect.TypeFor[string](), "default", nil}, {reflect.TypeFor[string](), "required", nil}, {reflect.TypeFor[*string](), "optional", nil},
	{reflect.TypeFor[int64](), "default", nil}, {reflect.TypeFor[int64](), "required", nil}, {reflect.TypeFor[*int64](), "optional", nil},
	{reflect.TypeFor[int32](), "default", nil}, {reflect.TypeFor[*int32](), "optional", nil}, {reflect.TypeFor[bool](), "default", nil},
	{reflect.TypeFor[float64](), "default", nil}, {reflect.TypeFor[*bool](), "optional", nil}, {reflect.TypeFor[[]byte](), "optional", nil},
	{reflect.TypeFor[enumOf](), "default,Colour", nil}, {reflect.TypeFor[*enumOf](), "optional,Colour", nil},
	{reflect.TypeFor[[]string](), "default,list<string>", nil}, {reflect.TypeFor[[]int64](), "optional,set<i64>", nil},
	{reflect.TypeFor[map[string]string](), "default", nil},
	{nil, "", reflect.PointerTo}, {nil, "", reflect.PointerTo}, {nil, "", listsOf}, {nil, "", mapsOf},
}

type enumOf int64

func listsOf(t reflect.Type) reflect.Type { return reflect.SliceOf(reflect.PointerTo(t)) }
func mapsOf(t reflect.Type) reflect.Type {
	return reflect.MapOf(reflect.TypeFor[string](), reflect.PointerTo(t))
}

// planned is what a plan and its programs took to make.
type planned struct{ plan, binary, compact time.Duration }

func (p planned) all() time.Duration { return p.plan + p.binary + p.compact }

// planAll makes the plan of t in a schema of its own, and lowers it. Its programs stay as long as the process.
func planAll(tb testing.TB, t reflect.Type) (took planned) {
	start := time.Now()
	p, err := new(layout.Schema).Of(t)
	if err != nil {
		tb.Fatal(err)
	}
	took.plan = time.Since(start)
	binary.Lower(p)
	took.binary = time.Since(start) - took.plan
	compact.Lower(p)
	took.compact = time.Since(start) - took.plan - took.binary
	return took
}

// leastOf returns the fastest of some runs, since others use the machine too.
func leastOf(runs int, run func() planned) planned {
	least := run()
	for range runs - 1 {
		if took := run(); took.all() < least.all() {
			least = took
		}
	}
	return least
}

// TestPlanCost guards against a plan that takes far longer than it should: a service of 200 structs is meant to be
// planned for both protocols in 5 ms.
func TestPlanCost(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes it slow")
	}
	if testing.Short() {
		t.Skip("go test -short is for machines that are slow, or emulated")
	}
	root, _ := service(200, "cost")
	took := leastOf(10, func() planned { return planAll(t, root) })
	t.Logf("plan %v, binary %v, compact %v", took.plan, took.binary, took.compact)
	if most := 50 * time.Millisecond; took.all() > most {
		t.Errorf("200 structs take %v: %+v; want at most %v", took.all(), took, most)
	}
}

// BenchmarkService plans a service of 200 structs, as a server does when it starts. The programs are kept by the
// packages that make them, so that lowering is measured by itself, a few times.
func BenchmarkService(b *testing.B) {
	root, _ := service(200, "bench")
	took := leastOf(5, func() planned { return planAll(b, root) })
	b.ReportAllocs()
	for b.Loop() {
		if _, err := new(layout.Schema).Of(root); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(took.binary.Nanoseconds()), "binary-ns")
	b.ReportMetric(float64(took.compact.Nanoseconds()), "compact-ns")
	b.ReportMetric(float64(took.all().Nanoseconds()), "all-ns")
}

// kept is the bytes that the plan of a type and its programs keep, over 1,000 types.
type kept struct{ plan, binary, compact float64 }

var keptOnce = sync.OnceValue(func() (k kept) {
	const count = 1000
	_, types := service(count, "kept")
	s := new(layout.Schema)
	plans := make([]*layout.Struct, count)
	k.plan = grows(func() {
		for i, t := range types {
			plans[i], _ = s.Of(t)
		}
	}) / count
	k.binary = grows(func() { each(plans, func(p *layout.Struct) { binary.Lower(p) }) }) / count
	k.compact = grows(func() { each(plans, func(p *layout.Struct) { compact.Lower(p) }) }) / count
	runtime.KeepAlive(s)
	return k
})

func each(plans []*layout.Struct, do func(*layout.Struct)) {
	for _, p := range plans {
		do(p)
	}
}

// grows returns by how much the live heap is larger after run.
func grows(run func()) float64 {
	live := func() float64 {
		runtime.GC()
		runtime.GC() // what sync.Pool keeps for one cycle more
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before := live()
	run()
	return live() - before
}

// TestPlanMemory guards the memory of 1,000 types: a loose bound, of which a third is used.
func TestPlanMemory(t *testing.T) {
	k := keptOnce()
	t.Logf("bytes per type: plan %.0f, binary %.0f, compact %.0f", k.plan, k.binary, k.compact)
	if sum := k.plan + k.binary + k.compact; sum > 40<<10 || k.plan <= 0 || k.binary <= 0 || k.compact <= 0 {
		t.Errorf("a type keeps %.0f bytes: %+v", sum, k)
	}
}

// BenchmarkKept reports what a type keeps in memory, and measures nothing else.
func BenchmarkKept(b *testing.B) {
	k := keptOnce()
	for b.Loop() {
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(k.plan, "plan-B/type")
	b.ReportMetric(k.binary, "binary-B/type")
	b.ReportMetric(k.compact, "compact-B/type")
}
