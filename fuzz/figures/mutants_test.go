package main

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/internal/wiretest"
)

// TestDamaged: the index names every mutant, each kind is there, and all are what the kind says.
func TestDamaged(t *testing.T) {
	wire := []byte{1, 2, 3, 4, 5}
	d := newDamaged(wire)
	kinds := map[int]map[string]bool{}
	for i := range d.len() {
		b, kind := d.mutant(nil, i)
		if kinds[kind] == nil {
			kinds[kind] = map[string]bool{}
		}
		kinds[kind][string(b)] = true
	}
	require.Len(t, kinds, damages)
	require.Len(t, kinds[cutOff], len(wire))
	require.Len(t, kinds[anyByte], 255*len(wire))
	for bit := range 8 * len(wire) {
		flipped := bytes.Clone(wire)
		flipped[bit/8] ^= 1 << (bit % 8)
		require.True(t, kinds[anyByte][string(flipped)])
	}
	require.True(t, kinds[inserted]["\x01\x02\xff\x03\x04\x05"])
	require.True(t, kinds[inserted]["\x01\x02\x03\x04\x05\x00"])
	require.True(t, kinds[deleted]["\x01\x04\x05"])
	require.True(t, kinds[deleted]["\x01"])
	require.True(t, kinds[sized]["\x01\x7f\xff\xff\xff"])
	require.True(t, kinds[resized]["\x01\xff\xff\xff\xff\x07"])
}

func TestShares(t *testing.T) {
	require.Equal(t, []int{3, 10, 5}, shares(18, []int{3, 100, 5}))
	require.Equal(t, []int{2, 2, 2}, shares(6, []int{3, 100, 5}))
	require.Equal(t, []int{3, 100, 5}, shares(1000, []int{3, 100, 5}))
	for _, n := range []int{1, 2, 7, 550, 1_000_003, 3_000_009} {
		seen, step := make([]bool, n), stride(n)
		for i, k := 0, 0; k < n; k++ {
			require.False(t, seen[i])
			seen[i] = true
			i = (i + step) % n
		}
	}
}

func TestMutantsRow(t *testing.T) {
	const some = 100_000
	meets(t, mutants, some)
	misses(t, mutants, some, "a prefix of", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		n, err := s.coder.Decode(src, v)
		if len(src) == 7 {
			return 7, nil
		}
		return n, err
	}})
	misses(t, mutants, some, "panic: oh, input", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		if len(src) == 7 {
			panic("oh")
		}
		return s.coder.Decode(src, v)
	}})
	misses(t, mutants, some, "a value that is not zero", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		n, err := s.coder.Decode(src, v)
		if f := reflect.ValueOf(v).Elem(); err != nil && f.NumField() > 0 && f.Field(0).CanInt() {
			f.Field(0).SetInt(1)
		}
		return n, err
	}})
	misses(t, mutants, some, "Size =", stand{size: func(s *stand, v any) (int, error) {
		n, err := s.coder.Size(v)
		return n + 1, err
	}})
	misses(t, mutants, some, "skipping gives", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		n, err := s.coder.Decode(src, v)
		if err == nil {
			n--
		}
		return n, err
	}})
}

// TestMutantsFault: a read behind the input is a fault, which is caught and told with the input.
func TestMutantsFault(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no unreadable pages here")
	}
	r := &run{seed: 1, codec: with(stand{decode: func(s *stand, src []byte, v any) (int, error) {
		next := *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(src)), len(src)))
		return int(next), nil
	}}), log: new(bytes.Buffer), workers: 1}
	r.together(func(int) {
		m := mutator{run: r, guard: wiretest.NewGuard(inCommand{}, 1<<10)}
		m.begin(&vector{"x", protocols[0], reflect.TypeFor[wiretest.Point](), []byte{8, 0, 1, 0, 0, 0, 1, 0}}, 0)
		m.try([]byte{8, 0, 1}, false)
	})
	require.Equal(t, 1, r.failed)
	require.Contains(t, r.faults[0], "fault at address 0x")
	require.Contains(t, r.faults[0], "input 080001")
}

func TestBugCasesRow(t *testing.T) {
	var out strings.Builder
	for _, c := range wiretest.BugCases()[2:] {
		fmt.Fprintf(&out, `{"Action":"pass","Test":"TestBugCases/%s"}`+"\n", c.ID)
	}
	count := func(more string) figure {
		return countCases(&run{log: new(bytes.Buffer)}, []byte(out.String()+more))
	}
	good := count(`{"Action":"pass","Test":"TestBugCases"}`)
	require.True(t, good.Met)
	require.Equal(t, "100 %", good.Figure)
	require.False(t, count("").Met)
	require.False(t, count(`{"Action":"fail","Test":"TestBugCases"}`).Met)
	require.False(t, count(`{"Action":"pass","Test":"TestBugCases"} {"Action":"fail","Test":"TestBugCases/`+wiretest.BugCases()[0].ID+`"}`).Met)
	require.False(t, count(`{"Action":"pass","Test":"TestBugCases"} nonsense`).Met)
}
