package probe

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/thrift/lib/go/thrift"
)

// port is the end of a recorder or player. Each call that has no place in theirs,
// such as one that reads in a Write, goes on to a protocol over the port, and from
// there to the port itself, which refuses it. An i8 comes that way too: go vet
// takes a method WriteByte or ReadByte for those of package io, so nothing but a
// transport may have one.
type port struct {
	*calls
	write func(int8) error     // nil: refused
	read  func() (int8, error) // nil: refused
}

var _ thrift.TRichTransport = (*port)(nil)

// calls are those of one Write or Read.
type calls struct {
	n     int
	fault error // the first one
}

// mostCalls bounds the calls of one Write or Read, and callsAfter those after the
// first fault. Code that goes on is stopped by a panic.
const (
	mostCalls  = 1 << 20
	callsAfter = 1000
)

var errEndless = errors.New("it does not end")

// count counts a call. It returns the first fault, after which each call fails.
func (c *calls) count() error {
	if c.n++; c.n > mostCalls {
		panic(errEndless)
	}
	return c.fault
}

// fail records the first fault and returns it.
func (c *calls) fail(format string, args ...any) error {
	c.fault, c.n = fmt.Errorf(format, args...), max(c.n, mostCalls-callsAfter)
	return c.fault
}

func (c *calls) refuse() error {
	if err := c.count(); err != nil {
		return err
	}
	return c.fail("it calls a method that has no place there")
}

func (p *port) WriteByte(b byte) error {
	if p.write == nil {
		return p.refuse()
	}
	return p.write(int8(b))
}

func (p *port) ReadByte() (byte, error) {
	if p.read == nil {
		return 0, p.refuse()
	}
	x, err := p.read()
	return byte(x), err
}

func (p *port) Read([]byte) (int, error)        { return 0, p.refuse() }
func (p *port) Write([]byte) (int, error)       { return 0, p.refuse() }
func (p *port) WriteString(string) (int, error) { return 0, p.refuse() }
func (p *port) Flush(context.Context) error     { return p.refuse() }
func (p *port) RemainingBytes() uint64          { return thrift.UnknownRemainingBytes }
func (p *port) Open() error                     { return nil }
func (p *port) IsOpen() bool                    { return true }
func (p *port) Close() error                    { return nil }
