package interop

import (
	"fmt"
	"net"
	"reflect"
	"time"

	"github.com/miserwire/miser/codec"
)

// Client calls the methods of a server over one connection. It is for one
// goroutine at a time.
type Client struct {
	conn   net.Conn
	p      codec.Protocol
	framed bool
	r      *codec.Reader
	out    []byte // calls that were not yet written
	seq    int32  // of the last call
}

// Dial connects to a server.
func Dial(addr string, p codec.Protocol, framed bool) (*Client, error) {
	conn, err := net.DialTimeout("tcp", addr, grace)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(lifetime)); err != nil {
		return nil, err
	}
	return &Client{conn: conn, p: p, framed: framed, r: codec.NewReader(conn, codec.Limits{})}, nil
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Call calls a method and waits for its result. Args and result point to
// structs with thrift tags.
func (c *Client) Call(name string, args, result any) error {
	seq, err := c.Send(codec.Call, name, args)
	if err != nil {
		return err
	}
	if err := c.Flush(); err != nil {
		return err
	}
	return c.Receive(name, seq, result)
}

// Send begins a call and returns its sequence id. It goes out with the next
// Flush; calls that are not oneway are to be received in their order.
func (c *Client) Send(typ codec.MessageType, name string, args any) (seq int32, err error) {
	arguments, err := codec.ForType(reflect.TypeOf(args).Elem(), c.p, codec.Options{})
	if err != nil {
		return 0, err
	}
	out, mark := c.out, 0
	if c.framed {
		out, mark = codec.BeginFrame(out)
	}
	out, err = arguments.AppendMessage(out, codec.Message{Name: name, Type: typ, Seq: c.seq + 1}, args)
	if err != nil {
		return 0, err
	}
	if c.framed {
		if out, err = codec.EndFrame(out, mark); err != nil {
			return 0, err
		}
	}
	c.out = out
	c.seq++
	return c.seq, nil
}

// Flush writes the calls that were sent.
func (c *Client) Flush() error {
	_, err := c.conn.Write(c.out)
	c.out = c.out[:0]
	return err
}

// Receive waits for the result of a call. A *codec.ApplicationException is
// the server's answer, and the connection good for other calls.
func (c *Client) Receive(name string, seq int32, result any) error {
	results, err := codec.ForType(reflect.TypeOf(result).Elem(), c.p, codec.Options{})
	if err != nil {
		return err
	}
	src, err := c.reply(name, seq)
	if err != nil {
		return err
	}
	n, err := results.Decode(src, result)
	if err == nil && n < len(src) {
		err = fmt.Errorf("interop: %d bytes behind the result of %s", len(src)-n, name)
	}
	return err
}

// reply returns the struct of the reply to a call.
func (c *Client) reply(name string, seq int32) ([]byte, error) {
	if c.framed {
		frame, err := c.r.Frame()
		if err != nil {
			return nil, err
		}
		n, err := codec.ParseReply(frame, c.p, name, seq)
		return frame[n:], err
	}
	m, src, err := c.r.Message(c.p)
	switch {
	case err != nil:
		return nil, err
	case m.Seq != seq || m.Name != name:
		return nil, fmt.Errorf("interop: message %d of %s answers call %d of %s", m.Seq, m.Name, seq, name)
	case m.Type == codec.Reply:
		return src, nil
	case m.Type != codec.Exception:
		return nil, fmt.Errorf("interop: a server sent a %v", m.Type)
	}
	exceptions, err := codec.ForType(reflect.TypeFor[codec.ApplicationException](), c.p, codec.Options{})
	if err != nil {
		return nil, err
	}
	e := new(codec.ApplicationException)
	if _, err := exceptions.Decode(src, e); err != nil {
		return nil, err
	}
	return nil, e
}
