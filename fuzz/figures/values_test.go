package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

func TestEncodeRow(t *testing.T) {
	const some = 600
	meets(t, encode, some)
	misses(t, encode, some, "Encode into a buffer of Size", stand{size: func(s *stand, v any) (int, error) {
		n, err := s.coder.Size(v)
		return n + 1, err
	}})
	misses(t, encode, some, "wrote outside", stand{encode: func(s *stand, dst []byte, v any) (int, error) {
		n, err := s.coder.Encode(dst, v)
		if len(dst) > 3 && err != nil && cap(dst) > len(dst) {
			dst[:len(dst)+1][len(dst)] = 0
		}
		return n, err
	}})
	misses(t, encode, some, "bytes = 3, <nil>", stand{encode: func(s *stand, dst []byte, v any) (int, error) {
		n, err := s.coder.Encode(dst, v)
		if err != nil && len(dst) == 3 {
			return 3, nil
		}
		return n, err
	}})
	misses(t, encode, some, "of which skipping takes", stand{encode: func(s *stand, dst []byte, v any) (int, error) {
		n, err := s.coder.Encode(dst, v)
		if err == nil && n > 1 {
			dst[0] = 0
		}
		return n, err
	}})
}

func TestKeepsRow(t *testing.T) {
	const some = 500
	meets(t, keeps, some)
	instead := func(change func(o *codec.Options)) maker {
		return func(t reflect.Type, p codec.Protocol, o codec.Options) coder {
			change(&o)
			return library(t, p, o)
		}
	}
	why := func(m maker) string {
		fs := try(t, keeps, some, m)
		require.False(t, fs[0].Met)
		return fs[0].Faults[0]
	}
	require.Contains(t, why(instead(func(o *codec.Options) { o.Strings = codec.Alias })), "the value has changed")
	require.Contains(t, why(instead(func(o *codec.Options) { o.Reuse = true })), "handed out earlier has changed")
	misses(t, keeps, some, "has capacity", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		n, err := s.coder.Decode(src, v)
		if b, ok := v.(*wiretest.BinaryBox); ok {
			b.V = append(b.V, 0)[:len(b.V)]
		}
		return n, err
	}})
	misses(t, keeps, some, "in a used target the value differs", stand{decode: func(s *stand, src []byte, v any) (int, error) {
		was, used := v.(*wiretest.OptScalars)
		old := wiretest.OptScalars{}
		if used {
			old = *was
		}
		n, err := s.coder.Decode(src, v)
		if used && was.FI64 == nil {
			was.FI64 = old.FI64
		}
		return n, err
	}})
}

// TestTorn runs the child.
func TestTorn(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector would report the races that are meant")
	}
	meets(t, torn, 5000)
}

// TestTearer: what it is to find, it finds.
func TestTearer(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector would report the races that are meant")
	}
	for why, s := range map[string]stand{
		"wrote outside": {encode: func(s *stand, dst []byte, v any) (int, error) {
			dst[:len(dst)+1][len(dst)] = 0
			return s.coder.Encode(dst, v)
		}},
		"skipping takes": {encode: func(s *stand, dst []byte, v any) (int, error) {
			n, err := s.coder.Encode(dst, v)
			if n > 1 {
				dst[0] = 0
			}
			return n, err
		}},
		"panic": {encode: func(*stand, []byte, any) (int, error) { panic("oh") }},
		"= 1, ": {encode: func(*stand, []byte, any) (int, error) { return 1, errors.New("oh") }},
	} {
		r := &run{seed: 1, codec: with(s), log: new(bytes.Buffer)}
		tearer := tearer{run: r}
		tearer.all(3000)
		require.NotEmpty(t, r.faults, why)
		require.Contains(t, r.faults[0], why)
	}
	_, err := exec.LookPath("false")
	require.NoError(t, err)
	require.Equal(t, 1, child([]string{"torn", "1"}))
	require.Equal(t, 1, child(nil))
}

// TestTearing: parts of the value do change, and stay such that no memory is read but theirs.
func TestTearing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector would report the races that are meant")
	}
	vs := newValues(3)
	for i := range vs.plans {
		take := func(salt uint64) reflect.Value { return reflect.ValueOf(vs.value(i, salt)) }
		value := newTearing(take(0), []reflect.Value{take(1), take(2)})
		if len(value.places) == 0 {
			continue
		}
		var stop atomic.Bool
		var changing sync.WaitGroup
		rounds := 0
		value.change(rand.New(rand.NewPCG(1, 1)), func() bool { rounds++; return rounds > 2 })
		changing.Wait()
		stop.Store(true)
		for _, donors := range value.donors {
			for _, d := range donors {
				if d.Kind() == reflect.Slice {
					require.Positive(t, d.Cap(), "%v", d.Type())
					require.Equal(t, donors[0].Cap(), d.Cap(), "%v", d.Type())
				}
			}
		}
	}
}

func TestFirstUseRow(t *testing.T) {
	got, err := race(1, ringTypes()[:6], 8)
	require.NoError(t, err)
	again, err := race(2, ringTypes()[:6], 8)
	require.NoError(t, err)
	require.Equal(t, got, again)
	other, err := race(1, ringTypes()[:5], 8)
	require.NoError(t, err)
	require.NotEqual(t, got.Digest, other.Digest)
	_, err = race(1, []reflect.Type{reflect.TypeFor[struct {
		A int32 `thrift:"a,x"`
	}]()}, 2)
	require.Error(t, err)

	script := func(text string) string {
		name := filepath.Join(t.TempDir(), "script")
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o700))
		return name
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh")
	}
	_, err = runFirstUse(script(`echo '{"Goroutines":64,"Digest":"x"}'`), 1)
	require.NoError(t, err)
	_, err = runFirstUse(script(`echo 'WARNING: DATA RACE' >&2; echo '{}'`), 1)
	require.ErrorContains(t, err, "DATA RACE")
	_, err = runFirstUse(script(`exit 66`), 1)
	require.ErrorContains(t, err, "66")
}
