package probe_test

import (
	"context"
	"errors"

	"github.com/apache/thrift/lib/go/thrift"
)

// hand is a struct whose Write and Read somebody wrote by hand: those of B.
type hand[B behavior] struct {
	X    int32 `thrift:"x,1"`
	Y    int64
	List []int32
	Slim *slim
	Self *hand[B]
}

type slim struct{ N int32 }

type behavior interface {
	write(h *body, p thrift.TProtocol) error
	read(h *body, p thrift.TProtocol) error
}

// body are the fields of a hand, whatever its B.
type body struct {
	x    *int32
	y    *int64
	list *[]int32
	slim **slim
	self func() thrift.TStruct
}

func (h *hand[B]) body() *body {
	return &body{&h.X, &h.Y, &h.List, &h.Slim, func() thrift.TStruct {
		h.Self = new(hand[B])
		return h.Self
	}}
}

func (h *hand[B]) Write(_ context.Context, p thrift.TProtocol) error {
	return (*new(B)).write(h.body(), p)
}
func (h *hand[B]) Read(_ context.Context, p thrift.TProtocol) error {
	return (*new(B)).read(h.body(), p)
}

// good writes and reads X as a compiler would; the others do one thing otherwise.
type good struct{}

func (good) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error { return p.WriteI32(ctx, *h.x) })
}

func (good) read(h *body, p thrift.TProtocol) error {
	return each(p, func() (err error) {
		*h.x, err = p.ReadI32(ctx)
		return err
	})
}

// one writes a struct with one field.
func one(p thrift.TProtocol, t thrift.TType, value func() error) error {
	return errors.Join(p.WriteStructBegin(ctx, "hand"), p.WriteFieldBegin(ctx, "x", t, 1), value(),
		p.WriteFieldEnd(ctx), p.WriteFieldStop(ctx), p.WriteStructEnd(ctx))
}

// each reads a struct with such fields.
func each(p thrift.TProtocol, value func() error) error {
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, t, _, err := p.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if t == thrift.STOP {
			return p.ReadStructEnd(ctx)
		}
		if err = errors.Join(value(), p.ReadFieldEnd(ctx)); err != nil {
			return err
		}
	}
}
