package kv

import (
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"time"

	"github.com/miserwire/miser/codec"
)

// session serves one connection. The server pools sessions for their buffers.
//
// Invariants: one goroutine uses it; the frame in hand, and with it what the
// arguments in values alias, lives until the next call of in.Frame.
type session struct {
	server   *Server
	conn     net.Conn
	protocol codec.Protocol
	in       *codec.Reader // of the session itself: see Read
	out      []byte        // replies that were not sent yet
	phase    phase
	reading  deadline
	writing  deadline
	values   values
}

// values are decoded into and encoded from by one request after the other.
type values struct {
	none    noArgs
	key     keyArgs
	put     putArgs
	touch   touchArgs
	void    noResult
	got     getResult
	deleted deleteResult
	stats   statsResult
}

const (
	flushAt = 16 << 10               // with as many bytes of replies the peer should read first
	keepOut = 64 << 10               // a buffer of more, or one that a frame of more left, is not kept
	linger  = 500 * time.Millisecond // for the peer to read the last replies
)

// phase is how far the next request has come.
type phase uint8

const (
	idle  phase = iota // none of it is here
	begun              // some of it is here
	timed              // it has its deadline
)

var (
	errUnframed = errors.New("kv: a peer without frames")
	errClosing  = errors.New("kv: the server shuts down")
)

// handler is what the method table leads to. It decodes the arguments and
// appends the reply to dst, unless it is oneway.
type handler struct {
	oneway bool
	handle func(c *session, dst []byte, call codec.Message, args []byte) ([]byte, *codec.ApplicationException)
}

// handlers is the method table.
var handlers = map[string]handler{
	"get":    handle(methodGet, func(v *values) (*keyArgs, *getResult) { return &v.key, &v.got }, (*store).get),
	"put":    handle(methodPut, func(v *values) (*putArgs, *noResult) { return &v.put, &v.void }, (*store).put),
	"delete": handle(methodDelete, func(v *values) (*keyArgs, *deleteResult) { return &v.key, &v.deleted }, (*store).delete),
	"stats":  handle(methodStats, func(v *values) (*noArgs, *statsResult) { return &v.none, &v.stats }, (*store).stats),
	"touch":  handle(methodTouch, func(v *values) (*touchArgs, *noResult) { return &v.touch, &v.void }, (*store).touch),
}

// handle makes the handler of a method that do does, in values that pick picks.
func handle[A, R any](m *method[A, R], pick func(*values) (*A, *R), do func(*store, *A, *R)) handler {
	return handler{m.oneway, func(c *session, dst []byte, call codec.Message, args []byte) ([]byte, *codec.ApplicationException) {
		a, r := pick(&c.values)
		n, err := m.args.For(c.protocol).Decode(args, a)
		if err != nil {
			return dst, &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionProtocolError}
		}
		if n < len(args) {
			text := fmt.Sprintf("%d bytes behind the arguments", len(args)-n)
			return dst, &codec.ApplicationException{Message: text, Type: codec.ExceptionProtocolError}
		}
		*r = *new(R)
		do(&c.server.store, a, r)
		if m.oneway {
			return dst, nil
		}
		call.Type = codec.Reply
		if dst, err = m.results.For(c.protocol).AppendMessage(dst, call, r); err != nil {
			return dst, &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionInternalError}
		}
		return dst, nil
	}}
}

// run serves the connection to its end. The error says what that was; io.EOF
// is the peer's leave.
func (c *session) run() error {
	p, framed, err := c.in.Detect()
	if err != nil {
		return err
	}
	if !framed {
		return errUnframed
	}
	c.protocol = p
	for err == nil {
		err = c.next()
	}
	c.leave(err)
	return err
}

// next serves one request.
func (c *session) next() error {
	c.phase = idle
	if c.in.Buffered() > 0 {
		c.phase = begun
	}
	frame, err := c.in.Frame()
	if err != nil {
		return err
	}
	if err := c.answer(frame); err != nil {
		return err
	}
	if len(frame) > keepOut {
		c.values = values{} // their strings would keep the frame
	}
	if len(c.out) >= flushAt {
		return c.flush()
	}
	return nil
}

// Read is what in calls when it has no whole request left: now the replies go
// out, all those of pipelined requests in one write, and it may block.
func (c *session) Read(p []byte) (int, error) {
	if err := c.flush(); err != nil {
		return 0, err
	}
	switch c.phase {
	case idle:
		c.wait(c.server.IdleTimeout)
	case begun: // one deadline for the whole request: each byte is no new chance
		c.wait(c.server.RequestTimeout)
		c.phase = timed
	}
	// After the deadline: either this sees that the server closes, or Shutdown
	// sets its own deadline later than this did.
	if c.server.closing.Load() {
		return 0, errClosing
	}
	n, err := c.conn.Read(p)
	if n > 0 && c.phase == idle {
		c.phase = begun
	}
	return n, err
}

// wait bounds how long the next bytes may take.
func (c *session) wait(timeout time.Duration) {
	if until, set := c.reading.due(timeout); set {
		c.conn.SetReadDeadline(until)
	}
}

// answer does what a frame asks for, and appends the reply to out. What is no
// message ends the connection: without a name and a sequence id there is no
// way to answer.
func (c *session) answer(frame []byte) error {
	call, n, err := codec.ParseMessage(frame, c.protocol)
	if err != nil {
		return err
	}
	method := c.server.methods.Lookup(call.Name)
	out, mark := codec.BeginFrame(c.out)
	reply, failed := c.call(method, out, call, frame[n:])
	if call.Type == codec.Oneway || method != nil && method.Handler.oneway {
		c.out = out[:mark]
		return nil
	}
	if failed != nil {
		if reply, err = codec.AppendException(out, c.protocol, call, failed); err != nil {
			return err
		}
	}
	c.out, err = codec.EndFrame(reply, mark)
	return err
}

// call appends the reply to dst, or says why there is none.
func (c *session) call(method *codec.Method[handler], dst []byte, call codec.Message, args []byte) (reply []byte, failed *codec.ApplicationException) {
	switch {
	case call.Type != codec.Call && call.Type != codec.Oneway:
		return dst, &codec.ApplicationException{Message: "got " + call.Type.String(), Type: codec.ExceptionInvalidMessageType}
	case method == nil:
		return dst, c.server.methods.Unknown(call.Name)
	}
	defer func() {
		if v := recover(); v != nil {
			c.server.Log.Error("kv: panic", "method", method.Name, "panic", v, "stack", string(debug.Stack()))
			c.values = values{} // whatever state they are in
			failed = &codec.ApplicationException{Message: "panic in " + method.Name, Type: codec.ExceptionInternalError}
		}
	}()
	return method.Handler.handle(c, dst, call, args)
}

// flush sends the replies. A peer that does not read them is given up.
func (c *session) flush() error {
	if len(c.out) == 0 {
		return nil
	}
	if until, set := c.writing.due(c.server.WriteTimeout); set {
		c.conn.SetWriteDeadline(until)
	}
	_, err := c.conn.Write(c.out) // all of it, or an error
	c.out = c.out[:0]
	if cap(c.out) > keepOut {
		c.out = make([]byte, 0, flushAt)
	}
	return err
}

// leave sees to it that the peer gets the replies that it has earned: closing
// a connection with bytes unread would reset it, replies on their way included.
func (c *session) leave(end error) {
	if len(c.out) == 0 && end != errClosing || c.flush() != nil {
		return
	}
	half, ok := c.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	c.server.mu.Lock() // a Shutdown that is under way sets its deadlines first
	c.conn.SetReadDeadline(time.Now().Add(linger))
	c.server.mu.Unlock()
	io.Copy(io.Discard, c.conn)
}
