package main

import (
	"bytes"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// TestMain lets the tests run the children of the command.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-child" {
		os.Exit(child(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// stand is a coder that does something else than the library where it has a function for it.
type stand struct {
	coder
	o      codec.Options
	decode func(s *stand, src []byte, v any) (int, error)
	encode func(s *stand, dst []byte, v any) (int, error)
	size   func(s *stand, v any) (int, error)
}

func (s *stand) Decode(src []byte, v any) (int, error) {
	if s.decode != nil {
		return s.decode(s, src, v)
	}
	return s.coder.Decode(src, v)
}

func (s *stand) Encode(dst []byte, v any) (int, error) {
	if s.encode != nil {
		return s.encode(s, dst, v)
	}
	return s.coder.Encode(dst, v)
}

func (s *stand) Size(v any) (int, error) {
	if s.size != nil {
		return s.size(s, v)
	}
	return s.coder.Size(v)
}

// with returns a maker of stands like s.
func with(s stand) maker {
	return func(t reflect.Type, p codec.Protocol, o codec.Options) coder {
		c := s
		c.coder, c.o = library(t, p, o), o
		return &c
	}
}

// try runs a row with a small count.
func try(t *testing.T, f func(*run) []figure, count int, codec maker) []figure {
	t.Helper()
	r := &run{seed: 1, count: count, workers: 2, quick: true, codec: codec, log: io.Discard, part: 7, root: "../.."}
	fs := f(r)
	for _, f := range fs {
		f.Command = "a test"
		require.NoError(t, f.check())
	}
	return fs
}

// misses checks that a row misses its goal with s in the library's place, and tells why.
func misses(t *testing.T, f func(*run) []figure, count int, why string, s stand) {
	t.Helper()
	got := try(t, f, count, with(s))[0]
	require.False(t, got.Met, "%+v", got)
	if why != "" {
		require.Contains(t, strings.Join(got.Faults, "\n"), why)
	}
}

// meets checks that a row meets its goals with the library itself.
func meets(t *testing.T, f func(*run) []figure, count int) {
	t.Helper()
	for _, got := range try(t, f, count, library) {
		require.True(t, got.Met, "%+v", got)
		require.Empty(t, got.Faults)
	}
}

var sink []byte

// takes returns a decode that allocates n more bytes.
func takes(n int) func(*stand, []byte, any) (int, error) {
	return func(s *stand, src []byte, v any) (int, error) {
		sink = make([]byte, n)
		return s.coder.Decode(src, v)
	}
}

func TestMemoryRows(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	wiretest.NeedsStack(t)
	const one = 2003 // in so many inputs
	t.Run("uncovered", func(t *testing.T) {
		meets(t, uncovered, one)
		misses(t, uncovered, one, "", stand{decode: takes(baseline + 1)})
		misses(t, uncovered, one, "accepts a size", stand{decode: func(_ *stand, src []byte, _ any) (int, error) { return len(src), nil }})
		misses(t, uncovered, one, "panic: oh", stand{decode: func(*stand, []byte, any) (int, error) { panic("oh") }})
	})
	t.Run("floods", func(t *testing.T) {
		meets(t, floods, one)
		misses(t, floods, one, "", stand{decode: takes(64 << 20)})
	})
	t.Run("budget", func(t *testing.T) {
		meets(t, budget, one)
		misses(t, budget, one, "", stand{decode: takes(1<<20 + mostOver)})
	})
}

func TestGuarded(t *testing.T) {
	var log bytes.Buffer
	r := &run{log: &log}
	require.True(t, r.guarded("nothing", nil, func() {}))
	require.False(t, r.guarded("a panic", []byte{1, 0xab}, func() { panic("oh") }))
	require.Equal(t, 1, r.failed)
	require.Contains(t, r.faults[0], "a panic: panic: oh, input 01ab")
	require.Contains(t, log.String(), "01ab")
	for range 2 * manyFaults {
		r.fault("x")
	}
	require.Len(t, r.faults, manyFaults)
	require.Equal(t, 1+2*manyFaults, r.failed)
	f := r.figure(figure{Figure: "fine", Met: true})
	require.False(t, f.Met)
	require.Equal(t, "fine; 41 faults", f.Figure)
	require.Less(t, len(inHex(make([]byte, 1<<20))), 5*longHex)
}
