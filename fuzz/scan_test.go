package fuzz

import (
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// FuzzScansAgree decodes two inputs one after the other with assembly, where this build and CPU have it, and
// without: result, fault and value are the same, in all modes.
func FuzzScansAgree(f *testing.F) {
	before := map[uint16]seed{} // by type
	sample(1, func(s seed) {
		if b, ok := before[s.selector]; ok && b.compact == s.compact {
			f.Add(b.data, s.data, s.compact, s.selector, s.options)
		}
		before[s.selector] = s
	})
	f.Fuzz(func(t *testing.T, a, b []byte, compact bool, selector uint16, options byte) {
		if len(a) <= maxInput && len(b) <= maxInput {
			compareScans(t, pick(selector), compact, options, own(a), own(b))
		}
	})
}

// scanner is a program of either protocol.
type scanner interface {
	Decode(d *walk.Decoder, base, buf unsafeio.Ptr, lim int) int
}

// outcome is all that a decode gives but the value.
type outcome struct {
	n    int
	code int
	off  int
	path string
}

// compareScans decodes inputs into one value of tg both ways. The bits of options say which modes.
func compareScans(t *testing.T, tg target, compact bool, options byte, inputs ...[]byte) {
	t.Helper()
	compareMixed(t, tg, compact, []byte{options}, inputs...)
}

// compareMixed is compareScans with the options in turns.
func compareMixed(t *testing.T, tg target, compact bool, turns []byte, inputs ...[]byte) {
	t.Helper()
	plan, err := layout.Of(reflect.TypeOf(tg.new()).Elem())
	if err != nil {
		t.Fatal(err)
	}
	program := executables(plan)["binary"].(scanner)
	if compact {
		program = executables(plan)["compact"].(scanner)
	}
	fast, plain := tg.new(), tg.new()
	for i, b := range inputs {
		options := turns[i%len(turns)]
		o := scanOptions(options)
		got := scanWith(program, o, fast, b)
		o.NoScan = true
		want := scanWith(program, o, plain, b)
		if got != want {
			t.Fatalf("%s, input %d, options %#x, %x: with assembly %v, without %v", tg.name, i, options, b, got, want)
		}
		if d := wiretest.Diff(fast, plain); d != "" && got.n >= 0 {
			t.Fatalf("%s, input %d, options %#x, %x: with assembly and without differ: %s", tg.name, i, options, b, d)
		}
		if got.n >= 0 {
			checkCaps(t, reflect.ValueOf(fast))
		}
		if got.n < 0 || !o.Reuse {
			fast, plain = tg.new(), tg.new()
		}
	}
}

// scanOptions returns what the bits of options stand for.
func scanOptions(options byte) walk.Options {
	o := walk.Options{
		Limits: walk.Limits{Depth: 64, Bytes: math.MaxInt},
		Mode:   walk.Mode(options & 0x3 % 3),
		Reuse:  options&0x4 != 0,
		Strict: options&0x8 != 0,
	}
	if options&0x10 != 0 {
		o.Bytes = 9
	}
	if options&0x20 != 0 {
		o.Alloc = 200
	}
	if options&0x40 != 0 {
		o.Depth = 4
	}
	return o
}

// checkCaps makes sure that each []byte below v ends at its capacity.
func checkCaps(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			checkCaps(t, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			checkCaps(t, v.Field(i))
		}
	case reflect.Slice:
		if v.Len() > 0 && v.IsNil() {
			t.Fatalf("%d elements without an address", v.Len())
		}
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Cap() != v.Len() {
			t.Fatalf("a []byte of %d bytes has room for %d", v.Len(), v.Cap())
		}
		for i := range min(v.Len(), 40) {
			checkCaps(t, v.Index(i))
		}
	}
}

func scanWith(program scanner, o walk.Options, v any, b []byte) outcome {
	d := walk.Decoder{Options: &o}
	src := unsafeio.Input(b)
	d.Start(src, len(b))
	n := program.Decode(&d, unsafeio.PtrTo(reflect.ValueOf(v)).Hide(), src, len(b))
	runtime.KeepAlive(v)
	return outcome{n, d.Code, d.Off, d.Path("")}
}

// Values of types that are all numbers and texts, and structs and lists of them, one after the other and again;
// every prefix, and damaged copies, at an unreadable page.
func TestScansAgree(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<14)
	rounds := uint64(12)
	if raceEnabled {
		rounds = 3
	}
	for _, tg := range []target{odds[Dense]("Dense"), odds[Warm]("Warm"), odds[Figures]("Figures")} {
		for _, compact := range []bool{false, true} {
			_, p := protocolOf(compact)
			var last []byte
			for i := range rounds {
				b, err := ref.Append(nil, p, randomValue(i, tg), ref.Options{})
				if err != nil || len(b) > 1<<12 {
					continue // a union without an arm, or long
				}
				for options := range byte(0x80) {
					compareScans(t, tg, compact, options, last, b, b, last, b)
				}
				for prefix := range wiretest.Prefixes(b) {
					compareScans(t, tg, compact, byte(i)&0x7, guard.Put(prefix))
					compareScans(t, tg, compact, warm, b, guard.Put(prefix))
				}
				for damaged := range wiretest.Mutations(b, i, 200) {
					compareScans(t, tg, compact, byte(i)&0x7|0x4, last, guard.Put(damaged))
					compareScans(t, tg, compact, warm|byte(i)&0x18, b, guard.Put(damaged), b)
				}
				last = b
			}
		}
	}
}

// warm is the options of a decode that assembly may do whole.
const warm = 0x4 | byte(walk.Alias)

// What a warm decode finds may have another shape than before, deeper than
// assembly goes, and longer than it does in one call.
func TestScansAgreeWarm(t *testing.T) {
	if raceEnabled {
		t.Skip("it would compare Go with Go")
	}
	tg := odds[Warm]("Warm")
	dense := &Dense{J: new("j"), K: new(true), L: new(int8(1)), M: new(int16(2)), N: new(int32(3)), O: new(int64(4)), P: new(5.0), S: new("s"), T: new("t"), W: new("w"), Y: new(int32(6))}
	full := func(n int) *Warm {
		w := &Warm{J: WarmLeaf{A: "a", C: []byte("c")}, K: &WarmArm{C: &WarmLeaf{A: "x"}}}
		for i := range n {
			w.A, w.B, w.C = append(w.A, dense), append(w.B, WarmLeaf{A: "leaf", B: int32(i)}), append(w.C, []byte{byte(i)})
			w.D, w.E, w.F = append(w.D, "text"), append(w.E, int16(i<<8)), append(w.F, int32(-i))
			w.G, w.H, w.I = append(w.G, int64(i)<<40), append(w.H, float64(i)), append(w.I, WarmArm{D: []string{"d", "", "dd"}})
			w.L, w.N = append(w.L, i%3 == 0), append(w.N, int8(i))
		}
		return w
	}
	longer := func(w *Warm) *Warm {
		w.J.C, w.B[0].C, w.B[1].C = []byte("longer"), []byte("and so"), nil
		return w
	}
	nested := func(levels int) *Warm {
		w := full(1)
		for range levels {
			w = &Warm{A: []*Dense{dense}, M: w, K: &WarmArm{B: new("b")}}
		}
		return w
	}
	values := []*Warm{
		full(3), longer(full(3)), full(3), {}, {I: make([]WarmArm, 0, 1), A: make([]*Dense, 9000)}, {G: make([]int64, 4096), F: make([]int32, 4097), E: make([]int16, 4000)}, {J: WarmLeaf{C: []byte("longer")}, B: []WarmLeaf{{}, {C: []byte("long")}, {}}}, full(2), full(17), full(3), nested(2), nested(3), nested(9), nested(20), nested(1), full(300), full(299), full(5000), full(4999), full(1),
		{D: []string{"longer than the limit"}}, full(1), {M: &Warm{J: WarmLeaf{C: []byte("longer than the limit")}}}, full(1),
		{A: []*Dense{{J: new("longer than the limit")}}}, full(1), {C: [][]byte{[]byte("longer than the limit")}},
		{K: &WarmArm{A: new(int32(1))}}, {K: &WarmArm{B: new("b")}, I: []WarmArm{{A: new(int32(1))}, {B: new("b")}, {D: []string{"d"}}}},
	}
	for _, compact := range []bool{false, true} {
		_, p := protocolOf(compact)
		var inputs [][]byte
		for _, v := range values {
			b, err := ref.Append(nil, p, v, ref.Options{})
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, b, b)
		}
		both, err := ref.Append(nil, p, &warmBoth{&warmArms{new(int32(1)), new("b")}, WarmLeaf{}}, ref.Options{})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, both, both, inputs[len(inputs)-1], both)
		for _, options := range []byte{0, 0x4, warm, warm | 0x8, warm | 0x10, warm | 0x20, warm | 0x40, warm &^ 0x4} {
			compareScans(t, tg, compact, options, inputs...)
		}
		for i := range inputs {
			compareMixed(t, tg, compact, []byte{warm, warm | 0x40, warm | 0x10}, inputs[i], inputs[i], inputs[i])
		}
	}
}

// warmBoth is a Warm whose union has two arms.
type warmBoth struct {
	K *warmArms `thrift:"k,41"`
	J WarmLeaf  `thrift:"j,10"`
}

type warmArms struct {
	A *int32  `thrift:"a,1"`
	B *string `thrift:"b,2"`
}

// More fields, and more texts, than one call does; numbers of every length and one too many.
func TestScansAgreeLong(t *testing.T) {
	tg := odds[Dense]("Dense")
	for _, compact := range []bool{false, true} {
		_, p := protocolOf(compact)
		one, err := ref.Append(nil, p, randomValue(3, tg), ref.Options{})
		if err != nil {
			t.Fatal(err)
		}
		many := slices.Concat(slices.Repeat([][]byte{one[:len(one)-1]}, 100)...)
		for options := range byte(0x8) {
			compareScans(t, tg, compact, options, append(many, 0), many, append(slices.Clone(many), many...))
		}
	}
	varint := []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}
	for _, id := range []byte{2, 3, 4, 5, 6, 8, 9, 12, 13, 14} {
		for n := range len(varint) + 1 {
			for _, end := range []byte{0, 1, 3, 4, 7, 8, 0x0f, 0x10, 0x7f} {
				for _, typ := range []byte{3, 4, 5, 6, 8} {
					b := slices.Concat([]byte{id<<4 | typ}, varint[:n], []byte{end, 0x15, 2, 0}, make([]byte, 12))
					for options := range byte(0x8) {
						compareScans(t, tg, true, options, b, b)
					}
				}
			}
		}
	}
}

// Warm values on the stacks of goroutines that have just so much room, while the collector runs: addresses that
// assembly kept between two calls move with the stack.
func TestScansMoveWithTheStack(t *testing.T) {
	plan, err := layout.Of(reflect.TypeFor[Warm]())
	if err != nil {
		t.Fatal(err)
	}
	v := &Warm{J: WarmLeaf{A: "on the stack"}, F: []int32{1, 2, 3}, D: slices.Repeat([]string{"text"}, 20), H: []float64{1, 2}, E: []int16{-1}}
	done := make(chan bool)
	go func() {
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer close(done)
	for _, compact := range []bool{false, true} {
		_, p := protocolOf(compact)
		b, err := ref.Append(nil, p, v, ref.Options{})
		if err != nil {
			t.Fatal(err)
		}
		program := executables(plan)["binary"].(scanner)
		if compact {
			program = executables(plan)["compact"].(scanner)
		}
		for depth := range 300 {
			bad := make(chan string)
			go func() { bad <- decodeDeep(program, b, v, depth) }()
			if d := <-bad; d != "" {
				t.Fatalf("compact %v, depth %d: %s", compact, depth, d)
			}
		}
	}
}

// decodeDeep decodes b, which stands for want, twice into a value on the stack, depth calls further down.
func decodeDeep(program scanner, b []byte, want *Warm, depth int) string {
	var room [16]byte
	room[depth&15] = byte(depth)
	if depth > 0 {
		if d := decodeDeep(program, b, want, depth-1); d != "" {
			return d + string(room[:0])
		}
		return ""
	}
	var w Warm
	o := scanOptions(warm)
	src := unsafeio.Input(b)
	for range 2 {
		d := walk.Decoder{Options: &o}
		d.Start(src, len(b))
		if n := program.Decode(&d, unsafeio.Of(&w), src, len(b)); n != len(b) {
			return "cannot decode"
		}
	}
	if w.J.A != want.J.A || !slices.Equal(w.F, want.F) || !slices.Equal(w.D, want.D) || !slices.Equal(w.H, want.H) || !slices.Equal(w.E, want.E) {
		return "other values"
	}
	return ""
}
