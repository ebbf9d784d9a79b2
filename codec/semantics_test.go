package codec_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// What the tests of semantics share: bytes written by hand, and the oracle of internal/ref.

// hexed returns the bytes of hex digits, between which there may be space.
func hexed(text string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		panic(err)
	}
	return b[:len(b):len(b)]
}

// noError stops a test that cannot go on.
func noError(err error) {
	if err != nil {
		panic(err)
	}
}

// fresh returns a new zero value of what v points to.
func fresh(v any) any { return reflect.New(reflect.TypeOf(v).Elem()).Interface() }

// written returns what the oracle writes for v under Canonical.
func written(t testing.TB, p codec.Protocol, v any) []byte {
	t.Helper()
	return writtenBy(t, p, v, ref.Options{Canonical: true})
}

// plain returns what the oracle writes for v: sets and maps held as slices are in the order of the slice.
func plain(t testing.TB, p codec.Protocol, v any) []byte {
	t.Helper()
	return writtenBy(t, p, v, ref.Options{})
}

func writtenBy(t testing.TB, p codec.Protocol, v any, o ref.Options) []byte {
	t.Helper()
	b, err := ref.Append(nil, ref.Protocol(p), v, o)
	if err != nil {
		t.Fatalf("%T: the oracle refuses it: %v", v, err)
	}
	return b[:len(b):len(b)]
}

// encodings returns v's bytes after checking that Append, Encode and Size agree on them, or their error.
func encodings(t testing.TB, p codec.Protocol, o codec.Options, v any) ([]byte, error) {
	t.Helper()
	c := codecOf(t, v, p, o)
	got, err := c.Append(nil, v)
	size, sizeErr := c.Size(v)
	if size != len(got) || classOf(sizeErr) != classOf(err) {
		t.Errorf("%T: %v Size = %d, %v; Append gives %d, %v", v, p, size, sizeErr, len(got), err)
	}
	buf := make([]byte, max(len(got), 4096))
	n, encodeErr := c.Encode(buf, v)
	if n != len(got) || classOf(encodeErr) != classOf(err) {
		t.Errorf("%T: %v Encode = %d, %v; Append gives %d, %v", v, p, n, encodeErr, len(got), err)
	}
	if o.Canonical && !bytes.Equal(buf[:n], got) {
		t.Errorf("%T: %v Encode gives %x; Append %x", v, p, buf[:n], got)
	}
	return got, err
}

// classOf returns the sentinel that err is, err itself where it is none.
func classOf(err error) error {
	for class := range classes {
		if errors.Is(err, class) {
			return class
		}
	}
	return err
}

// decodes decodes src into a fresh value and into dirty ones, in every mode but Strict, and compares what it
// gives with want. Each of dirty makes a target that was used before.
func decodes(t testing.TB, p codec.Protocol, src []byte, want any, dirty ...func() any) {
	t.Helper()
	for _, mode := range decodeModes {
		if mode.o.Strict {
			continue
		}
		targets := []func() any{func() any { return fresh(want) }}
		if mode.o.Reuse || mode.o == (codec.Options{}) { // the others clear the target as the zero Options do
			targets = append(targets, dirty...)
		}
		for i, target := range targets {
			got, input := target(), bytes.Clone(src)
			n, err := codecOf(t, got, p, mode.o).Decode(input, got)
			if n != len(src) || err != nil {
				t.Errorf("%T: %v, %s, target %d: Decode of %.99x = %d, %v", got, p, mode.name, i, src, n, err)
				return
			}
			if d := wiretest.Diff(got, want); d != "" {
				t.Errorf("%T: %v, %s, target %d: Decode of %.99x differs%s", got, p, mode.name, i, src, d)
				return
			}
			if path := spareBytes(reflect.ValueOf(got), 0); path != "" {
				t.Errorf("%T: %v, %s, target %d: %s", got, p, mode.name, i, path)
			}
		}
	}
}

// refuses decodes src as a value of v's type in every mode but Strict, which must fail with an error of that class.
// It returns the last error.
func refuses(t testing.TB, p codec.Protocol, src []byte, v any, class error) (last *codec.Error) {
	t.Helper()
	for _, mode := range decodeModes {
		if mode.o.Strict {
			continue // it may find another fault first
		}
		got := fresh(v)
		n, err := codecOf(t, got, p, mode.o).Decode(bytes.Clone(src), got)
		if n != 0 || !errors.Is(err, class) || !errors.As(err, &last) {
			t.Errorf("%T: %v, %s: Decode of %.64x = %d, %v, want %v", v, p, mode.name, src, n, err, class)
		}
		if !reflect.ValueOf(got).Elem().IsZero() {
			t.Errorf("%T: %v, %s: not zero after an error: %+v", v, p, mode.name, got)
		}
	}
	return last
}

// strictly decodes src under Strict, which must fail as a type mismatch.
func strictly(t testing.TB, p codec.Protocol, src []byte, v any) {
	t.Helper()
	got := fresh(v)
	n, err := codecOf(t, got, p, codec.Options{Strict: true}).Decode(bytes.Clone(src), got)
	if n != 0 || !errors.Is(err, codec.ErrTypeMismatch) {
		t.Errorf("%T: %v strict Decode of %x = %d, %v, want %v", v, p, src, n, err, codec.ErrTypeMismatch)
	}
}
