package miserkitex

import (
	"context"
	"fmt"
	"reflect"

	"github.com/cloudwego/gopkg/bufiox"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"

	"github.com/miserwire/miser/codec"
)

// kept is what a payload codec remembers of a type: its codec, or why it has
// none; neither where kitex's own codec takes it.
type kept struct {
	any *codec.Any
	err error
}

// codecOf returns the codec of data's type, nil where kitex's own is to take
// it.
func (c *payloads) codecOf(data any) (*codec.Any, error) {
	t := reflect.TypeOf(data)
	v, ok := c.types.Load(t)
	if !ok {
		v, _ = c.types.LoadOrStore(t, c.learn(t, data))
	}
	k := v.(*kept)
	return k.any, k.err
}

// What kitex's generic calls are known by. source: kitex's internal/generic.
type (
	genericWriter interface {
		Write(ctx context.Context, method string, w bufiox.Writer) error
	}
	genericReader interface {
		Read(ctx context.Context, method string, dataLen int, r bufiox.Reader) error
	}
)

func (c *payloads) learn(t reflect.Type, data any) *kept {
	_, writes := data.(genericWriter)
	_, reads := data.(genericReader)
	switch {
	case t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct:
		return &kept{err: fmt.Errorf("miserkitex: got %v; want a pointer to a struct", t)}
	case writes || reads:
		return c.leave(t, nil)
	}
	a, err := codec.ForType(t.Elem(), c.p, c.o)
	if err != nil {
		return c.leave(t, err)
	}
	return &kept{any: a}
}

// leave leaves t to kitex's own codec, where that speaks the protocol.
func (c *payloads) leave(t reflect.Type, why error) *kept {
	switch {
	case c.p == codec.Binary && why == nil:
	case c.p == codec.Binary:
		klog.Warnf("KITEX: miser leaves %v to kitex's codec: %v", t, why)
	case why == nil:
		return &kept{err: fmt.Errorf("miserkitex: %v is for generic calls, which speak Binary only", t)}
	default:
		return &kept{err: why}
	}
	return &kept{}
}

func (c *payloads) marshalElse(ctx context.Context, m remote.Message, out remote.ByteBuffer) error {
	other, err := c.other(m)
	if err != nil {
		return err
	}
	return other.Marshal(ctx, m, out)
}

func (c *payloads) unmarshalElse(ctx context.Context, m remote.Message, in remote.ByteBuffer) error {
	other, err := c.other(m)
	if err != nil {
		return err
	}
	return other.Unmarshal(ctx, m, in)
}

// other returns the payload codec that kitex would take if it had none by
// option.
func (c *payloads) other(m remote.Message) (remote.PayloadCodec, error) {
	if c.p != codec.Binary {
		return nil, fmt.Errorf("miserkitex: kitex has no %v of its own, which this message needs", c.p)
	}
	own := m.PayloadCodec()
	defer m.SetPayloadCodec(own)
	m.SetPayloadCodec(nil)
	return remote.GetPayloadCodec(m)
}
