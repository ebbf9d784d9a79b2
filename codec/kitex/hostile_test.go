package miserkitex_test

import (
	"bytes"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	stdbinary "encoding/binary"

	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/server"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	"github.com/miserwire/miser/internal/wiretest"
)

// logged is what kitex logs while a test runs.
type logged struct {
	sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.Lock()
	defer l.Unlock()
	return l.text.String()
}

func log(t *testing.T, level klog.Level) *logged {
	l := new(logged)
	klog.SetOutput(l)
	klog.SetLevel(level)
	t.Cleanup(func() {
		klog.SetLevel(klog.LevelFatal)
		klog.SetOutput(os.Stderr)
	})
	return l
}

// field returns an argument struct whose field 1 is of a type and has the bytes.
func field(typ byte, b ...byte) []byte { return append([]byte{typ, 0, 1}, b...) }

// hostile are arguments that no honest peer sends.
func hostile() map[string][]byte {
	return map[string][]byte{
		"a text of 2 GiB":           field(11, 0x7f, 0xff, 0xff, 0xff),
		"a text of negative length": field(11, 0xff, 0xff, 0xff, 0xff, 0),
		"a list of 2^31-1 structs":  field(15, 12, 0x7f, 0xff, 0xff, 0xff),
		"a list of 2^31-1 numbers":  field(15, 10, 0x7f, 0xff, 0xff, 0xff),
		"a map of 2^31-1 entries":   field(13, 11, 12, 0x7f, 0xff, 0xff, 0xff),
		"a map of negative size":    field(13, 11, 12, 0x80, 0, 0, 0),
		"an unknown type":           field(99, 0, 0),
		"deep structs":              bytes.Repeat([]byte{12, 0, 1}, 1<<20),
		"deep lists":                field(15, bytes.Repeat([]byte{15, 0, 0, 0, 1}, 1<<20)...),
		"nothing":                   {},
		"half a field":              {12, 0},
		"an item without its name":  field(12, 12, 0, 2, 0, 0, 0),
	}
}

// envelopes are the ways in which a payload goes over the wire.
var envelopes = map[string]func(payload []byte) []byte{
	"bare": func(b []byte) []byte { return b },
	"framed": func(b []byte) []byte {
		return append(stdbinary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)
	},
	"a longer frame": func(b []byte) []byte {
		return append(stdbinary.BigEndian.AppendUint32(nil, uint32(len(b)+1000)), b...)
	},
	"a frame of 2 GiB": func(b []byte) []byte {
		return append([]byte{0x7f, 0xff, 0xff, 0xff}, b...)
	},
}

// TestHostileCalls sends bytes to a server, ends the connection, and sees that
// the server ends it too, panics nowhere, and serves others.
func TestHostileCalls(t *testing.T) {
	for name, opts := range map[string][]server.Option{"netpoll": nil, "Go's net": goServer()} {
		t.Run(name, func(t *testing.T) {
			seen := log(t, klog.LevelError)
			addr := serve(t, newKeeper(), slices.Concat(opts, miser.servers)...)
			var payloads [][]byte
			for _, args := range hostile() {
				payloads = append(payloads, append(message("echo", codec.Call, seq)[:16], args...))
			}
			good := mustMarshal(t, ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: anOrder(1)}))
			for damaged := range wiretest.Mutations(good, 1, 50) {
				payloads = append(payloads, bytes.Clone(damaged))
			}
			for _, wrap := range envelopes {
				for _, b := range payloads {
					answer := provoke(t, addr, wrap(b))
					require.NotContains(t, string(answer), "panic")
				}
			}
			require.NoError(t, dial(t, addr).ping(within(t)))
			require.NotContains(t, strings.ToLower(seen.String()), "panic")
			require.Contains(t, seen.String(), "unmarshal ShopEchoArgs") // its errors are logged
		})
	}
}

// provoke returns what comes back for b, until the connection ends.
func provoke(t *testing.T, addr string, b []byte) []byte {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(patience)))
	c.Write(b) // the server may have refused before all of it was sent
	c.(*net.TCPConn).CloseWrite()
	answer, err := io.ReadAll(c)
	require.False(t, os.IsTimeout(err), "the server neither answers nor ends the connection")
	return answer
}

// TestHostileReplies has a client call what answers by rubbish.
func TestHostileReplies(t *testing.T) {
	reply := mustMarshal(t, ours, newMessage(remote.Server, remote.Reply, "echo", &shop.ShopEchoResult{Success: anOrder(1)}))
	var answers [][]byte
	for damaged := range wiretest.Mutations(reply, 1, 50) {
		answers = append(answers, bytes.Clone(damaged))
	}
	for _, args := range hostile() {
		answers = append(answers, append(message("echo", codec.Reply, seq)[:16], args...))
		answers = append(answers, append(message("echo", codec.Exception, seq)[:16], args...))
	}
	for name, opts := range map[string][]client.Option{"netpoll": nil, "Go's net": goClient()} {
		t.Run(name, func(t *testing.T) {
			for how, wrap := range envelopes {
				var answer atomic.Pointer[[]byte]
				addr := mock(t, &answer)
				c := dial(t, addr, slices.Concat(opts, miser.clients)...)
				for _, b := range answers {
					wrapped := wrap(b)
					answer.Store(&wrapped)
					start := time.Now()
					_, err := c.echo(within(t), anOrder(1))
					require.Error(t, err, "%s: %x", how, b[:min(len(b), 100)]) // if nothing else, the sequence id is another
					require.NotContains(t, strings.ToLower(err.Error()), "panic")
					require.Less(t, time.Since(start), patience/2, "the call waits for what does not come")
				}
			}
		})
	}
}

// mock is a server that answers each connection by the same bytes and ends it.
func mock(t *testing.T, answer *atomic.Pointer[[]byte]) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				c.SetDeadline(time.Now().Add(patience))
				io.ReadAtLeast(c, make([]byte, 64<<10), 64)
				c.Write(*answer.Load())
			}()
		}
	}()
	return l.Addr().String()
}
