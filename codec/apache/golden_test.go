package apache_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// recorder is a connection that gives what stands in in, and keeps what is
// written.
type recorder struct {
	in     bytes.Buffer
	out    bytes.Buffer
	writes int
	gone   bool
}

func (r *recorder) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	return n, thrift.NewTTransportExceptionFromError(err)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.gone {
		return 0, io.ErrClosedPipe
	}
	r.writes++
	return r.out.Write(b)
}

func (r *recorder) Flush(context.Context) error { return nil }
func (r *recorder) RemainingBytes() uint64      { return thrift.UnknownRemainingBytes }
func (r *recorder) Open() error                 { return nil }
func (r *recorder) Close() error                { return nil }
func (r *recorder) IsOpen() bool                { return !r.gone }

// calls are one of each sort. Maps have one entry, since their order is free.
var calls = []struct {
	method       string
	args, result thrift.TStruct
}{
	{"ping", &shapes.BasePingArgs{}, &shapes.BasePingResult{}},
	{"move", &shapes.ShapesMoveArgs{Shape: shape("square"), Dx: -3}, &shapes.ShapesMoveResult{}},
	{"move", &shapes.ShapesMoveArgs{Shape: &shapes.Shape{Center: &shapes.Point{}}}, &shapes.ShapesMoveResult{}},
	{"move", &shapes.ShapesMoveArgs{Shape: shape("missing")}, &shapes.ShapesMoveResult{}},
	{"move", &shapes.ShapesMoveArgs{Shape: shape("broken")}, &shapes.ShapesMoveResult{}},
	{"put", &shapes.ShapesPutArgs{Data: []byte("abc")}, &shapes.ShapesPutResult{}},
	{"put", &shapes.ShapesPutArgs{}, &shapes.ShapesPutResult{}},
	{"count", &shapes.ShapesCountArgs{Name: "name"}, &shapes.ShapesCountResult{}},
	{"hint", &shapes.ShapesHintArgs{Text: "quick"}, nil},
	{"names", &shapes.ShapesNamesArgs{Among: []string{"b", "a"}}, &shapes.ShapesNamesResult{}},
	{"rotate", &shapes.ShapesCountArgs{Name: "x"}, &shapes.ShapesCountResult{}}, // there is none
}

// TestClientBytes compares what our client writes with what Apache's does.
func TestClientBytes(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			var want, got recorder
			tf, pf := f.stockFactories()
			trans, err := tf.GetTransport(&want)
			require.NoError(t, err)
			stock := thrift.NewTStandardClient(pf.GetProtocol(trans), pf.GetProtocol(trans))
			ours := apache.NewClient(&got, f.options())
			for i, c := range calls {
				want.out.Reset()
				got.out.Reset()
				_, err := stock.Call(ctx, c.method, c.args, c.result)
				require.Equal(t, c.result != nil, err != nil) // nothing answers
				_, err = ours.Call(ctx, c.method, c.args, c.result)
				require.Equal(t, c.result != nil, err != nil)
				require.NotEmpty(t, want.out.Bytes())
				require.Equal(t, want.out.Bytes(), got.out.Bytes(), c.method)
				require.Equal(t, i+1, got.writes)
			}
		})
	}
}

// TestNilStruct is the one difference in what is written: a struct without
// requiredness that is nil is left out. So does code that a newer compiler of
// Apache's generates; that of the compiler here writes an empty one, which a
// reader refuses where fields are required.
func TestNilStruct(t *testing.T) {
	for _, f := range forms {
		var conn recorder
		c := apache.NewClient(&conn, f.options())
		_, err := c.Call(ctx, "move", &shapes.ShapesMoveArgs{Dx: 5}, nil)
		require.NoError(t, err)
		type args struct {
			Dx int32 `thrift:"dx,2"`
		}
		k, err := codec.New[args](f.p, codec.Options{})
		require.NoError(t, err)
		want, err := k.AppendMessage(nil, codec.Message{Name: "move", Type: codec.Call, Seq: 1}, &args{5})
		require.NoError(t, err)
		if f.framed {
			want = frameOf(t, want)
		}
		require.Equal(t, want, conn.out.Bytes())
	}
}

// TestRefused has values that generated code does not write. Of those, miser does
// not see that a set holds an element twice.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		args thrift.TStruct
		want error
	}{
		{&shapes.Chooser{Either: &shapes.Either{Number: new(int32(1)), Text: new("two")}}, codec.ErrUnion},
		{&shapes.Chooser{Either: &shapes.Either{}}, codec.ErrUnion},
		{&shapes.Sets{Ids: []int32{1, 1}}, nil},
	} {
		require.NoError(t, apache.Check(tt.args))
		require.Error(t, tt.args.Write(ctx, thrift.NewTBinaryProtocolConf(thrift.NewTMemoryBuffer(), nil)))
		var conn recorder
		_, err := apache.NewClient(&conn, forms[0].options()).Call(ctx, "x", tt.args, nil)
		require.ErrorIs(t, err, tt.want)
		require.Equal(t, tt.want == nil, conn.writes > 0)
	}
}

// TestServerBytes compares what the servers answer.
func TestServerBytes(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			for i, c := range calls {
				request := f.message(t, codec.Message{Name: c.method, Type: codec.Call, Seq: int32(i)}, c.args)
				var want []byte
				for _, s := range servers {
					got, _, err := process(t, request, newHandler(), f, s.make)
					if c.method == "rotate" {
						requireApplication(t, err, thrift.UNKNOWN_METHOD, "Unknown function rotate")
					}
					require.Equal(t, c.result != nil, len(got) > 0)
					if want == nil {
						want = got
					}
					require.Equal(t, want, got, "%s: %s", s.name, c.method)
				}
			}
		})
	}
}

// process lets a server process one message, and returns what it writes.
func process(t testing.TB, request []byte, h *handler, f form, make serverMaker) ([]byte, bool, error) {
	t.Helper()
	var conn recorder
	conn.in.Write(request)
	p, tf, pf := make(t, h, f)
	in, err := tf.GetTransport(&conn)
	require.NoError(t, err)
	out, err := tf.GetTransport(&conn)
	require.NoError(t, err)
	ok, failed := p.Process(ctx, pf.GetProtocol(in), pf.GetProtocol(out))
	if failed == nil {
		return conn.out.Bytes(), ok, nil
	}
	return conn.out.Bytes(), ok, failed
}
