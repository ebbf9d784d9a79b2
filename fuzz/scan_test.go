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
	plan, err := layout.Of(reflect.TypeOf(tg.new()).Elem())
	if err != nil {
		t.Fatal(err)
	}
	program := executables(plan)["binary"].(scanner)
	if compact {
		program = executables(plan)["compact"].(scanner)
	}
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
	fast, plain := tg.new(), tg.new()
	for i, b := range inputs {
		got, want := scanWith(program, o, fast, b), outcome{}
		o.NoScan = true
		want = scanWith(program, o, plain, b)
		o.NoScan = false
		if got != want {
			t.Fatalf("%s, input %d, options %#x, %x: with assembly %v, without %v", tg.name, i, options, b, got, want)
		}
		if d := wiretest.Diff(fast, plain); d != "" && got.n >= 0 {
			t.Fatalf("%s, input %d, options %#x, %x: with assembly and without differ: %s", tg.name, i, options, b, d)
		}
		if got.n < 0 || !o.Reuse {
			fast, plain = tg.new(), tg.new()
		}
	}
}

func scanWith(program scanner, o walk.Options, v any, b []byte) outcome {
	d := walk.Decoder{Options: &o}
	src := unsafeio.Input(b)
	d.Start(src, len(b))
	n := program.Decode(&d, unsafeio.Of((*byte)(reflect.ValueOf(v).UnsafePointer())), src, len(b))
	runtime.KeepAlive(v)
	return outcome{n, d.Code, d.Off, d.Path("")}
}

// Every prefix of values of a type that is all numbers and texts, damaged copies of them, and what comes next
// to each other in a long input, at an unreadable page.
func TestScansAgree(t *testing.T) {
	tg := odds[Dense]("Dense")
	guard := wiretest.NewGuard(t, 1<<14)
	rounds := uint64(60)
	if testing.Short() {
		rounds = 10
	}
	for _, compact := range []bool{false, true} {
		_, p := protocolOf(compact)
		var last []byte
		for i := range rounds {
			b, err := ref.Append(nil, p, randomValue(i, tg), ref.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for options := range byte(0x40) {
				compareScans(t, tg, compact, options, last, b, last)
			}
			for prefix := range wiretest.Prefixes(b) {
				compareScans(t, tg, compact, byte(i)&0x7, guard.Put(prefix))
			}
			for damaged := range wiretest.Mutations(b, i, 200) {
				compareScans(t, tg, compact, byte(i)&0x7|0x4, last, guard.Put(damaged))
			}
			last = b
		}
	}
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
