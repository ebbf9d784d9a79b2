package binary

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// numbers has rows of every width, in another order than in memory, and a field
// that may be left out.
type numbers struct {
	Z int64           `thrift:"z,1"`
	A bool            `thrift:"a,2"`
	B int8            `thrift:"b,3,required"`
	C int16           `thrift:"c,4"`
	E wiretest.Colour `thrift:"e,5"`
	D float64         `thrift:"d,300"`
	F int32           `thrift:"f,-7"`
	G int32           `thrift:"g,6,optional"`
	H bool            `thrift:"h,7"`
	I bool            `thrift:"i,8"`
	J int64           `thrift:"j,9"`
	K int64           `thrift:"k,10"`
	L int64           `thrift:"l,11"`
	M int64           `thrift:"m,12"`
	N int64           `thrift:"n,13"`
	O int64           `thrift:"o,14"`
	P int32           `thrift:"p,15"`
}

func (r filler) numbers() *numbers {
	n := func() int64 { return r.number() }
	return &numbers{
		Z: n(), A: r.IntN(2) == 0, B: int8(n()), C: int16(n()), E: wiretest.Colour(int32(n())), D: float64(n()), F: int32(n()),
		G: int32(r.IntN(2)), H: r.IntN(2) == 0, I: r.IntN(2) == 0, J: n(), K: n(), L: n(), M: n(), N: n(), O: n(), P: int32(n()),
	}
}

// readNumbers decodes b over a value that is dirty, or zero, and returns what
// came of it.
func readNumbers(p *Program, b []byte, dirty bool, decode func(base, buf unsafeio.Ptr) int) (numbers, int) {
	v := new(numbers)
	if dirty {
		*v = *filler{rand.New(rand.NewPCG(7, 7))}.numbers()
	}
	n := decode(unsafeio.Of(v), unsafeio.Input(b))
	runtime.KeepAlive(v)
	v.Z ^= int64(math.Float64bits(v.D)) // NaNs, too, are compared
	v.D = 0
	if n < 0 {
		v = new(numbers) // half-written: the boundary makes it zero
	}
	return *v, n
}

// eachNumbers calls check with the bytes of some numbers, their prefixes, and
// damaged copies.
func eachNumbers(t *testing.T, r filler, check func(b []byte)) {
	t.Helper()
	p := lowerOf(t, reflect.TypeFor[numbers]())
	for i := range uint64(20) {
		v := r.numbers()
		b := make([]byte, sizeOf(p, v))
		if got := encodeAt(0, p, v, b, testDepth); got.n != len(b) {
			t.Fatal(got)
		}
		check(b)
		for prefix := range wiretest.Prefixes(b) {
			check(prefix)
		}
		for at := range b {
			for _, bit := range []byte{1, 2, 0x80} {
				b[at] ^= bit
				check(b)
				b[at] ^= bit
			}
		}
		for damaged := range wiretest.Mutations(b, i, 300) {
			check(damaged)
		}
	}
}

// Whatever the input is, runs and what goes around them do as Go does.
func TestRunsAgree(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[numbers]())
	guard := wiretest.NewGuard(t, 1<<10)
	r := filler{rand.New(rand.NewPCG(3, 4))}
	refilled := 0
	check := func(b []byte) {
		in := guard.Put(b)
		for _, reuse := range []bool{false, true} {
			type outcome struct {
				v numbers
				n int
				f walk.Fault
			}
			var got [2]outcome
			for i := range got {
				o := walk.Options{Limits: walk.Limits{Depth: testDepth, Bytes: math.MaxInt}, Reuse: reuse, NoScan: i == 0}
				d := walk.Decoder{Options: &o}
				d.Start(unsafeio.Input(in), len(in))
				got[i].v, got[i].n = readNumbers(p, in, reuse, func(base, buf unsafeio.Ptr) int { return p.Decode(&d, base, buf, len(in)) })
				got[i].f = d.Fault
			}
			if !reflect.DeepEqual(got[0], got[1]) {
				t.Fatalf("%x, reuse %v:\nGo       %+v\nassembly %+v", b, reuse, got[0], got[1])
			}
			if _, numbers := p.Refills(); !numbers {
				continue
			}
			v, n := readNumbers(p, in, reuse, func(base, buf unsafeio.Ptr) int { return p.refillNumbers(base, buf, len(in)) })
			if n < 0 {
				continue
			}
			refilled++
			if want := got[0]; v != want.v || n != want.n {
				t.Fatalf("%x, reuse %v:\nGo     %+v\nrefill %+v %d", b, reuse, want, v, n)
			}
		}
	}
	eachNumbers(t, r, check)
	if _, numbers := p.Refills(); numbers && refilled < 1000 {
		t.Errorf("%d refills", refilled)
	}
}

// numbersIn has a struct, so that refill reads it.
type numbersIn struct {
	N numbers `thrift:"n,1"`
}

// Within another struct, too, where refill decodes them.
func TestRunsAgreeWarm(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[numbersIn]())
	guard := wiretest.NewGuard(t, 1<<10)
	r := filler{rand.New(rand.NewPCG(5, 6))}
	warm := 0
	decode := func(in []byte, noScan bool) (numbers, int, walk.Fault) {
		o := walk.Options{Limits: walk.Limits{Depth: testDepth, Bytes: math.MaxInt}, Mode: walk.Alias, Reuse: true, NoScan: noScan}
		d := walk.Decoder{Options: &o}
		d.Start(unsafeio.Input(in), len(in))
		v, n := readNumbers(p, in, true, func(base, buf unsafeio.Ptr) int { return p.Decode(&d, base, buf, len(in)) })
		if d.Refill {
			warm++
		}
		return v, n, d.Fault
	}
	check := func(b []byte) {
		in := guard.Put(append(append([]byte{byte(TypeStruct), 0, 1}, b...), 0))
		v, n, f := decode(in, true)
		if got, m, g := decode(in, false); v != got || n != m || !reflect.DeepEqual(f, g) {
			t.Fatalf("%x:\nGo       %+v %d %+v\nassembly %+v %d %+v", b, v, n, f, got, m, g)
		}
	}
	eachNumbers(t, r, check)
	if haveRuns && warm < 1000 {
		t.Errorf("%d refills", warm)
	}
}

// gapped has memory between its fields that is nobody's business, and too much
// of it for one run.
type gapped struct {
	A    int64 `thrift:"a,1"`
	Mine uint64
	B    int32 `thrift:"b,2"`
	Also [4]byte
	C    int16 `thrift:"c,3"`
	D    bool  `thrift:"d,4"`
	Far  [80]byte
	E    int8 `thrift:"e,5"`
	F    int8 `thrift:"f,6"`
}

func TestRunsGapped(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[gapped]())
	want := gapped{A: -1, Mine: 0x0123456789abcdef, B: -2, Also: [4]byte{1, 2, 3, 4}, C: -3, D: true, E: -4, F: 5}
	for i := range want.Far {
		want.Far[i] = canary
	}
	b := make([]byte, sizeOf(p, &want))
	if got := encodeAt(0, p, &want, b, testDepth); got.n != len(b) {
		t.Fatal(got)
	}
	got := gapped{Mine: want.Mine, Also: want.Also, Far: want.Far}
	d := walk.Decoder{Options: &walk.Options{Limits: walk.Limits{Depth: testDepth, Bytes: math.MaxInt}}}
	d.Start(unsafeio.Input(b), len(b))
	if n := p.Decode(&d, unsafeio.Of(&got), unsafeio.Input(b), len(b)); n != len(b) || got != want {
		t.Errorf("%d of %d\ngot  %+v\nwant %+v", n, len(b), got, want)
	}
}

// The rows of a struct, as far as they fit one load and one store.
func TestRunsOf(t *testing.T) {
	if !haveRuns {
		t.Skip("no runs in this build, or on this CPU")
	}
	p := lowerOf(t, reflect.TypeFor[numbers]())
	var got []string
	for i := range p.fields {
		if r := p.fields[i].run; r != nil {
			got = append(got, fmt.Sprintf("%s: %d fields, %d bytes", p.fields[i].f.GoName, r.count, r.size))
			if after := p.fields[i+int(r.count)].run; r.after != after || uint32(dfieldSize)*r.count != r.skip {
				t.Errorf("%s: what comes after it is elsewhere", p.fields[i].f.GoName)
			}
		}
	}
	want := "[F: 6 fields, 38 bytes H: 7 fields, 63 bytes O: 2 fields, 18 bytes]"
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
