package codec_test

import (
	"bytes"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// BenchmarkReader finds messages in a stream: in frames, whose length says where they end, and without, where a search
// does. Decode of the same message is beside it.
func BenchmarkReader(b *testing.B) {
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[wiretest.MediaContent](p, codec.Options{Reuse: true, Strings: codec.Alias}))
		body, err := c.AppendMessage(nil, codec.Message{Name: "echo", Type: codec.Call, Seq: 7}, wiretest.NewMediaContent())
		if err != nil {
			b.Fatal(err)
		}
		_, header, _ := codec.ParseMessage(body, p)
		b.Run(p.String()+"/frame", func(b *testing.B) {
			r := codec.NewReader(&endless{b: framed(string(body))}, codec.Limits{})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Frame(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(p.String()+"/message", func(b *testing.B) {
			r := codec.NewReader(&endless{b: bytes.Repeat(body, 100)}, codec.Limits{})
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := r.Message(p); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(p.String()+"/decode", func(b *testing.B) {
			v := new(wiretest.MediaContent)
			for b.Loop() {
				if _, err := c.Decode(body[header:], v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
