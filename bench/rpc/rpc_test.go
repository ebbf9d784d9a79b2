package rpc

import (
	"bytes"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// TestMain: a server of TestMeasure is this test program again.
func TestMain(m *testing.M) {
	if !Child() {
		os.Exit(m.Run())
	}
}

// TestMeasure runs all servers through all scenarios, a few calls each: every
// reply is the right one, else Measure fails, and our server allocates nothing
// for a call.
func TestMeasure(t *testing.T) {
	o := Options{Rounds: 2, Least: 100, GOGC: 400}
	results, err := Measure(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, results, len(Scenarios()))
	for _, r := range results {
		require.Len(t, r.Servers, len(Servers()), r.Name())
		require.Len(t, r.Against, len(Servers())-1, r.Name())
		for _, m := range r.Servers {
			what := r.Name() + ": " + m.Server
			require.GreaterOrEqual(t, m.Calls, o.Rounds*o.Least*r.Conns, what)
			require.Positive(t, m.RPS.Median, what)
			require.Positive(t, m.CPU.Median, what)
			require.LessOrEqual(t, m.P50.Median, m.P99.Median, what)
			ours := strings.HasPrefix(m.Server, Miser)
			switch {
			case ours && r.Work != mediaVaried:
				require.Zero(t, int(m.Allocs.Median), what)
			case !ours:
				require.Greater(t, m.Allocs.Median, 1.0, what)
			}
		}
	}
	require.NotEmpty(t, Goals(results))
}

// TestSizes: the structs have the sizes that the tables are about.
func TestSizes(t *testing.T) {
	const around = 4 + 12 + 3 + 1 // frame, message header but for the name, the field of the arguments, stop
	require.Equal(t, 353, find(media).Size()-around-len(methodMedia))
	require.Equal(t, 100, find(small).Size()-around-len(methodSmall))
	require.Len(t, find(mediaVaried).wires[codec.Compact].exchanges, varied)
}

// TestWrongReply: a server that answers something else is found out.
func TestWrongReply(t *testing.T) {
	w := find(small)
	right := w.wires[codec.Binary].exchanges[0].reply
	for name, change := range map[string]func(reply []byte) []byte{
		"another value":    func(b []byte) []byte { b[len(b)-3]++; return b },
		"another sequence": func(b []byte) []byte { b[4+4+len(methodSmall)+3]++; return b },
		"rubbish":          func([]byte) []byte { return []byte("rubbish") },
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, call(t, w, change(bytes.Clone(right))))
		})
	}
	require.NoError(t, call(t, w, right))
}

// call calls a server that gives reply once.
func call(t *testing.T, w *Workload, reply []byte) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer ln.Close()
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		if _, err := codec.NewReader(conn, codec.Limits{}).Frame(); err != nil {
			return
		}
		b, mark := codec.BeginFrame(nil)
		b, _ = codec.EndFrame(append(b, reply...), mark)
		_, _ = conn.Write(b)
	}()
	cs, err := dial(ln.Addr().String(), w, codec.Binary, 1, 1)
	require.NoError(t, err)
	defer cs.close()
	_, err = cs.window(0, 1)
	return err
}

// TestMiserAnswersFaults: what is wrong with a call is said in the reply, and
// the connection goes on; what is no call ends it.
func TestMiserAnswersFaults(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go serveMiser(ln)
	defer ln.Close()
	conn, err := net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	in := codec.NewReader(conn, codec.Limits{})
	for _, tt := range []struct {
		name, args string
		want       int32
	}{
		{"nothing", "\x00", codec.ExceptionUnknownMethod},
		{methodSmall, "\x0c\x00\x01", codec.ExceptionProtocolError},
		{methodSmall, "\x00\x00", codec.ExceptionProtocolError},
	} {
		b, mark := codec.BeginFrame(nil)
		b = codec.AppendMessage(b, codec.Binary, codec.Message{Name: tt.name, Type: codec.Call, Seq: 7})
		b, err := codec.EndFrame(append(b, tt.args...), mark)
		require.NoError(t, err)
		_, err = conn.Write(b)
		require.NoError(t, err)
		reply, err := in.Frame()
		require.NoError(t, err)
		_, err = codec.ParseReply(reply, codec.Binary, tt.name, 7)
		var e *codec.ApplicationException
		require.ErrorAs(t, err, &e)
		require.Equal(t, tt.want, e.Type)
	}
	_, err = conn.Write([]byte("\x00\x00\x00\x04none"))
	require.NoError(t, err)
	_, err = in.Frame()
	require.Error(t, err)
}

// TestControl: a child gives its usage, without allocations of its own.
func TestControl(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, control(strings.NewReader(strings.Repeat("usage\n", 20)), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 20)
	var first, last usage
	require.NoError(t, first.scan(lines[9]))
	require.NoError(t, last.scan(lines[19]))
	require.Positive(t, first.cpu)
	require.GreaterOrEqual(t, last.cpu, first.cpu)
	require.Less(t, last.mallocs-first.mallocs, uint64(10), "of 10 lines")
}
