package kv

import (
	"bytes"
	stdbinary "encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"time"

	"github.com/miserwire/miser/codec"
)

// peers are the kinds of connections under fault. live is the life of one; its error is what the server did wrong.
var peers = [...]struct {
	name string
	live func(f *fault, r *rand.Rand) error
}{
	{"good calls", (*fault).good},
	{"slow, a byte at a time", (*fault).slow},
	{"frames cut short", (*fault).truncated},
	{"silent inside a message", (*fault).silent},
	{"rubbish", (*fault).rubbish},
	{"damaged requests", (*fault).damaged},
	{"huge frames", (*fault).hugeFrame},
	{"huge values", (*fault).hugeValue},
	{"never reading", (*fault).deaf},
	{"reset inside a message", (*fault).reset},
}

const (
	// pause is the longest between two connections of one peer, so that ports do not run out.
	pause = 50 * time.Millisecond
	// slack is how much later than due what a timeout ends may end.
	slack = 5 * time.Second
	// bulky is a value too long for the buffers of sockets when many are sent.
	bulky = 100 << 10
)

// good is a caller that gets what it asks for, in calls and batches, with values of all lengths.
func (f *fault) good(r *rand.Rand) error {
	p := protocols[r.IntN(len(protocols))]
	c, err := Dial(f.addr, p)
	if err != nil {
		return err
	}
	defer c.Close()
	name := fmt.Sprintf("good %x", r.Uint64())
	for range 20 {
		value := make([]byte, r.IntN(1<<r.IntN(17)))
		fill(r, value)
		if err := c.Put(name, value); err != nil {
			return fmt.Errorf("put: %w", err)
		}
		if err := f.check(c.Get(name))(value); err != nil {
			return fmt.Errorf("get: %w", err)
		}
		if err := f.batch(c, name, r); err != nil {
			return fmt.Errorf("batch: %w", err)
		}
	}
	if _, err := c.Stats(); err != nil {
		return fmt.Errorf("stats: %w", err)
	}
	was, err := c.Delete(name)
	if err != nil || !was {
		return fmt.Errorf("delete: %v, %w", was, err)
	}
	var missing *NotFound
	if _, err = c.Get(name); !errors.As(err, &missing) || missing.Key != name {
		return fmt.Errorf("got %w of nothing", err)
	}
	return nil
}

// batch puts and gets in one go.
func (f *fault) batch(c *Client, name string, r *rand.Rand) error {
	var b Batch
	var values [10][]byte
	var gets [10]func() ([]byte, error)
	for i := range values {
		values[i] = make([]byte, r.IntN(1000))
		fill(r, values[i])
		b.Put(name, values[i])
		b.Touch(name, "nothing")
		gets[i] = b.Get(name)
	}
	if err := c.Do(&b); err != nil {
		return err
	}
	for i, get := range gets {
		if err := f.check(get())(values[i]); err != nil {
			return err
		}
	}
	return nil
}

// check compares what a get gave.
func (f *fault) check(got []byte, err error) func(want []byte) error {
	return func(want []byte) error {
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("got %d bytes %.32x, want %d bytes %.32x", len(got), got, len(want), want)
		}
		f.calls.Add(1)
		return nil
	}
}

// slow is a good caller with a bad line.
func (f *fault) slow(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		p := protocols[r.IntN(len(protocols))]
		b := request(p, methodStats, 5, noArgs{})
		for i := range b {
			if _, err := conn.Write(b[i : i+1]); err != nil {
				return err
			}
			time.Sleep(time.Millisecond)
		}
		reply, err := codec.NewReader(conn, limits).Frame()
		if err != nil {
			return err
		}
		if _, err = codec.ParseReply(reply, p, "stats", 5); err != nil {
			return err
		}
		f.calls.Add(1)
		return nil
	})
}

// truncated leaves in the middle of a frame.
func (f *fault) truncated(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		b := somePut(r)
		conn.Write(b[:r.IntN(len(b))])
		return nil
	})
}

// silent stays after it has sent a part of a message. The server closes the connection when its time is over.
func (f *fault) silent(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		b := somePut(r)
		conn.Write(b[:1+r.IntN(len(b)-1)])
		return f.closed(conn)
	})
}

// rubbish sends anything, sometimes behind a start that looks right.
func (f *fault) rubbish(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		b := make([]byte, 8+r.IntN(4<<10))
		fill(r, b)
		if r.IntN(2) == 0 {
			copy(b, "\x00\x00\x01\x00\x82\x21")
		}
		conn.Write(b)
		discard(conn)
		return nil
	})
}

// damaged sends requests with some bytes changed.
func (f *fault) damaged(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		for range 10 {
			b := somePut(r)
			for range 1 + r.IntN(4) {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			conn.Write(b)
		}
		discard(conn)
		return nil
	})
}

// hugeFrame declares a frame that does not come: one beyond the limit, or one that the server has to wait for.
func (f *fault) hugeFrame(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		size := uint32(declared)
		if r.IntN(4) == 0 {
			size = 1<<31 - 1
		}
		b := stdbinary.BigEndian.AppendUint32(nil, size)
		conn.Write(append(b, "\x82\x21\x01\x03get"...))
		return f.closed(conn)
	})
}

// hugeValue sends whole frames with a string or a list in them that says it is longer. Each is answered.
func (f *fault) hugeValue(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		in := codec.NewReader(conn, limits)
		for seq := range int32(10) {
			args, name := "\x0b\x00\x01\x7f\xff\xff\xff", "get" // field 1, a string of 2^31-1 bytes
			if r.IntN(2) == 0 {
				args, name = "\x0f\x00\x01\x0b\x7f\xff\xff\xff", "put" // a list of as many strings, and no key
			}
			b := codec.AppendMessage(nil, codec.Binary, codec.Message{Name: name, Type: codec.Call, Seq: seq})
			conn.Write(frame(append(b, args...), nil))
			reply, err := in.Frame()
			if err != nil {
				return err
			}
			_, err = codec.ParseReply(reply, codec.Binary, name, seq)
			var e *codec.ApplicationException
			if !errors.As(err, &e) || e.Type != codec.ExceptionProtocolError {
				return fmt.Errorf("got %w", err)
			}
		}
		return nil
	})
}

// deaf asks for more than the sockets hold, and reads none of it. The server gives it up.
func (f *fault) deaf(*rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		conn.SetReadBuffer(4 << 10)
		conn.Write(request(codec.Compact, methodPut, 0, putArgs{"bulky", make([]byte, bulky)}))
		if _, err := codec.NewReader(conn, limits).Frame(); err != nil {
			return err
		}
		var b []byte
		for seq := range int32(200) {
			b = append(b, request(codec.Compact, methodGet, seq, keyArgs{"bulky"})...)
		}
		conn.Write(b)
		for end := time.Now().Add(f.request + slack); f.serves(conn); time.Sleep(pause) {
			if time.Now().After(end) {
				return errOpen
			}
		}
		return conn.SetLinger(0)
	})
}

// serves reports whether the server has the connection: one that does not read cannot see the end of it, behind all
// that is still on the way.
func (f *fault) serves(conn net.Conn) bool {
	f.server.mu.Lock()
	defer f.server.mu.Unlock()
	for c := range f.server.conns {
		if c.RemoteAddr().String() == conn.LocalAddr().String() {
			return true
		}
	}
	return false
}

// reset leaves after some good requests and a part of one more, without waiting for replies.
func (f *fault) reset(r *rand.Rand) error {
	return f.with(func(conn *net.TCPConn) error {
		var b []byte
		for range r.IntN(10) {
			b = append(b, request(codec.Binary, methodStats, 1, noArgs{})...)
		}
		last := request(codec.Binary, methodStats, 1, noArgs{})
		conn.Write(append(b, last[:r.IntN(len(last))]...))
		time.Sleep(time.Duration(r.IntN(int(pause))))
		return conn.SetLinger(0)
	})
}

// with runs the life of a peer on a connection, and closes it.
func (f *fault) with(life func(*net.TCPConn) error) error {
	conn, err := net.Dial("tcp", f.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(f.request + 2*slack))
	return life(conn.(*net.TCPConn))
}

// closed waits for the server to close the connection, which is due after its timeout.
func (f *fault) closed(conn *net.TCPConn) error {
	conn.SetReadDeadline(time.Now().Add(f.request + slack))
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
		return errOpen
	}
	return nil
}

var errOpen = errors.New("the server has not closed the connection")

// discard reads for a while, or until the server closes.
func discard(conn *net.TCPConn) {
	conn.SetReadDeadline(time.Now().Add(pause))
	io.Copy(io.Discard, conn)
	conn.SetLinger(0)
}

// somePut is a good request.
func somePut(r *rand.Rand) []byte {
	value := make([]byte, r.IntN(1<<r.IntN(14)))
	fill(r, value)
	return request(protocols[r.IntN(len(protocols))], methodPut, int32(r.Uint32()), putArgs{"someone's key", value})
}

// fill makes b random.
func fill(r *rand.Rand, b []byte) {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
}
