package kv

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

var protocols = []codec.Protocol{codec.Binary, codec.Compact}

// patience is how long a test waits for what is to happen soon, on a busy machine.
const patience = 10 * time.Second

// quiet are no logs.
var quiet = slog.New(slog.DiscardHandler)

// serve starts a server, changed by the given functions, and stops it at the end of the test; then no goroutine
// may be left.
func serve(t *testing.T, change ...func(*Server)) (s *Server, addr string) {
	t.Helper()
	noLeaks(t)
	s = NewServer()
	s.Log = quiet
	for _, f := range change {
		f(s)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		require.NoError(t, s.Shutdown(ctx))
		require.ErrorIs(t, <-ended, net.ErrClosed)
		require.Empty(t, s.conns)
	})
	return s, ln.Addr().String()
}

// noLeaks fails a test that leaves goroutines behind.
func noLeaks(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		deadline := time.Now().Add(patience)
		for runtime.NumGoroutine() > before {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<20)
				t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			}
			time.Sleep(time.Millisecond)
		}
	})
}

func dial(t *testing.T, addr string, p codec.Protocol) *Client {
	t.Helper()
	c, err := Dial(addr, p)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// dialRaw is for what a Client does not do.
func dialRaw(t *testing.T, addr string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	return conn.(*net.TCPConn)
}

// request returns a framed call.
func request[A, R any](p codec.Protocol, m *method[A, R], seq int32, args A) []byte {
	return frame((&typedCall[A, R]{method: m, args: args}).request(nil, p, seq))
}

// frame frames a message that was just made.
func frame(message []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	b, mark := codec.BeginFrame(nil)
	if b, err = codec.EndFrame(append(b, message...), mark); err != nil {
		panic(err)
	}
	return b
}

// exception reads a reply, which must be an exception with the sequence id, and returns its type.
func exception(t *testing.T, in *codec.Reader, p codec.Protocol, name string, seq int32) int32 {
	t.Helper()
	b, err := in.Frame()
	require.NoError(t, err)
	_, err = codec.ParseReply(b, p, name, seq)
	var e *codec.ApplicationException
	require.ErrorAs(t, err, &e)
	return e.Type
}

// closedBy waits until the peer closes the connection, and returns how long that took.
func closedBy(t *testing.T, conn net.Conn) time.Duration {
	t.Helper()
	start := time.Now()
	require.NoError(t, conn.SetReadDeadline(start.Add(patience)))
	_, err := io.Copy(io.Discard, conn)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection is still open")
	return time.Since(start)
}

// soon returns what comes out of a channel, if it does.
func soon(t *testing.T, errs chan error) error {
	t.Helper()
	select {
	case err := <-errs:
		return err
	case <-time.After(patience):
		t.Fatal("nothing happens")
		return nil
	}
}
