package miserkitex

import (
	"context"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/cloudwego/gopkg/bufiox"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/remote/codec/protobuf"
	"github.com/cloudwego/kitex/pkg/remote/codec/thrift"

	"github.com/miserwire/miser/codec"
)

// kept is what a payload codec remembers of a type: its codec, or why it has
// none; neither where kitex's own codec takes it.
type kept struct {
	any  *codec.Any
	err  error
	long atomic.Bool // the last message that was written had no place in a scratch
}

// of returns what it remembers of data's type.
func (c *payloads) of(data any) *kept {
	t := reflect.TypeOf(data)
	v, ok := c.types.Load(t)
	if !ok {
		v, _ = c.types.LoadOrStore(t, c.learn(t, data))
	}
	return v.(*kept)
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

// Kitex's own codecs.
var (
	kitexThrift   = thrift.NewThriftCodec()
	kitexProtobuf = protobuf.NewProtobufCodec()
)

// other returns kitex's own codec for m.
func (c *payloads) other(m remote.Message) (remote.PayloadCodec, error) {
	switch {
	case c.p != codec.Binary:
		return nil, fmt.Errorf("miserkitex: kitex has no %v of its own, which this message needs", c.p)
	case isThrift(m.RPCInfo()):
		return kitexThrift, nil
	}
	return kitexProtobuf, nil
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
