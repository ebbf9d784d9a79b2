package rpc

import (
	"errors"
	"net"
	"time"

	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/codec"
)

// session serves one connection, as the session of examples/kv does: frames of
// either protocol, values that one request after the other is decoded into,
// pipelined replies in one write, a deadline for each read and write.
//
// Invariant: the frame in hand, and what the values alias of it, lives until
// the next call of in.Frame.
type session struct {
	conn     net.Conn
	protocol codec.Protocol
	in       *codec.Reader // of the session itself: see Read
	out      []byte        // replies that were not sent yet
	reading  deadline
	writing  deadline
	media    values[fast.MediaContent]
	small    values[fast.OneOfEach]
}

// values are those of one method.
type values[T any] struct {
	args   args[T]
	result result[T]
}

const (
	flushAt      = 16 << 10 // with as many bytes of replies the peer should read first
	idleTimeout  = 2 * time.Minute
	writeTimeout = 10 * time.Second
)

var errBehind = errors.New("there are bytes behind the arguments")

// handler decodes the arguments of a call and appends the reply to dst.
type handler func(s *session, dst []byte, call codec.Message, src []byte) ([]byte, error)

var methods = codec.NewMethods(map[string]handler{
	methodMedia: echo(func(s *session) *values[fast.MediaContent] { return &s.media }),
	methodSmall: echo(func(s *session) *values[fast.OneOfEach] { return &s.small }),
})

// echo returns the handler of a method that returns what it is given, in the
// values that pick picks.
func echo[T any](pick func(*session) *values[T]) handler {
	argsCodec := codec.MustPair(codec.NewPair[args[T]](codec.Options{Reuse: true, Strings: codec.Alias}))
	resultCodec := codec.MustPair(codec.NewPair[result[T]](codec.Options{}))
	return func(s *session, dst []byte, call codec.Message, src []byte) ([]byte, error) {
		v := pick(s)
		n, err := argsCodec.For(s.protocol).Decode(src, &v.args)
		if err == nil && n < len(src) {
			err = errBehind
		}
		if err != nil {
			e := &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionProtocolError}
			return codec.AppendException(dst, s.protocol, call, e)
		}
		v.result.Success = v.args.V
		call.Type = codec.Reply
		return resultCodec.For(s.protocol).AppendMessage(dst, call, &v.result)
	}
}

func serveMiser(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		s := &session{conn: conn, out: make([]byte, 0, flushAt)}
		s.in = codec.NewReader(s, codec.Limits{})
		go func() {
			defer conn.Close()
			_ = s.run() // the client tells what was wrong
		}()
	}
}

// run serves the connection to its end.
func (s *session) run() error {
	p, framed, err := s.in.Detect()
	if err != nil || !framed {
		return errors.Join(err, net.ErrClosed)
	}
	s.protocol = p
	for {
		call, src, err := s.in.Next(p, framed)
		if err != nil {
			return err
		}
		if err := s.answer(call, src); err != nil {
			return err
		}
		if len(s.out) >= flushAt {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
}

// answer appends the reply to a call to out.
func (s *session) answer(call codec.Message, src []byte) (err error) {
	out, mark := codec.BeginFrame(s.out)
	if method := methods.Lookup(call.Name); method != nil {
		out, err = method.Handler(s, out, call, src)
	} else {
		out, err = codec.AppendException(out, s.protocol, call, methods.Unknown(call.Name))
	}
	if err != nil {
		return err
	}
	s.out, err = codec.EndFrame(out, mark)
	return err
}

// Read is what in calls when it has no whole request left: now the replies go
// out, all those of pipelined requests in one write.
func (s *session) Read(p []byte) (int, error) {
	if err := s.flush(); err != nil {
		return 0, err
	}
	if until, set := s.reading.due(idleTimeout); set {
		if err := s.conn.SetReadDeadline(until); err != nil {
			return 0, err
		}
	}
	return s.conn.Read(p)
}

// flush sends the replies.
func (s *session) flush() error {
	if len(s.out) == 0 {
		return nil
	}
	if until, set := s.writing.due(writeTimeout); set {
		if err := s.conn.SetWriteDeadline(until); err != nil {
			return err
		}
	}
	_, err := s.conn.Write(s.out)
	s.out = s.out[:0]
	return err
}
