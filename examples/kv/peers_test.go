package kv

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// short is a timeout that is to be met; what is compared with it on a busy machine is more than one second.
const short = 100 * time.Millisecond

// What begins with no frame of a message is closed without an answer.
func TestOtherProtocols(t *testing.T) {
	_, addr := serve(t)
	for _, first := range []string{
		"GET / HTTP/1.1\r\n\r\n",
		"\x16\x03\x01\x02\x00\x01\x00\x01",
		"\x80\x01\x00\x01\x00\x00\x00\x05stats\x00\x00\x00\x01\x00", // a message without a frame
		"\x00\x00\x00\x00\x00\x00",
		"\xff\xff\xff\xff\x80\x01",
		"\x7f\xff\xff\xff\x82\x21",
	} {
		conn := dialRaw(t, addr)
		_, err := conn.Write([]byte(first))
		require.NoError(t, err)
		require.Less(t, closedBy(t, conn), patience/2, "%q", first)
	}
	// The first request was fine, the second one is no message: the first gets its reply.
	conn := dialRaw(t, addr)
	_, err := conn.Write(append(request(codec.Compact, methodStats, 1, noArgs{}), "\x00\x00\x00\x04junk and more"...))
	require.NoError(t, err)
	in := codec.NewReader(conn, limits)
	b, err := in.Frame()
	require.NoError(t, err)
	_, err = codec.ParseReply(b, codec.Compact, "stats", 1)
	require.NoError(t, err)
	_, err = in.Frame()
	require.ErrorIs(t, err, io.EOF)
}

// The replies go out when the next request is not there as a whole, though its first bytes are.
func TestReplyBeforeHalfARequest(t *testing.T) {
	_, addr := serve(t)
	for _, p := range protocols {
		conn := dialRaw(t, addr)
		in := codec.NewReader(conn, limits)
		one := request(p, methodStats, 1, noArgs{})
		for cut := range one {
			_, err := conn.Write(append(one[:len(one):len(one)], one[:cut]...))
			require.NoError(t, err)
			_, err = in.Frame()
			require.NoError(t, err)
			_, err = conn.Write(one[cut:])
			require.NoError(t, err)
			_, err = in.Frame()
			require.NoError(t, err)
		}
	}
}

// An idle connection ends, and so does a request that takes too long, though its bytes keep coming.
func TestReadTimeouts(t *testing.T) {
	_, addr := serve(t, func(s *Server) { s.IdleTimeout = short; s.RequestTimeout = 10 * patience })
	require.Greater(t, closedBy(t, dialRaw(t, addr)), short/2)

	_, addr = serve(t, func(s *Server) { s.IdleTimeout = 10 * patience; s.RequestTimeout = short })
	conn := dialRaw(t, addr)
	all := request(codec.Binary, methodPut, 1, putArgs{"key", make([]byte, 2<<10)})
	start := time.Now()
	for i := range all {
		if _, err := conn.Write(all[i : i+1]); err != nil {
			break
		}
		time.Sleep(short / 10)
	}
	require.Less(t, time.Since(start), patience/2, "each byte got a timeout of its own")
	closedBy(t, conn)

	conn = dialRaw(t, addr)
	_, err := conn.Write([]byte{0, 0, 0x10, 0, 0x82, 0x21})
	require.NoError(t, err)
	require.Less(t, closedBy(t, conn), patience/2)
}

// A peer that does not read its replies is given up, and holds up nobody meanwhile.
func TestNeverReads(t *testing.T) {
	s, addr := serve(t, func(s *Server) { s.WriteTimeout = 5 * short })
	good := dial(t, addr, codec.Compact)
	require.NoError(t, good.Put("large", make([]byte, maxValue)))

	conn := dialRaw(t, addr)
	require.NoError(t, conn.SetReadBuffer(4<<10))
	gets := make([]byte, 0, 64<<10)
	for i := range 100 {
		gets = append(gets, request(codec.Compact, methodGet, int32(i), keyArgs{"large"})...)
	}
	_, err := conn.Write(gets)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return connections(s) == 2 }, patience, time.Millisecond)
	calls := 0
	for gone := time.Now().Add(patience); connections(s) > 1; calls++ {
		require.True(t, time.Now().Before(gone), "the connection is still open")
		_, err := good.Stats()
		require.NoError(t, err)
	}
	require.Greater(t, calls, 10)
}

func connections(s *Server) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

func TestMaxConns(t *testing.T) {
	s, addr := serve(t, func(s *Server) { s.MaxConns = 1 })
	first := dial(t, addr, codec.Binary)
	require.NoError(t, first.Put("a", nil))
	_, err := dial(t, addr, codec.Binary).Get("a")
	require.Error(t, err)
	require.NoError(t, first.Put("a", nil))
	first.Close()
	require.Eventually(t, func() bool { return connections(s) == 0 }, patience, time.Millisecond)
	require.NoError(t, dial(t, addr, codec.Binary).Put("a", nil))
}

// The methods that tests add: boom panics, wait blocks until its channel is closed.
var (
	methodBoom = newMethod[keyArgs, noResult]("boom", false)
	methodWait = newMethod[keyArgs, noResult]("wait", false)
)

func withMethods(wait chan struct{}) func(*Server) {
	key := func(v *values) (*keyArgs, *noResult) { return &v.key, &v.void }
	return func(s *Server) {
		table := map[string]handler{
			"boom": handle(methodBoom, key, func(_ *store, a *keyArgs, _ *noResult) { panic("boom " + a.Key) }),
			"wait": handle(methodWait, key, func(*store, *keyArgs, *noResult) { <-wait }),
		}
		for name, h := range handlers {
			table[name] = h
		}
		s.methods = codec.NewMethods(table)
	}
}

// A shutdown closes idle connections at once, and those with requests in hand after the replies to those.
func TestShutdown(t *testing.T) {
	wait := make(chan struct{})
	s, addr := serve(t, withMethods(wait))
	silent := dialRaw(t, addr)
	half := dialRaw(t, addr)
	_, err := half.Write([]byte{0, 0, 0, 0x20, 0x82})
	require.NoError(t, err)
	used := dial(t, addr, codec.Binary)
	require.NoError(t, used.Put("a", []byte("1")))

	busy := dial(t, addr, codec.Compact)
	var b Batch
	waiting := add(&b, methodWait, keyArgs{})
	a := b.Get("a")
	answered := make(chan error, 1)
	go func() { answered <- busy.Do(&b) }()
	require.Eventually(t, func() bool { return connections(s) == 4 }, patience, time.Millisecond)
	time.Sleep(short) // for the calls to arrive

	ended := make(chan error, 1)
	go func() { ended <- s.Shutdown(context.Background()) }()
	for _, conn := range []net.Conn{silent, half} {
		require.Less(t, closedBy(t, conn), patience/2)
	}
	require.Eventually(t, func() bool { return connections(s) == 1 }, patience, time.Millisecond)
	_, err = net.Dial("tcp", addr)
	require.Error(t, err, "the listener is open")
	_, err = used.Get("a")
	require.Error(t, err)
	select {
	case <-ended:
		t.Fatal("Shutdown did not wait")
	case <-time.After(short):
	}

	close(wait)
	require.NoError(t, soon(t, answered))
	require.NoError(t, waiting.err)
	value, err := a()
	require.NoError(t, err)
	require.Equal(t, "1", string(value))
	require.NoError(t, soon(t, ended))
	require.ErrorIs(t, s.Serve(listen(t)), net.ErrClosed, "served again")
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return ln
}

// A context that is done ends the wait, and the connections.
func TestShutdownGivesUp(t *testing.T) {
	wait := make(chan struct{})
	s, addr := serve(t, withMethods(wait))
	c := dial(t, addr, codec.Compact)
	var b Batch
	add(&b, methodWait, keyArgs{})
	answered := make(chan error, 1)
	go func() { answered <- c.Do(&b) }()
	require.Eventually(t, func() bool { return connections(s) == 1 }, patience, time.Millisecond)
	time.Sleep(short)
	ctx, cancel := context.WithTimeout(t.Context(), short)
	defer cancel()
	require.ErrorIs(t, s.Shutdown(ctx), context.DeadlineExceeded)
	require.Error(t, soon(t, answered))
	close(wait)
}

// Under load, a shutdown loses no reply to a request that was served, though requests are left unread and replies are
// still on their way when it comes.
func TestShutdownUnderLoad(t *testing.T) {
	for _, p := range protocols {
		s, addr := serve(t)
		s.store.put(&putArgs{"a", make([]byte, 10<<10)}, nil)
		conn := dialRaw(t, addr)
		go func() {
			for seq := int32(1); ; seq++ {
				if _, err := conn.Write(request(p, methodGet, seq, keyArgs{"a"})); err != nil {
					return
				}
			}
		}()
		ended := make(chan error, 1)
		replies := int64(0)
		in := codec.NewReader(conn, limits)
		for {
			if _, err := in.Frame(); err != nil {
				break
			}
			if replies++; replies == 1000 {
				go func() { ended <- s.Shutdown(context.Background()) }()
				time.Sleep(short)
			}
		}
		conn.Close()
		require.NoError(t, soon(t, ended))
		require.Equal(t, s.store.gets.Load(), replies)
	}
}

// A timeout of the client ends its connection: the late reply would be taken for the next.
func TestClientTimeout(t *testing.T) {
	wait := make(chan struct{})
	_, addr := serve(t, withMethods(wait))
	c := dial(t, addr, codec.Compact)
	c.Timeout = short
	var b Batch
	before := b.Put("a", nil)
	slow := add(&b, methodWait, keyArgs{})
	after := b.Put("a", nil)
	err := c.Do(&b)
	var late net.Error
	require.ErrorAs(t, err, &late)
	require.True(t, late.Timeout())
	require.Error(t, slow.err)
	require.Error(t, after())
	_ = before() // its reply may have waited for that of slow
	require.Equal(t, err, c.Touch("a"))
	close(wait)
}

// A reply to another call breaks the connection.
func TestClientMismatch(t *testing.T) {
	noLeaks(t)
	for _, p := range protocols {
		ours, theirs := net.Pipe()
		c := &Client{Timeout: patience, protocol: p, conn: ours, in: codec.NewReader(ours, limits)}
		go func() {
			in := codec.NewReader(theirs, limits)
			for seq := int32(1); ; seq = 9 {
				if _, err := in.Frame(); err != nil {
					return
				}
				theirs.Write(frame(methodGet.results.For(p).AppendMessage(nil, codec.Message{Name: "get", Type: codec.Reply, Seq: seq}, &getResult{})))
			}
		}()
		var e *codec.ApplicationException
		_, err := c.Get("a")
		require.ErrorAs(t, err, &e)
		require.Equal(t, codec.ExceptionMissingResult, e.Type)
		_, err = c.Get("a")
		require.ErrorAs(t, err, &e)
		require.Equal(t, codec.ExceptionBadSequenceID, e.Type)
		_, again := c.Get("a")
		require.Equal(t, err, again)
		theirs.Close()
	}
}
