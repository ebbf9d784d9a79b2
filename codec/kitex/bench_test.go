package miserkitex_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/cloudwego/kitex/pkg/remote"

	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	"github.com/miserwire/miser/internal/wiretest"
)

// BenchmarkPayload compares our codec with kitex's own on the same message:
// the ratio is our time by theirs, and allocations stand beside each other.
// Bare is without the payload's length.
func BenchmarkPayload(b *testing.B) {
	small := anOrder(1)
	small.Items, small.ByName = small.Items[:1], nil
	large := anOrder(1)
	for i := range 2000 {
		large.Items = append(large.Items, &shop.Item{Name: fmt.Sprint("item ", i)})
	}
	blob := anOrder(1)
	blob.Note = bytes.Repeat([]byte{1}, 1<<20)
	ctx := context.Background()
	for _, tt := range []struct {
		name  string
		order *shop.Order
		often int
	}{{"small", small, 200}, {"order", anOrder(1), 50}, {"2,000 items", large, 1}, {"1 MiB of bytes", blob, 1}} {
		call := newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: tt.order})
		answer := mustMarshal(b, theirs, newMessage(remote.Server, remote.Reply, "echo", &shop.ShopEchoResult{Success: tt.order}))
		out, in := &memory{b: make([]byte, len(answer)+1024)}, &memory{b: answer}
		marshal := func(c remote.PayloadCodec) func() {
			return func() {
				if err := c.Marshal(ctx, call, out); err != nil {
					panic(err)
				}
			}
		}
		reply := newMessage(remote.Client, remote.Reply, "echo", &shop.ShopEchoResult{})
		unmarshal := func(c remote.PayloadCodec, length int) func() {
			return func() {
				in.at = 0
				reply.SetPayloadLen(length)
				if err := c.Unmarshal(ctx, reply, in); err != nil {
					panic(err)
				}
			}
		}
		compare := func(name string, theirs, ours func()) {
			b.Run(tt.name+"/"+name, func(b *testing.B) {
				wiretest.Ratio(b, tt.often, theirs, ours)
				b.ReportMetric(testing.AllocsPerRun(10, theirs), "their-allocs")
				b.ReportMetric(testing.AllocsPerRun(10, ours), "our-allocs")
				b.ReportMetric(0, "ns/op") // of both, which says nothing
			})
		}
		compare("marshal", marshal(theirs), marshal(ours))
		compare("unmarshal framed", unmarshal(theirs, len(answer)), unmarshal(ours, len(answer)))
		compare("unmarshal bare", unmarshal(theirs, 0), unmarshal(ours, 0))
	}
}
