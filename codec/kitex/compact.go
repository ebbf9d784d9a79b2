package miserkitex

import (
	"context"
	stdbinary "encoding/binary"
	"fmt"

	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/rpcinfo"

	"github.com/miserwire/miser/codec"
)

// frameSize is the bytes of a frame's length.
const frameSize = 4

// compact is kitex's remote.Codec for the Compact protocol in frames.
type compact struct{ payloads *payloads }

var _ remote.Codec = (*compact)(nil)

// NewCompact returns a codec for messages of the Compact protocol, each in a
// frame: what Apache's TFramedTransport and TCompactProtocol speak. It is for
// client.WithCodec and server.WithCodec at both ends, since kitex's own codec
// knows messages of the Binary protocol alone: it refuses others before a
// payload codec sees them. What it costs: no TTHeader, hence no metadata beside
// the message; no generic calls; no other protocol at the same port. The
// options are those of [New].
func NewCompact(o codec.Options) (remote.Codec, error) {
	c, err := newPayloads(codec.Compact, o)
	if err != nil {
		return nil, err
	}
	return &compact{c}, nil
}

// Name implements [remote.Codec].
func (c *compact) Name() string { return c.payloads.Name() }

// String is what kitex shows of its options.
func (c *compact) String() string { return c.Name() }

// Encode implements [remote.Codec]. It is for kitex to call.
func (c *compact) Encode(ctx context.Context, m remote.Message, out remote.ByteBuffer) error {
	before := out.WrittenLen()
	err := c.payloads.marshal(ctx, m, out, frameSize)
	if s := rpcinfo.AsMutableRPCStats(m.RPCInfo().Stats()); s != nil {
		s.SetSendSize(uint64(out.WrittenLen() - before))
	}
	return err
}

// Decode implements [remote.Codec]. It is for kitex to call.
func (c *compact) Decode(ctx context.Context, m remote.Message, in remote.ByteBuffer) error {
	b, err := in.Next(frameSize)
	if err != nil {
		return protocolError(err)
	}
	size := int32(stdbinary.BigEndian.Uint32(b))
	if size <= 0 {
		return protocolError(fmt.Errorf("miserkitex: a frame of %d bytes: %w", size, codec.ErrInvalid))
	}
	m.SetPayloadLen(int(size))
	err = c.payloads.Unmarshal(ctx, m, in)
	if s := rpcinfo.AsMutableRPCStats(m.RPCInfo().Stats()); s != nil {
		s.SetRecvSize(uint64(in.ReadLen()))
	}
	return err
}
