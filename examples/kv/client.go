package kv

import (
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/miserwire/miser/codec"
)

// Client calls a server over one connection. It is safe for concurrent use:
// calls wait for each other, so many goroutines do better with several clients,
// or with batches. After an error of the connection, a timeout included, every
// call returns that error; dial again.
type Client struct {
	// Timeout is for a call, or a whole batch, from when it has the connection.
	// It may be changed before the first call.
	Timeout time.Duration

	protocol codec.Protocol

	mu     sync.Mutex
	conn   net.Conn
	in     *codec.Reader
	out    []byte
	seq    int32
	broken error
}

const defaultTimeout = 10 * time.Second

// Dial connects to a server, to speak protocol p.
func Dial(addr string, p codec.Protocol) (*Client, error) {
	conn, err := net.DialTimeout("tcp", addr, defaultTimeout)
	if err != nil {
		return nil, err
	}
	return &Client{Timeout: defaultTimeout, protocol: p, conn: conn, in: codec.NewReader(conn, limits)}, nil
}

// Close closes the connection. A call that waits returns an error.
func (c *Client) Close() error { return c.conn.Close() }

// Get returns the value of key, or a *NotFound. The value is the caller's.
func (c *Client) Get(key string) ([]byte, error) {
	var b Batch
	get := b.Get(key)
	c.Do(&b)
	return get()
}

// Put stores value under key.
func (c *Client) Put(key string, value []byte) error {
	var b Batch
	put := b.Put(key, value)
	c.Do(&b)
	return put()
}

// Delete removes key, and reports whether it was there.
func (c *Client) Delete(key string) (bool, error) {
	var b Batch
	deleted := b.Delete(key)
	c.Do(&b)
	return deleted()
}

// Stats returns the server's counters.
func (c *Client) Stats() (Stats, error) {
	var b Batch
	stats := b.Stats()
	c.Do(&b)
	return stats()
}

// Touch counts keys as used. It does not wait for the server.
func (c *Client) Touch(keys ...string) error {
	var b Batch
	b.Touch(keys...)
	return c.Do(&b)
}

// Do sends the calls of b at once, and waits for their replies. It returns the
// error that kept some of them from being answered; what became of each call,
// its function says. It leaves b empty.
func (c *Client) Do(b *Batch) error {
	calls := b.calls
	b.calls = nil
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return fail(calls, c.broken)
	}
	first := c.seq + 1
	if err := c.encode(calls); err != nil {
		return fail(calls, err) // nothing was sent
	}
	if n, err := c.exchange(calls, first); err != nil {
		c.broken = fmt.Errorf("kv: connection given up: %w", err)
		return fail(calls[n:], c.broken)
	}
	return nil
}

func fail(calls []call, err error) error {
	for _, q := range calls {
		q.fail(err)
	}
	return err
}

// encode makes the frames of calls in out.
func (c *Client) encode(calls []call) (err error) {
	c.out = c.out[:0]
	for _, q := range calls {
		c.seq++
		buf, mark := codec.BeginFrame(c.out)
		if buf, err = q.request(buf, c.protocol, c.seq); err != nil {
			return err
		}
		if c.out, err = codec.EndFrame(buf, mark); err != nil {
			return err
		}
		if n := len(c.out) - mark; n > limits.Message {
			return fmt.Errorf("kv: a request of %d bytes: %w, which is %d", n, codec.ErrLimit, limits.Message)
		}
	}
	return nil
}

// exchange sends out and reads the replies, and returns how many calls it is
// done with. It closes the connection on error.
func (c *Client) exchange(calls []call, first int32) (done int, err error) {
	c.conn.SetDeadline(time.Now().Add(c.Timeout))
	sent := make(chan error, 1)
	send := func() {
		_, err := c.conn.Write(c.out)
		sent <- err
	}
	if len(calls) == 1 {
		send()
	} else {
		go send() // a server stops reading while its replies are not read
	}
	for i, q := range calls {
		if err = c.receive(q, first+int32(i)); err != nil {
			c.conn.Close() // which also ends send
			break
		}
		done++
	}
	if failed := <-sent; err == nil {
		err = failed
	}
	if cap(c.out) > keepOut {
		c.out = nil
	}
	return done, err
}

// receive reads the reply of a call. Its error is the connection's, not one
// that the server answered.
func (c *Client) receive(q call, seq int32) error {
	if q.silent() {
		return nil
	}
	frame, err := c.in.Frame()
	if err != nil {
		return err
	}
	return q.reply(frame, c.protocol, seq)
}
