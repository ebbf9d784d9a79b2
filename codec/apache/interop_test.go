package apache_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

var ctx = context.Background()

// shape is an argument with a struct, a list, a map and an optional field.
func shape(name string) *shapes.Shape {
	return &shapes.Shape{
		Name:   name,
		Points: []*shapes.Point{{X: 1, Y: 2}, {X: -3, Label: new("corner")}},
		Counts: map[string]int64{"edges": 1 << 40},
		Center: &shapes.Point{X: 7, Y: -7},
		Scale:  new(2.5),
		Raw:    []byte{0, 1, 255},
	}
}

// eachPair runs check for each client with each server in each form.
func eachPair(t *testing.T, check func(t *testing.T, h *handler, c *shapes.ShapesClient, addr string, f form)) {
	t.Helper()
	for _, f := range forms {
		for _, s := range servers {
			for _, c := range clients {
				t.Run(f.name+"/"+s.name+"/"+c.name, func(t *testing.T) {
					noLeak(t)
					h := newHandler()
					p, tf, pf := s.make(t, h, f)
					addr := serve(t, p, tf, pf)
					check(t, h, c.make(t, addr, f), addr, f)
				})
			}
		}
	}
}

func TestCalls(t *testing.T) {
	eachPair(t, func(t *testing.T, h *handler, c *shapes.ShapesClient, addr string, f form) {
		require.NoError(t, c.Ping(ctx))
		got, err := c.Move(ctx, shape("square"), 5)
		require.NoError(t, err)
		want := shape("square")
		want.Points[0].X, want.Points[1].X = 6, 2
		require.Equal(t, want, got)
		n, err := c.Count(ctx, "twelve bytes")
		require.NoError(t, err)
		require.EqualValues(t, 12, n)
		names, err := c.Names(ctx, []string{"b", "a"})
		require.NoError(t, err)
		require.Equal(t, []string{"b", "a"}, names)

		require.NoError(t, c.Hint(ctx, "quick"))
		require.NoError(t, c.Put(ctx, []byte{1})) // the answer is not to the oneway call
		require.Equal(t, "quick", <-h.hints)

		_, err = c.Move(ctx, shape("missing"), 404)
		require.Equal(t, &shapes.NotFound{What: "missing", Code: 404}, err)
		_, err = c.Move(ctx, shape("busy"), 0)
		require.Equal(t, &shapes.Busy{Why: "busy"}, err)
		require.Equal(t, &shapes.NotFound{What: "data"}, c.Put(ctx, nil))
		_, err = c.Move(ctx, shape("broken"), 0)
		requireApplication(t, err, thrift.INTERNAL_ERROR, "Internal error processing move: no more paper")
		_, err = c.Move(ctx, shape("nothing"), 0)
		requireApplication(t, err, thrift.MISSING_RESULT, "move failed: unknown result")

		_, err = c.Client_().Call(ctx, "rotate", &shapes.ShapesMoveArgs{Shape: shape("square")}, &shapes.ShapesMoveResult{})
		requireApplication(t, err, thrift.UNKNOWN_METHOD, "Unknown function rotate")
		require.NoError(t, c.Ping(ctx)) // the connection is still good
		require.Empty(t, c.LastResponseMeta_())
	})
}

func requireApplication(t *testing.T, err error, kind int32, text string) {
	t.Helper()
	var e thrift.TApplicationException
	require.ErrorAs(t, err, &e)
	require.Equal(t, kind, e.TypeId())
	require.Equal(t, text, e.Error())
}

func TestThousandCalls(t *testing.T) {
	eachPair(t, func(t *testing.T, h *handler, c *shapes.ShapesClient, addr string, f form) {
		for i := range 1000 {
			n, err := c.Count(ctx, names[i%len(names)])
			require.NoError(t, err)
			require.EqualValues(t, len(names[i%len(names)]), n)
		}
	})
}

var names = []string{"", "a", "shape", string(make([]byte, 3000))}

// TestPipelined sends calls without waiting for the answers.
func TestPipelined(t *testing.T) {
	const calls = 1000
	for _, f := range forms {
		for _, s := range servers[1:] {
			t.Run(f.name+"/"+s.name, func(t *testing.T) {
				noLeak(t)
				p, tf, pf := s.make(t, newHandler(), f)
				c := dial(t, serve(t, p, tf, pf))
				go func() {
					w := bufio.NewWriter(c)
					for i := range calls {
						name := fmt.Sprint("name ", i)
						_, _ = w.Write(f.message(t, codec.Message{Name: "count", Type: codec.Call, Seq: int32(i)}, &shapes.ShapesCountArgs{Name: name}))
					}
					_ = w.Flush()
				}()
				want := &bytes.Buffer{}
				for i := range calls {
					n := int64(len(fmt.Sprint("name ", i)))
					want.Write(f.message(t, codec.Message{Name: "count", Type: codec.Reply, Seq: int32(i)}, &shapes.ShapesCountResult{Success: &n}))
				}
				got := make([]byte, want.Len())
				_, err := io.ReadFull(c, got)
				require.NoError(t, err)
				require.True(t, bytes.Equal(want.Bytes(), got))
				c.Close()
			})
		}
	}
}

// message is what Apache's library writes for m and v.
func (f form) message(t testing.TB, m codec.Message, v thrift.TStruct) []byte {
	t.Helper()
	wire := thrift.NewTMemoryBuffer()
	tf, pf := f.stockFactories()
	trans, err := tf.GetTransport(wire)
	require.NoError(t, err)
	p := pf.GetProtocol(trans)
	require.NoError(t, p.WriteMessageBegin(ctx, m.Name, thrift.TMessageType(m.Type), m.Seq))
	require.NoError(t, v.Write(ctx, p))
	require.NoError(t, p.WriteMessageEnd(ctx))
	require.NoError(t, p.Flush(ctx))
	return wire.Bytes()
}

// cut is message without its last bytes, in a whole frame if in any.
func (f form) cut(t testing.TB, m codec.Message, v thrift.TStruct) []byte {
	t.Helper()
	b := form{"", f.p, false}.message(t, m, v)
	b = b[:len(b)-3]
	if f.framed {
		return frameOf(t, b)
	}
	return b
}

// TestLargeArgument is within the limits that both libraries have by default:
// 16,384,000 bytes for a frame, 100 MiB for a message.
func TestLargeArgument(t *testing.T) {
	data := make([]byte, 12<<20)
	for i := range data {
		data[i] = byte(i >> 8)
	}
	eachPair(t, func(t *testing.T, h *handler, c *shapes.ShapesClient, addr string, f form) {
		require.NoError(t, c.Put(ctx, data))
		if raceEnabled {
			return // copies are slow then
		}
		s := shape("large")
		s.Raw = data
		got, err := c.Move(ctx, s, 0)
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, got.Raw))
		require.NoError(t, c.Ping(ctx))
	})
}
