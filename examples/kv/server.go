package kv

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/miserwire/miser/codec"
)

// Server serves the kv service. Its exported fields may be changed before
// Serve; its methods are safe for concurrent use. Make one with NewServer.
type Server struct {
	IdleTimeout    time.Duration // between two requests
	RequestTimeout time.Duration // from the first byte of a request to its last
	WriteTimeout   time.Duration // for the replies that are sent at once
	MaxConns       int           // what is accepted beyond is closed
	Log            *slog.Logger  // panics are errors, ends of connections debug

	store    store
	methods  *codec.Methods[handler]
	frames   codec.Limits // of the readers
	sessions sync.Pool

	closing   atomic.Bool
	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	conns     map[net.Conn]struct{}
	running   sync.WaitGroup // one for each of conns
}

// NewServer returns a server with an empty store.
func NewServer() *Server {
	s := &Server{
		IdleTimeout:    2 * time.Minute,
		RequestTimeout: 10 * time.Second,
		WriteTimeout:   10 * time.Second,
		MaxConns:       4096,
		Log:            slog.Default(),
		store:          store{entries: map[string]*entry{}},
		methods:        codec.NewMethods(handlers),
		frames:         limits,
		listeners:      map[net.Listener]struct{}{},
		conns:          map[net.Conn]struct{}{},
	}
	s.sessions.New = func() any {
		return &session{server: s, in: codec.NewReader(nil, s.frames), out: make([]byte, 0, flushAt)}
	}
	return s
}

// acceptPause is how long Serve waits after it could not accept, for want of
// file descriptors, say.
const acceptPause = 50 * time.Millisecond

// Serve accepts connections from ln, and serves each in a goroutine of its
// own, until Shutdown. It closes ln, and returns net.ErrClosed then.
func (s *Server) Serve(ln net.Listener) error {
	defer ln.Close()
	s.mu.Lock()
	s.listeners[ln] = struct{}{}
	s.mu.Unlock()
	for !s.closing.Load() {
		conn, err := ln.Accept()
		switch {
		case err == nil:
			s.start(conn)
		case errors.Is(err, net.ErrClosed):
			return net.ErrClosed
		default:
			s.Log.Error("kv: accept", "error", err)
			time.Sleep(acceptPause)
		}
	}
	return net.ErrClosed
}

// start begins a session, unless there are too many.
func (s *Server) start(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() || len(s.conns) >= s.MaxConns {
		conn.Close()
		return
	}
	s.conns[conn] = struct{}{}
	s.running.Go(func() { s.serve(conn) })
}

func (s *Server) serve(conn net.Conn) {
	c := s.session(conn)
	err := c.run()
	s.Log.Debug("kv: connection ended", "peer", conn.RemoteAddr(), "error", err)
	conn.Close()
	s.mu.Lock()
	delete(s.conns, conn)
	s.mu.Unlock()
	s.release(c)
}

// session takes a session from the pool.
func (s *Server) session(conn net.Conn) *session {
	c := s.sessions.Get().(*session)
	c.conn = conn
	c.in.Reset(c)
	return c
}

// release gives it back, without what belongs to the connection.
func (s *Server) release(c *session) {
	c.conn, c.phase, c.values, c.out = nil, idle, values{}, c.out[:0]
	c.reading, c.writing = deadline{}, deadline{}
	s.sessions.Put(c)
}

// Shutdown closes the listeners, lets each connection answer the requests that
// have arrived whole, and closes it; one without any is closed at once. When
// ctx is done first, it closes all that are left, does not wait for handlers,
// and returns the cause.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closing.Store(true)
	for ln := range s.listeners {
		ln.Close()
	}
	for conn := range s.conns {
		conn.SetReadDeadline(time.Unix(1, 0)) // a Read that blocks ends
	}
	s.mu.Unlock()

	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		conn.Close()
	}
	return context.Cause(ctx)
}
