package codec_test

import (
	"encoding/json"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/hand"
	"github.com/miserwire/miser/internal/wiretest"
)

type media = wiretest.MediaContent

// corpora are the fixed message and 1,024 varied ones: with one message the
// branch predictor learns every length.
func corpora() map[string][]*media {
	return map[string][]*media{
		"fixed":  {wiretest.NewMediaContent()},
		"varied": wiretest.VariedMediaContents(1, 1024),
	}
}

// protocols name the protocols with their hand-written twins.
var protocols = []struct {
	p      codec.Protocol
	append func([]byte, *media) []byte
	decode func([]byte, *media) error
}{
	{codec.Binary, hand.AppendBinary, hand.DecodeBinary},
	{codec.Compact, hand.AppendCompact, hand.DecodeCompact},
}

func mediaCodec(p codec.Protocol, o codec.Options) *codec.Codec[media] {
	return codec.Must(codec.New[media](p, o))
}

// turns calls do with the index of one message after the other, n times.
func turns(count int, do func(i int)) func(n int) {
	next := 0
	return func(n int) {
		for range n {
			do(next)
			if next++; next == count {
				next = 0
			}
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// BenchmarkRatio compares with hand-written code, which is 1.00, and with
// encoding/json. Run it alone: go test -run=^$ -bench=Ratio -benchtime=300x ./codec
func BenchmarkRatio(b *testing.B) {
	for _, pr := range protocols {
		for _, name := range []string{"fixed", "varied"} {
			msgs := corpora()[name]
			b.Run(pr.p.String()+"/encode/"+name, func(b *testing.B) {
				buf := make([]byte, 8<<10)
				c := mediaCodec(pr.p, codec.Options{})
				compare(b,
					contestant{"hand", turns(len(msgs), func(i int) { buf = pr.append(buf[:0], msgs[i]) })},
					contestant{"append", turns(len(msgs), func(i int) {
						out, err := c.Append(buf[:0], msgs[i])
						must(err)
						buf = out
					})},
					contestant{"encode", turns(len(msgs), func(i int) {
						_, err := c.Encode(buf[:cap(buf)], msgs[i])
						must(err)
					})},
					contestant{"size", turns(len(msgs), func(i int) {
						_, err := c.Size(msgs[i])
						must(err)
					})},
					contestant{"nil", turns(len(msgs), func(i int) {
						_, err := c.Append(nil, msgs[i])
						must(err)
					})},
					contestant{"json", turns(len(msgs), func(i int) {
						_, err := json.Marshal(msgs[i])
						must(err)
					})},
				)
			})
			b.Run(pr.p.String()+"/decode/"+name, func(b *testing.B) {
				var wire, text [][]byte
				for _, m := range msgs {
					wire = append(wire, pr.append(nil, m))
					t, err := json.Marshal(m)
					must(err)
					text = append(text, t)
				}
				cs := []contestant{{"hand", turns(len(wire), func(i int) {
					var v media
					must(pr.decode(wire[i], &v))
				})}}
				for _, mode := range []struct {
					name string
					o    codec.Options
				}{
					{"shared", codec.Options{}},
					{"own", codec.Options{Strings: codec.Own}},
					{"alias", codec.Options{Strings: codec.Alias}},
				} {
					c := mediaCodec(pr.p, mode.o)
					cs = append(cs, contestant{mode.name, turns(len(wire), func(i int) {
						var v media
						_, err := c.Decode(wire[i], &v)
						must(err)
					})})
				}
				c := mediaCodec(pr.p, codec.Options{Strings: codec.Alias, Reuse: true})
				var v media
				cs = append(cs, contestant{"reused", turns(len(wire), func(i int) {
					_, err := c.Decode(wire[i], &v)
					must(err)
				})})
				cs = append(cs, contestant{"json", turns(len(wire), func(i int) {
					var v media
					must(json.Unmarshal(text[i], &v))
				})})
				compare(b, cs...)
			})
		}
	}
}
