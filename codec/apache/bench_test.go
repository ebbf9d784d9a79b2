package apache_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// loop is a connection on which one message arrives again and again.
type loop struct {
	request []byte
	at      int
}

func (l *loop) Read(b []byte) (int, error) {
	n := copy(b, l.request[l.at:])
	l.at = (l.at + n) % len(l.request)
	return n, nil
}

func (l *loop) Write(b []byte) (int, error) { return len(b), nil }
func (l *loop) Flush(context.Context) error { return nil }
func (l *loop) RemainingBytes() uint64      { return thrift.UnknownRemainingBytes }
func (l *loop) Open() error                 { return nil }
func (l *loop) Close() error                { return nil }
func (l *loop) IsOpen() bool                { return true }

// contestant is one way of doing the same work once.
type contestant struct {
	name string
	run  func()
}

// against lets the contestants take turns of a millisecond, and reports the
// quartile time of each as a ratio to that of the first, which is Apache's way:
// what disturbs a shared machine meets all of them alike.
func against(b *testing.B, cs ...contestant) {
	b.Helper()
	const window = time.Millisecond
	times := make([][]float64, len(cs))
	for range max(b.N, 3) {
		for i, c := range cs {
			start, n := time.Now(), 0
			for time.Since(start) < window {
				c.run()
				n++
			}
			times[i] = append(times[i], float64(time.Since(start))/float64(n))
		}
	}
	quartile := func(i int) float64 {
		slices.Sort(times[i])
		return times[i][len(times[i])/4]
	}
	for i, c := range cs[1:] {
		b.ReportMetric(quartile(i+1)/quartile(0), "x-"+c.name)
		b.ReportMetric(testing.AllocsPerRun(20, c.run), "allocs-"+c.name)
	}
	b.ReportMetric(testing.AllocsPerRun(20, cs[0].run), "allocs-apache")
	b.ReportMetric(0, "ns/op")
}

func must(b *testing.B, ok bool, err error) {
	if !ok || err != nil {
		b.Fatal(ok, err)
	}
}

// wide is an argument of some hundred bytes with many values.
func wide() *shapes.Shape {
	s := shape("a shape with many corners")
	for i := range int32(20) {
		s.Points = append(s.Points, &shapes.Point{X: i, Y: -i, Label: new("corner")})
	}
	return s
}

// BenchmarkServer is what a server does for one call of move between Read and
// Write, over memory, in the four ways that its method may be served.
func BenchmarkServer(b *testing.B) {
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			h := newHandler()
			request := f.message(b, codec.Message{Name: "move", Type: codec.Call, Seq: 1}, &shapes.ShapesMoveArgs{Shape: wide()})
			serves := func(p thrift.TProcessor, tf thrift.TTransportFactory, pf thrift.TProtocolFactory) func() {
				trans, err := tf.GetTransport(&loop{request: request})
				require.NoError(b, err)
				in, out := pf.GetProtocol(trans), pf.GetProtocol(trans)
				return func() {
					ok, err := p.Process(ctx, in, out)
					must(b, ok, err)
				}
			}
			var ways []contestant
			for i, name := range []string{"apache", "protocol", "switched"} {
				p, tf, pf := servers[i].make(b, h, f)
				ways = append(ways, contestant{name, serves(p, tf, pf)})
			}
			tf, pf := f.factories()
			lean := switched(b, h, codec.Options{Reuse: true, Strings: codec.Alias})
			ways = append(ways, contestant{"reuse", serves(lean, tf, pf)})
			against(b, ways...)
		})
	}
}

// answering is a connection whose other end answers each call at once.
type answering struct {
	loop
	f     form
	call  []byte
	reply []byte // the result's struct
}

func (a *answering) Write(b []byte) (int, error) {
	a.call = append(a.call, b...)
	return len(b), nil
}

func (a *answering) Flush(context.Context) error {
	call := a.call
	if a.f.framed {
		call = call[4:]
	}
	m, _, err := codec.ParseMessage(call, a.f.p)
	if err != nil {
		return err
	}
	m.Type = codec.Reply
	a.request, a.at = a.request[:0], 0
	mark := 0
	if a.f.framed {
		a.request, mark = codec.BeginFrame(a.request)
	}
	a.request = append(codec.AppendMessage(a.request, a.f.p, m), a.reply...)
	if a.f.framed {
		a.request, err = codec.EndFrame(a.request, mark)
	}
	a.call = a.call[:0]
	return err
}

// BenchmarkClient is what a client does for one call of move, over memory.
func BenchmarkClient(b *testing.B) {
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			result := &shapes.ShapesMoveResult{Success: wide()}
			message := form{"", f.p, false}.message(b, codec.Message{Type: codec.Reply}, result)
			_, n, err := codec.ParseMessage(message, f.p)
			if err != nil {
				b.Fatal(err)
			}
			calls := func(c *shapes.ShapesClient) func() {
				args := wide()
				return func() {
					_, err := c.Move(ctx, args, 0)
					must(b, true, err)
				}
			}
			tf, pf := f.stockFactories()
			trans, err := tf.GetTransport(&answering{f: f, reply: message[n:]})
			require.NoError(b, err)
			stock := shapes.NewShapesClientFactory(trans, pf)
			ours := shapes.NewShapesClient(apache.NewClient(&answering{f: f, reply: message[n:]}, f.options()))
			against(b, contestant{"apache", calls(stock)}, contestant{"client", calls(ours)})
		})
	}
}

// BenchmarkLoopback is a call of move over a TCP connection of this machine,
// most of which is the kernel's.
func BenchmarkLoopback(b *testing.B) {
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			pairs := func(server int, make func(testing.TB, string, form) *shapes.ShapesClient) func() {
				p, tf, pf := servers[server].make(b, newHandler(), f)
				c, args := make(b, serve(b, p, tf, pf), f), wide()
				return func() {
					_, err := c.Move(ctx, args, 0)
					must(b, true, err)
				}
			}
			against(b,
				contestant{"apache", pairs(0, stockClient)},
				contestant{"client", pairs(0, ourClient)},
				contestant{"server", pairs(2, stockClient)},
				contestant{"both", pairs(2, ourClient)},
			)
		})
	}
}
