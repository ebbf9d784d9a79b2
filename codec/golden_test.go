package codec_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"runtime"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// gcEvery is how many decodes there are for one garbage collection.
const gcEvery = 512

// TestGoldenDecode decodes every vector in every mode, into fresh targets and into used ones. The input ends
// at an unreadable page; unless the value aliases it, it is overwritten afterwards, and the value is as it was.
func TestGoldenDecode(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	count := 0
	eachGolden(t, func(t *testing.T, r goldenRow) {
		for _, mode := range decodeModes {
			c := codecOf(t, r.value, r.p, mode.o)
			for used := range len(r.before) + 1 {
				v, kind := r.new(), "fresh"
				if used > 0 {
					kind = "used"
					if _, err := c.Decode(bytes.Clone(r.before[used-1]), v); err != nil {
						t.Fatalf("%s: Decode of the vector before: %v", mode.name, err)
					}
				}
				src := guard.Put(r.wire)
				n, err := c.Decode(src, v)
				if n != len(r.wire) || err != nil {
					t.Fatalf("%s, %s: Decode = %d, %v, want %d", mode.name, kind, n, err, len(r.wire))
				}
				if !bytes.Equal(src, r.wire) {
					t.Fatalf("%s, %s: Decode changed its input", mode.name, kind)
				}
				differ := wiretest.Diff
				if used > 0 {
					differ = quickDiff
				}
				if d := differ(v, r.value); d != "" {
					t.Fatalf("%s, %s: the value differs%s", mode.name, kind, d)
				}
				if path := spareBytes(reflect.ValueOf(v), 0); path != "" {
					t.Fatalf("%s, %s: a decoded []byte: %s", mode.name, kind, path)
				}
				if mode.o.Strings == codec.Alias {
					continue
				}
				for i := range src {
					src[i] = 0xaa
				}
				if count++; count%gcEvery == 0 {
					runtime.GC()
				}
				if d := quickDiff(v, r.value); d != "" {
					t.Fatalf("%s, %s: the value changed with its input%s", mode.name, kind, d)
				}
			}
		}
	})
}

// TestGoldenRest decodes every vector with bytes behind it, which are the caller's.
func TestGoldenRest(t *testing.T) {
	eachGolden(t, func(t *testing.T, r goldenRow) {
		src := append(bytes.Clone(r.wire), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
		v := r.new()
		if n, err := codecOf(t, v, r.p, codec.Options{}).Decode(src, v); n != len(r.wire) || err != nil {
			t.Errorf("Decode = %d, %v, want %d", n, err, len(r.wire))
		}
		if d := wiretest.Diff(v, r.value); d != "" {
			t.Errorf("the value differs%s", d)
		}
	})
}

// TestGoldenKept decodes another vector into the same target: without Reuse, what the first decode gave stays
// as it was.
func TestGoldenKept(t *testing.T) {
	eachGolden(t, func(t *testing.T, r goldenRow) {
		for _, o := range []codec.Options{{}, {Strings: codec.Own}, {Strings: codec.Alias}} {
			c := codecOf(t, r.value, r.p, o)
			v := r.new()
			if _, err := c.Decode(r.wire, v); err != nil {
				t.Fatal(err)
			}
			first := reflect.New(reflect.TypeOf(v).Elem())
			first.Elem().Set(reflect.ValueOf(v).Elem())
			for _, b := range r.before {
				if _, err := c.Decode(b, v); err != nil {
					t.Fatal(err)
				}
			}
			if d := wiretest.Diff(first.Interface(), r.value); d != "" {
				t.Errorf("%+v: what the first decode gave has changed%s", o, d)
			}
		}
	})
}

// TestGoldenAppend encodes every vector's value.
func TestGoldenAppend(t *testing.T) {
	prefix := []byte("what was there")
	eachGolden(t, func(t *testing.T, r goldenRow) {
		c := codecOf(t, r.value, r.p, r.options())
		if n, err := c.Size(r.value); n != len(r.wire) || err != nil {
			t.Errorf("Size = %d, %v, want %d", n, err, len(r.wire))
		}
		got, err := c.Append(nil, r.value)
		if err != nil || !bytes.Equal(got, r.wire) {
			t.Fatalf("Append gives %v\n%x, want\n%x", err, got, r.wire)
		}
		for _, spare := range []int{0, 1, len(r.wire) - 1, len(r.wire), len(r.wire) + 50} {
			dst := append(make([]byte, 0, len(prefix)+max(spare, 0)), prefix...)
			got, err := c.Append(dst, r.value)
			if err != nil || !bytes.HasPrefix(got, prefix) || !bytes.Equal(got[len(prefix):], r.wire) {
				t.Errorf("%d bytes spare: Append to %q gives %v\n%x", spare, prefix, err, got)
			}
			if spare >= len(r.wire) && &got[0] != &dst[0] {
				t.Errorf("%d bytes spare: Append to %q took other memory", spare, prefix)
			}
			if string(dst) != string(prefix) {
				t.Errorf("%d bytes spare: Append changed its dst to %q", spare, dst)
			}
		}
	})
}

// canary is what stands behind dst.
const canary = 0x5c

// TestGoldenEncode encodes into an exact buffer, and into every one that is too short. What is behind
// len(dst) stays as it was, although it belongs to the capacity.
func TestGoldenEncode(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	eachGolden(t, func(t *testing.T, r goldenRow) {
		const behind = 64
		c := codecOf(t, r.value, r.p, r.options())
		room := bytes.Repeat([]byte{canary}, len(r.wire)+behind)
		want := bytes.Clone(room)
		for _, dst := range [][]byte{room[:len(r.wire)], guard.Tail(len(r.wire))} {
			n, err := c.Encode(dst, r.value)
			if n != len(r.wire) || err != nil || !bytes.Equal(dst, r.wire) {
				t.Fatalf("Encode into an exact buffer = %d, %v\n%x, want\n%x", n, err, dst, r.wire)
			}
		}
		if !bytes.Equal(room[len(r.wire):], want[len(r.wire):]) {
			t.Fatal("Encode wrote behind an exact buffer")
		}
		for l := range lengthsBelow(len(r.wire)) {
			copy(room, want)
			n, err := c.Encode(room[:l], r.value)
			if n != 0 || !errors.Is(err, codec.ErrShortBuffer) || !errors.Is(err, io.ErrShortBuffer) {
				t.Fatalf("Encode into %d of %d bytes = %d, %v, want ErrShortBuffer", l, len(r.wire), n, err)
			}
			if !bytes.Equal(room[l:], want[l:]) {
				t.Fatalf("Encode into %d of %d bytes wrote behind them", l, len(r.wire))
			}
		}
	})
}

// TestGoldenPrefixes decodes every proper prefix of the vectors.
func TestGoldenPrefixes(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	eachGolden(t, func(t *testing.T, r goldenRow) {
		v := r.new()
		for l := range lengthsBelow(len(r.wire)) {
			mode := decodeModes[l%len(decodeModes)]
			n, err := codecOf(t, v, r.p, mode.o).Decode(guard.Put(r.wire[:l]), v)
			if n != 0 || !errors.Is(err, codec.ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s: Decode of %d of %d bytes = %d, %v, want ErrTruncated", mode.name, l, len(r.wire), n, err)
			}
			checkDecodeError(t, err, r.p, l, v)
			if t.Failed() {
				t.Fatalf("%s: at %d of %d bytes", mode.name, l, len(r.wire))
			}
		}
	})
}
