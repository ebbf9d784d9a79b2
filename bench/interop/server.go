package interop

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/miserwire/miser/codec"
)

// Server serves the Interop service on a port of its own, to clients of either
// protocol, in frames or without, which it tells by their first bytes. It is
// safe for concurrent use.
type Server struct {
	listener net.Listener
	methods  *codec.Methods[method]
	running  sync.WaitGroup

	mu    sync.Mutex // of what follows
	conns map[net.Conn]bool
	errs  []error
	stats map[string]Stat
	noted int64
}

// Stat is what a method was called with.
type Stat struct {
	Calls int
	Bytes int // of the arguments
}

// method is what the server keeps of a method.
type method struct {
	answer answer
	oneway bool // by the IDL: Apache's Go client sends such calls with the type of others
}

// answer answers the call m, whose arguments are src, and appends the reply to
// dst.
type answer func(dst []byte, p codec.Protocol, m codec.Message, src []byte) ([]byte, error)

// The times after which a connection ends.
const (
	lifetime = 30 * time.Second // since it began
	grace    = 5 * time.Second  // since Close
)

// most is how many bytes of replies a connection gathers while calls wait.
const most = 64 << 10

// Listen starts a Server.
func Listen() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{listener: listener, conns: map[net.Conn]bool{}, stats: map[string]Stat{}}
	s.methods = codec.NewMethods(map[string]method{
		"ping":   {answer: handle(func(*none) (*none, error) { return &none{}, nil })},
		"add":    {answer: handle(add)},
		"echo":   {answer: handle(echo)},
		"divide": {answer: handle(divide)},
		"fail":   {answer: handle(fail)},
		"blob":   {answer: handle(blob)},
		"note":   {answer: handle(s.note), oneway: true},
		"noted":  {answer: handle(s.sum)},
	})
	s.running.Go(s.accept)
	return s, nil
}

// handle makes an answer of a function from arguments to result.
func handle[A, R any](f func(*A) (*R, error)) answer {
	args := codec.MustPair(codec.NewPair[A](codec.Options{}))
	results := codec.MustPair(codec.NewPair[R](codec.Options{}))
	return func(dst []byte, p codec.Protocol, m codec.Message, src []byte) ([]byte, error) {
		a := new(A)
		n, err := args.For(p).Decode(src, a)
		if err == nil && n < len(src) {
			err = fmt.Errorf("%d bytes behind the arguments", len(src)-n)
		}
		if err != nil {
			return codec.AppendException(dst, p, m, &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionProtocolError})
		}
		r, err := f(a)
		if err != nil {
			return codec.AppendException(dst, p, m, &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionInternalError})
		}
		m.Type = codec.Reply
		return results.For(p).AppendMessage(dst, m, r)
	}
}

// Addr returns where the server listens.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Stats returns what each method was called with. Names that are none of the
// service are among them.
func (s *Server) Stats() map[string]Stat {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.stats)
}

// Close takes no more connections and waits for those that there are, a while.
// It returns why connections ended, other than between two messages.
func (s *Server) Close() error {
	err := s.listener.Close()
	cut := time.AfterFunc(grace, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.conns {
			c.Close()
		}
	})
	defer cut.Stop()
	s.running.Wait()
	return errors.Join(append(s.errs, err)...)
}

func (s *Server) accept() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return // Close
		}
		s.mu.Lock()
		s.conns[c] = true
		s.mu.Unlock()
		s.running.Go(func() {
			err := s.serve(c)
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.conns, c)
			if err != nil {
				s.errs = append(s.errs, err)
			}
		})
	}
}

// serve answers the calls of a connection until it ends.
func (s *Server) serve(c net.Conn) error {
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(lifetime)); err != nil {
		return err
	}
	r := codec.NewReader(c, codec.Limits{})
	p, framed, err := r.Detect()
	var out []byte
	for err == nil {
		var m codec.Message
		var args []byte
		if m, args, err = next(r, p, framed); err != nil {
			break
		}
		if out, err = s.reply(out, p, framed, m, args); err != nil {
			break
		}
		// Calls that have come already are answered with one write.
		if r.Buffered() == 0 || len(out) > most {
			_, err = c.Write(out)
			out = out[:0]
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// next returns the header and the struct of the next message.
func next(r *codec.Reader, p codec.Protocol, framed bool) (codec.Message, []byte, error) {
	if !framed {
		return r.Message(p)
	}
	frame, err := r.Frame()
	if err != nil {
		return codec.Message{}, nil, err
	}
	m, n, err := codec.ParseMessage(frame, p)
	return m, frame[n:], err
}

// reply appends the reply to a call to out, in a frame where that is asked.
func (s *Server) reply(out []byte, p codec.Protocol, framed bool, m codec.Message, args []byte) ([]byte, error) {
	s.count(m.Name, len(args))
	before, mark := len(out), 0
	if framed {
		out, mark = codec.BeginFrame(out)
	}
	call := s.methods.Lookup(m.Name)
	var err error
	switch {
	case m.Type != codec.Call && m.Type != codec.Oneway:
		return out, fmt.Errorf("interop: a client sent a %v", m.Type)
	case call == nil:
		out, err = codec.AppendException(out, p, m, s.methods.Unknown(m.Name))
	default:
		out, err = call.Handler.answer(out, p, m, args)
	}
	switch {
	case err != nil:
		return out, err
	case m.Type == codec.Oneway || call != nil && call.Handler.oneway:
		return out[:before], nil
	case framed:
		return codec.EndFrame(out, mark)
	}
	return out, nil
}

func (s *Server) count(name string, size int) {
	name = strings.Clone(name) // it lies in the Reader's buffer
	s.mu.Lock()
	defer s.mu.Unlock()
	stat := s.stats[name]
	s.stats[name] = Stat{stat.Calls + 1, stat.Bytes + size}
}

func (s *Server) note(a *count) (*none, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noted += a.N
	return &none{}, nil
}

func (s *Server) sum(*none) (*result[int64], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &result[int64]{Success: new(s.noted)}, nil
}
