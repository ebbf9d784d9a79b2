package codec_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// mediaContents are the messages of the first benchmark of Thrift against others, as Apache's library writes
// them.
var mediaContents = []struct {
	p    codec.Protocol
	wire []byte
	size int
}{
	{codec.Binary, wiretest.MediaContentBinary, 353},
	{codec.Compact, wiretest.MediaContentCompact, 234},
}

// TestMediaContent encodes and decodes the fixed message in every mode.
func TestMediaContent(t *testing.T) {
	want := wiretest.NewMediaContent()
	for _, tt := range mediaContents {
		guard := wiretest.NewGuard(t, tt.size)
		for _, mode := range decodeModes {
			c := codec.Must(codec.New[wiretest.MediaContent](tt.p, mode.o))
			if n, err := c.Size(want); n != tt.size || err != nil {
				t.Errorf("%v, %s: Size = %d, %v, want %d", tt.p, mode.name, n, err, tt.size)
			}
			if b, err := c.Append(nil, want); !bytes.Equal(b, tt.wire) || err != nil {
				t.Errorf("%v, %s: Append gives %v\n%x, want\n%x", tt.p, mode.name, err, b, tt.wire)
			}
			dst := guard.Tail(tt.size)
			if n, err := c.Encode(dst, want); n != tt.size || !bytes.Equal(dst, tt.wire) || err != nil {
				t.Errorf("%v, %s: Encode = %d, %v\n%x, want\n%x", tt.p, mode.name, n, err, dst, tt.wire)
			}
			var v wiretest.MediaContent
			for _, kind := range []string{"fresh", "used", "used again"} {
				src := guard.Put(tt.wire)
				if n, err := c.Decode(src, &v); n != tt.size || err != nil {
					t.Errorf("%v, %s, %s: Decode = %d, %v, want %d", tt.p, mode.name, kind, n, err, tt.size)
				}
				if d := wiretest.Diff(&v, want); d != "" {
					t.Errorf("%v, %s, %s: the value differs%s", tt.p, mode.name, kind, d)
				}
			}
		}
	}
}

// TestVariedMediaContents passes 1,024 random messages from one protocol to the other and back, through one
// value for all of them in every mode.
func TestVariedMediaContents(t *testing.T) {
	const seed, count = 353, 1024
	messages := wiretest.VariedMediaContents(seed, count)
	for _, mode := range decodeModes {
		b := codec.Must(codec.New[wiretest.MediaContent](codec.Binary, mode.o))
		c := codec.Must(codec.New[wiretest.MediaContent](codec.Compact, mode.o))
		var first, second wiretest.MediaContent
		for i, want := range messages {
			one, err := b.Append(nil, want)
			if err != nil {
				t.Fatalf("seed %d, message %d, %s: Append: %v", seed, i, mode.name, err)
			}
			if n, err := b.Decode(slices.Clip(one), &first); n != len(one) || err != nil {
				t.Fatalf("seed %d, message %d, %s: binary: Decode = %d, %v, want %d", seed, i, mode.name, n, err, len(one))
			}
			two, err := c.Append(nil, &first)
			if err != nil {
				t.Fatalf("seed %d, message %d, %s: Append: %v", seed, i, mode.name, err)
			}
			if n, err := c.Size(&first); n != len(two) || err != nil {
				t.Fatalf("seed %d, message %d, %s: compact: Size = %d, %v, want %d", seed, i, mode.name, n, err, len(two))
			}
			if n, err := c.Decode(slices.Clip(two), &second); n != len(two) || err != nil {
				t.Fatalf("seed %d, message %d, %s: compact: Decode = %d, %v, want %d", seed, i, mode.name, n, err, len(two))
			}
			back, err := b.Append(nil, &second)
			if err != nil || !bytes.Equal(back, one) {
				t.Fatalf("seed %d, message %d, %s: Binary after Compact: %v\n%x, want\n%x", seed, i, mode.name, err, back, one)
			}
			if d := quickDiff(&second, want); d != "" {
				t.Fatalf("seed %d, message %d, %s: the value differs%s", seed, i, mode.name, d)
			}
		}
	}
}
