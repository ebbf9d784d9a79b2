package codec_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/internal/wiretest/flood"
)

var soakFor = flag.Duration("soak", 300*time.Millisecond, "how long TestSoak goes on")

// soaked is a type with what all goroutines share of it: codecs, values, and their canonical bytes.
type soaked struct {
	name   string
	typ    reflect.Type
	codecs []*codec.Any // each canonical
	values []any
	bytes  [2][][]byte // by protocol
}

const soakedValues = 8

func soakedTypes(t *testing.T) (all []*soaked) {
	for _, plan := range flood.Plans() {
		f, err := fill.New(plan, fill.Rules{})
		if err != nil {
			continue // a struct that nothing can fill
		}
		s := &soaked{name: plan.Name, typ: plan.Go}
		for range soakedValues {
			s.values = append(s.values, f.Make(rand.New(rand.NewPCG(11, uint64(len(s.values)))), 20).Interface())
		}
		for i, p := range bothProtocols {
			for _, o := range []codec.Options{{}, {Strings: codec.Own, Reuse: true}, {Strings: codec.Alias, Reuse: true}} {
				o.Canonical = true
				c, err := codec.ForType(plan.Go, p, o)
				require.NoError(t, err)
				s.codecs = append(s.codecs, c)
			}
			for j, v := range s.values {
				b, err := s.codecs[3*i].Append(nil, v)
				require.NoError(t, err, plan.Name)
				if i == 0 { // what did not come has its default from now on
					s.values[j] = reflect.New(plan.Go).Interface()
					_, err = s.codecs[0].Decode(b, s.values[j])
					require.NoError(t, err, plan.Name)
					b, err = s.codecs[0].Append(nil, s.values[j])
					require.NoError(t, err, plan.Name)
				}
				s.bytes[i] = append(s.bytes[i], b)
			}
		}
		all = append(all, s)
	}
	return all
}

// TestSoak has goroutines encode and decode values of all types with shared codecs, each into memory of its own that it
// uses again, whole messages and damaged ones, while the collector runs. make sanitize lets it go on for minutes.
func TestSoak(t *testing.T) {
	types := soakedTypes(t)
	var calls atomic.Int64
	end := time.Now().Add(*soakFor)
	goTogether(8, func(i int) {
		r := rand.New(rand.NewPCG(12, uint64(i)))
		var room []byte
		kept := make(map[*codec.Any]any)
		for time.Now().Before(end) && !t.Failed() {
			s := types[r.IntN(len(types))]
			k, j := r.IntN(len(s.codecs)), r.IntN(soakedValues)
			c, want := s.codecs[k], s.bytes[k/3][j]
			b, err := c.Append(room[:0], s.values[j])
			if err != nil || string(b) != string(want) {
				t.Errorf("%s: Append = %x, %v, want %x", s.name, b, err, want)
				return
			}
			room = b
			v := kept[c]
			if v == nil {
				v = reflect.New(s.typ).Interface()
				kept[c] = v
			}
			in := append([]byte(nil), want...)
			if n, err := c.Decode(in, v); n != len(in) || err != nil {
				t.Errorf("%s: Decode = %d of %d, %v", s.name, n, len(in), err)
				return
			}
			if again, err := c.Append(room[:0], v); err != nil || string(again) != string(want) {
				t.Errorf("%s: after Decode, Append = %x, %v, want %x", s.name, again, err, want)
				return
			}
			for range r.IntN(4) {
				if len(in) > 0 {
					in[r.IntN(len(in))] ^= 1 << r.IntN(8)
				}
			}
			if n, err := c.Decode(in[:r.IntN(len(in)+1)], v); n < 0 || n > len(in) || err != nil && n != 0 {
				t.Errorf("%s: Decode of damaged bytes = %d, %v", s.name, n, err)
				return
			}
			if calls.Add(1); i == 0 && r.IntN(500) == 0 {
				runtime.GC()
				clear(kept)
			}
		}
	})
	t.Logf("%d rounds", calls.Load())
	require.Positive(t, calls.Load())
}
