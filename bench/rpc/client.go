package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/miserwire/miser/codec"
)

// caller calls over one connection: depth calls in one write, then their
// replies, and so on.
type caller struct {
	conn      net.Conn
	in        *codec.Reader
	normal    func(reply []byte) ([]byte, error)
	exchanges []exchange // of this caller, which learns how its server writes replies
	depth     int
	next      int // of exchanges
	out       []byte
	micros    []float64 // that each call of this window took
}

// callers are the connections to one server.
type callers []*caller

// patience is how long a window may outlast what it should.
const patience = 20 * time.Second

// dial connects conns times. Callers start at different exchanges.
func dial(addr string, w *Workload, p codec.Protocol, conns, depth int) (cs callers, err error) {
	for i := range conns {
		conn, err := net.DialTimeout("tcp", addr, patience)
		if err != nil {
			cs.close()
			return nil, err
		}
		to := w.wires[p]
		cs = append(cs, &caller{conn: conn, in: codec.NewReader(conn, codec.Limits{}), normal: to.normal,
			exchanges: slices.Clone(to.exchanges), depth: depth, next: i})
	}
	return cs, nil
}

func (cs callers) close() {
	for _, c := range cs {
		c.conn.Close()
	}
}

// window lets all callers call until d has passed, and each at least least
// times. It returns how long that took.
func (cs callers) window(d time.Duration, least int) (time.Duration, error) {
	errs := make([]error, len(cs))
	var all sync.WaitGroup
	start := time.Now()
	for i, c := range cs {
		all.Go(func() { errs[i] = c.run(start.Add(d), least) })
	}
	all.Wait()
	return time.Since(start), errors.Join(errs...)
}

// latencies returns the microseconds of all calls of the last window, sorted.
func (cs callers) latencies() (all []float64) {
	for _, c := range cs {
		all = append(all, c.micros...)
	}
	slices.Sort(all)
	return all
}

// run calls until a time has come, and at least least times.
func (c *caller) run(until time.Time, least int) error {
	c.micros = c.micros[:0]
	if err := c.conn.SetDeadline(until.Add(patience)); err != nil {
		return err
	}
	for {
		c.out = c.out[:0]
		for i := range c.depth {
			c.out = append(c.out, c.exchange(i).call...)
		}
		start := time.Now()
		if _, err := c.conn.Write(c.out); err != nil {
			return err
		}
		var took time.Duration
		for i := range c.depth {
			got, err := c.in.Frame()
			took = time.Since(start)
			if err != nil {
				return err
			}
			c.micros = append(c.micros, float64(took)/float64(time.Microsecond))
			if e := c.exchange(i); !bytes.Equal(got, e.reply) {
				if err := c.learn(e, got); err != nil {
					return err
				}
			}
		}
		c.next += c.depth
		if len(c.micros) >= least && start.Add(took).After(until) {
			return nil
		}
	}
}

// learn takes got for the reply that the server always gives, when it says the
// same.
func (c *caller) learn(e *exchange, got []byte) error {
	want, err := c.normal(e.reply)
	if err != nil {
		return err
	}
	same, err := c.normal(got)
	if err != nil {
		return fmt.Errorf("reply % x: %w", got, err)
	}
	if !bytes.Equal(same, want) {
		return fmt.Errorf("got the reply % x, want % x", got, e.reply)
	}
	e.reply = bytes.Clone(got)
	return nil
}

// exchange returns the i-th one from now on.
func (c *caller) exchange(i int) *exchange { return &c.exchanges[(c.next+i)%len(c.exchanges)] }
