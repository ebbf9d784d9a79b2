package kv

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

func TestCalls(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.String(), func(t *testing.T) {
			_, addr := serve(t)
			c := dial(t, addr, p)

			_, err := c.Get("a")
			var missing *NotFound
			require.ErrorAs(t, err, &missing)
			require.Equal(t, "a", missing.Key)

			require.NoError(t, c.Put("a", []byte("one")))
			require.NoError(t, c.Put("a", []byte("three")))
			require.NoError(t, c.Put("empty", nil))
			value, err := c.Get("a")
			require.NoError(t, err)
			require.Equal(t, "three", string(value))
			value, err = c.Get("empty")
			require.NoError(t, err)
			require.Empty(t, value)

			require.NoError(t, c.Touch("a", "b", "empty"))
			stats, err := c.Stats()
			require.NoError(t, err)
			require.Equal(t, Stats{Keys: 2, Bytes: 5, Gets: 3, Touches: 2}, stats)

			was, err := c.Delete("a")
			require.NoError(t, err)
			require.True(t, was)
			was, err = c.Delete("a")
			require.NoError(t, err)
			require.False(t, was)
			stats, err = c.Stats()
			require.NoError(t, err)
			require.Equal(t, Stats{Keys: 1, Bytes: 0, Gets: 3, Touches: 2}, stats)
		})
	}
}

// What is stored outlives the frame that it came in, the key too, and that of a second put.
func TestStoredIsCopied(t *testing.T) {
	for _, p := range protocols {
		_, addr := serve(t)
		c := dial(t, addr, p)
		require.NoError(t, c.Put("key-1", []byte("value-1")))
		require.NoError(t, c.Put("key-1", []byte("value-2")))
		for range 100 {
			require.NoError(t, c.Put("xxxxx", []byte("xxxxxxx"))) // over the same buffer
		}
		value, err := c.Get("key-1")
		require.NoError(t, err)
		require.Equal(t, "value-2", string(value))
		stats, err := c.Stats()
		require.NoError(t, err)
		require.EqualValues(t, 2, stats.Keys)
	}
}

// A value that Get returned stays as it is.
func TestGottenIsCopied(t *testing.T) {
	_, addr := serve(t)
	c := dial(t, addr, codec.Compact)
	require.NoError(t, c.Put("a", []byte("aaaa")))
	require.NoError(t, c.Put("b", []byte("bbbb")))
	a, err := c.Get("a")
	require.NoError(t, err)
	b, err := c.Get("b")
	require.NoError(t, err)
	require.Equal(t, "aaaa bbbb", string(a)+" "+string(b))
}

func TestLargest(t *testing.T) {
	for _, p := range protocols {
		_, addr := serve(t)
		c := dial(t, addr, p)
		large := bytes.Repeat([]byte("0123456789abcdef"), maxValue/16)
		require.NoError(t, c.Put("large", large))
		value, err := c.Get("large")
		require.NoError(t, err)
		require.True(t, bytes.Equal(large, value))

		err = c.Put("larger", append(large, '!')) // within the frame's limit, beyond the value's
		var e *codec.ApplicationException
		require.ErrorAs(t, err, &e)
		require.Equal(t, codec.ExceptionProtocolError, e.Type)
		require.ErrorIs(t, c.Put("largest", make([]byte, 2*maxValue)), codec.ErrLimit)
		_, err = c.Get("large")
		require.NoError(t, err, "the connection goes on")
	}
}

// A batch of more than the sockets and buffers of both sides hold: neither may wait for the other.
func TestBatch(t *testing.T) {
	for _, p := range protocols {
		_, addr := serve(t)
		c := dial(t, addr, p)
		require.NoError(t, c.conn.(*net.TCPConn).SetReadBuffer(32<<10))
		const n = 500
		var b Batch
		var puts [n]func() error
		var gets [n]func() ([]byte, error)
		value := func(i int) string { return strings.Repeat(fmt.Sprint(i, " "), 5000) }
		for i := range n {
			key := fmt.Sprint("key", i%10)
			puts[i] = b.Put(key, []byte(value(i)))
			b.Touch(key)
			gets[i] = b.Get(key)
		}
		_, err := gets[0]()
		require.ErrorIs(t, err, errNotDone)
		missed := b.Get("none")
		require.NoError(t, c.Do(&b))
		for i := range n {
			require.NoError(t, puts[i]())
			got, err := gets[i]()
			require.NoError(t, err)
			require.Equal(t, value(i), string(got))
		}
		_, err = missed()
		var missing *NotFound
		require.ErrorAs(t, err, &missing)
		require.NoError(t, c.Do(&b), "it was left empty")
		stats, err := c.Stats()
		require.NoError(t, err)
		require.EqualValues(t, n, stats.Touches)
	}
}

func TestConcurrent(t *testing.T) {
	_, addr := serve(t)
	shared := dial(t, addr, codec.Compact)
	var callers sync.WaitGroup
	for i := range 8 {
		own := dial(t, addr, protocols[i%2])
		callers.Go(func() {
			for j := range 200 {
				for k, c := range []*Client{shared, own} {
					key, value := fmt.Sprint(i, "-", k), fmt.Sprint(i, "-", j)
					if err := c.Put(key, []byte(value)); err != nil {
						t.Error(err)
						return
					}
					got, err := c.Get(key)
					if err != nil || string(got) != value {
						t.Errorf("got %q, %v, want %q", got, err, value)
						return
					}
				}
			}
		})
	}
	callers.Wait()
}

// What is wrong with one request is answered, and the next one is served.
func TestBadRequests(t *testing.T) {
	for _, p := range protocols {
		_, addr := serve(t)
		conn := dialRaw(t, addr)
		in := codec.NewReader(conn, limits)
		message := func(name string, typ codec.MessageType, args ...byte) []byte {
			return frame(append(codec.AppendMessage(nil, p, codec.Message{Name: name, Type: typ, Seq: 7}), args...), nil)
		}
		keys := make([]string, limits.Container+1)
		for i, tt := range []struct {
			name    string
			request []byte
			want    int32
		}{
			{"none", message("none", codec.Call, 0), codec.ExceptionUnknownMethod},
			{"", message("", codec.Call, 0), codec.ExceptionUnknownMethod},
			{"get", message("get", codec.Reply, 0), codec.ExceptionInvalidMessageType},
			{"get", message("get", codec.Call), codec.ExceptionProtocolError},
			{"get", message("get", codec.Call, 0, 0), codec.ExceptionProtocolError},
			{"stats", message("stats", codec.Call, 0xff), codec.ExceptionProtocolError},
		} {
			// Oneway calls have no reply, whatever is wrong with them.
			silent := append(message("none", codec.Oneway, 0), message("touch", codec.Oneway, 0xff)...)
			silent = append(silent, message("touch", codec.Call, 0)...)
			silent = append(silent, message("put", codec.Oneway, 0)...)
			silent = append(silent, request(p, methodTouch, 1, touchArgs{keys})...)
			_, err := conn.Write(append(append(silent, tt.request...), request(p, methodStats, 8, noArgs{})...))
			require.NoError(t, err)
			require.Equal(t, tt.want, exception(t, in, p, tt.name, 7), "request %d", i)
			b, err := in.Frame()
			require.NoError(t, err)
			_, err = codec.ParseReply(b, p, "stats", 8)
			require.NoError(t, err)
		}
	}
}

// A panic ends the call, not the connection nor the server.
func TestPanic(t *testing.T) {
	for _, p := range protocols {
		_, addr := serve(t, withMethods(nil))
		c := dial(t, addr, p)
		require.NoError(t, c.Put("a", []byte("1")))
		var b Batch
		before := b.Get("a")
		boom := add(&b, methodBoom, keyArgs{"now"})
		after := b.Get("a")
		require.NoError(t, c.Do(&b))
		_, err := before()
		require.NoError(t, err)
		var e *codec.ApplicationException
		require.ErrorAs(t, boom.err, &e)
		require.Equal(t, &codec.ApplicationException{Message: "panic in boom", Type: codec.ExceptionInternalError}, e)
		value, err := after()
		require.NoError(t, err)
		require.Equal(t, "1", string(value))
	}
}
