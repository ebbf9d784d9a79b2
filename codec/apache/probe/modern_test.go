package probe_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
)

// modern has what compilers after 0.17 write: uuids, maps with lists as keys, and
// structs that are left out when nil.
type modern struct {
	ID     thrift.Tuuid                         `thrift:"id,1"`
	Maybe  *thrift.Tuuid                        `thrift:"maybe,2"`
	Routes []thrift.MapEntry[[]int8, []float64] `thrift:"routes,3"`
	Inner  *shapes.Point                        `thrift:"inner,4"`
	Gone   int32                                `thrift:"gone,5"` // a field that is written no more
}

func (m *modern) Write(ctx context.Context, p thrift.TProtocol) error {
	err := errors.Join(p.WriteStructBegin(ctx, "modern"), p.WriteFieldBegin(ctx, "id", thrift.UUID, 1), p.WriteUUID(ctx, m.ID), p.WriteFieldEnd(ctx))
	if m.Maybe != nil {
		err = errors.Join(err, p.WriteFieldBegin(ctx, "maybe", thrift.UUID, 2), p.WriteUUID(ctx, *m.Maybe), p.WriteFieldEnd(ctx))
	}
	err = errors.Join(err, p.WriteFieldBegin(ctx, "routes", thrift.MAP, 3), p.WriteMapBegin(ctx, thrift.LIST, thrift.SET, len(m.Routes)))
	for _, e := range m.Routes {
		err = errors.Join(err, p.WriteListBegin(ctx, thrift.BYTE, len(e.Key)))
		for _, x := range e.Key {
			err = errors.Join(err, p.WriteByte(ctx, x))
		}
		err = errors.Join(err, p.WriteListEnd(ctx), p.WriteSetBegin(ctx, thrift.DOUBLE, len(e.Value)))
		for _, x := range e.Value {
			err = errors.Join(err, p.WriteDouble(ctx, x))
		}
		err = errors.Join(err, p.WriteSetEnd(ctx))
	}
	err = errors.Join(err, p.WriteMapEnd(ctx), p.WriteFieldEnd(ctx))
	if m.Inner != nil {
		err = errors.Join(err, p.WriteFieldBegin(ctx, "inner", thrift.STRUCT, 4), m.Inner.Write(ctx, p), p.WriteFieldEnd(ctx))
	}
	return errors.Join(err, p.WriteFieldStop(ctx), p.WriteStructEnd(ctx))
}

func (m *modern) Read(ctx context.Context, p thrift.TProtocol) error {
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, t, id, err := p.ReadFieldBegin(ctx)
		switch {
		case err != nil:
			return err
		case t == thrift.STOP:
			return p.ReadStructEnd(ctx)
		case id == 1:
			m.ID, err = p.ReadUUID(ctx)
		case id == 2:
			m.Maybe = new(thrift.Tuuid)
			*m.Maybe, err = p.ReadUUID(ctx)
		case id == 3:
			err = m.readRoutes(ctx, p)
		case id == 4:
			m.Inner = &shapes.Point{}
			err = m.Inner.Read(ctx, p)
		default:
			err = p.Skip(ctx, t)
		}
		if err = errors.Join(err, p.ReadFieldEnd(ctx)); err != nil {
			return err
		}
	}
}

func (m *modern) readRoutes(ctx context.Context, p thrift.TProtocol) error {
	_, _, size, err := p.ReadMapBegin(ctx)
	m.Routes = make([]thrift.MapEntry[[]int8, []float64], size)
	for i := range m.Routes {
		e := &m.Routes[i]
		_, n, fault := p.ReadListBegin(ctx)
		err = errors.Join(err, fault)
		for range n {
			x, fault := p.ReadByte(ctx)
			e.Key, err = append(e.Key, x), errors.Join(err, fault)
		}
		err = errors.Join(err, p.ReadListEnd(ctx))
		_, n, fault = p.ReadSetBegin(ctx)
		err = errors.Join(err, fault)
		for range n {
			x, fault := p.ReadDouble(ctx)
			e.Value, err = append(e.Value, x), errors.Join(err, fault)
		}
		err = errors.Join(err, p.ReadSetEnd(ctx))
	}
	return errors.Join(err, p.ReadMapEnd(ctx))
}

func TestModern(t *testing.T) {
	hints, err := probe.Hints(&modern{})
	require.NoError(t, err)
	require.Equal(t, `ID id,1,default,uuid
Maybe maybe,2,optional,uuid
Routes routes,3,default,map<list<i8>:set<double>>
Inner inner,4,optional,shapes.Point
Gone -`, text(hints[0]))
	schema, err := probe.Schema(&modern{})
	require.NoError(t, err)
	for _, p := range peers {
		c, err := codec.ForType(reflect.TypeFor[modern](), p.p, codec.Options{Schema: schema})
		require.NoError(t, err)
		for _, v := range []*modern{
			{},
			{ID: thrift.Tuuid{1, 2}, Maybe: &thrift.Tuuid{3}, Inner: &shapes.Point{X: 1},
				Routes: []thrift.MapEntry[[]int8, []float64]{{Key: []int8{-1, 2}, Value: []float64{0.5}}, {Key: []int8{3}, Value: []float64{1, 2}}}},
		} {
			agree(t, p, c, reflect.ValueOf(v), func() thrift.TStruct { return &modern{} })
		}
	}
}

// holder has a union, as compilers after 0.17 write it: without one, Write fails
// late, and an older one's panics early.
type holder struct {
	Either *shapes.Either `thrift:"either,1"`
}

func (h *holder) Write(ctx context.Context, p thrift.TProtocol) error {
	return errors.Join(p.WriteStructBegin(ctx, "holder"), p.WriteFieldBegin(ctx, "either", thrift.STRUCT, 1), h.either(ctx, p),
		p.WriteFieldEnd(ctx), p.WriteFieldStop(ctx), p.WriteStructEnd(ctx))
}

func (h *holder) either(ctx context.Context, p thrift.TProtocol) error {
	if h.Either == nil {
		return errors.New("exactly one field must be set")
	}
	return h.Either.Write(ctx, p)
}

func (h *holder) Read(ctx context.Context, p thrift.TProtocol) error {
	return each(p, func() error {
		h.Either = &shapes.Either{}
		return h.Either.Read(ctx, p)
	})
}

// eager is a holder whose Write looks at the union first.
type eager holder

func (h *eager) Write(ctx context.Context, p thrift.TProtocol) error {
	_ = *h.Either
	return (*holder)(h).Write(ctx, p)
}

func (h *eager) Read(ctx context.Context, p thrift.TProtocol) error { return (*holder)(h).Read(ctx, p) }

func TestNilUnion(t *testing.T) {
	for _, v := range []thrift.TStruct{&holder{}, &eager{}} {
		hints, err := probe.Hints(v)
		require.NoError(t, err)
		require.Equal(t, "Either either,1,default,shapes.Either", text(hints[0]))
	}
}
