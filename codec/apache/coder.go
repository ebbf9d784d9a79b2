package apache

import (
	"context"
	"reflect"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// coder encodes and decodes values of one struct type in one protocol: by
// miser, or by their generated code where the two do not agree.
type coder struct {
	p    codec.Protocol
	any  *codec.Any // nil: by generated code
	conf *thrift.TConfiguration
}

// newCoder returns the coder of the struct type t. A type without generated
// code is miser's, or an error.
func newCoder(t reflect.Type, p codec.Protocol, o codec.Options) (*coder, error) {
	if reflect.PointerTo(t).Implements(tStruct) {
		v := judge(t, o.Schema)
		if v.err != nil {
			return &coder{p: p, conf: configuration(o.Limits)}, nil
		}
		o.Schema = v.schema
	}
	a, err := codec.ForType(t, p, o)
	if err != nil {
		return nil, err
	}
	return &coder{p: p, any: a}, nil
}

var tStruct = reflect.TypeFor[thrift.TStruct]()

// append appends the message m with the struct v to dst. On error it returns
// dst as it was.
// Caller: v is a pointer to the coder's type.
func (c *coder) append(ctx context.Context, dst []byte, m codec.Message, v any) ([]byte, error) {
	if c.any != nil {
		return c.any.AppendMessage(dst, m, v)
	}
	mem := memory{out: codec.AppendMessage(dst, c.p, m)}
	if err := v.(thrift.TStruct).Write(ctx, generated(&mem, c.p, c.conf)); err != nil {
		return dst, err
	}
	return mem.out, nil
}

// decode reads the struct v from the front of src and returns the bytes used.
// Caller: as for append.
func (c *coder) decode(ctx context.Context, src []byte, v any) (int, error) {
	if c.any != nil {
		return c.any.Decode(src, v)
	}
	reflect.ValueOf(v).Elem().SetZero()
	mem := memory{in: src}
	if err := v.(thrift.TStruct).Read(ctx, generated(&mem, c.p, c.conf)); err != nil {
		return 0, err
	}
	return len(src) - len(mem.in), nil
}

// coders are the coders of one connection or method: they are looked up
// without a lock.
type coders struct {
	o    Options
	made map[reflect.Type]*coder
}

// of returns the coder for what v points to.
func (c *coders) of(v any) (*coder, error) {
	t := reflect.TypeOf(v)
	if k := c.made[t]; k != nil {
		return k, nil
	}
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil, notStruct(v)
	}
	k, err := newCoder(t.Elem(), c.o.Protocol, c.o.Codec)
	if err != nil {
		return nil, err
	}
	if c.made == nil {
		c.made = map[reflect.Type]*coder{}
	}
	c.made[t] = k
	return k, nil
}
