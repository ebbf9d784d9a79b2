package apache

import (
	"math"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// Options of a [Client], and of the protocols that a [ProtocolFactory] makes.
type Options struct {
	// Protocol is codec.Binary or codec.Compact. There is no default.
	Protocol codec.Protocol

	// Framed puts each message into a frame, as thrift.TFramedTransport does.
	// The transport has to be a plain one then, such as a thrift.TSocket.
	Framed bool

	// Service goes before the names of the methods that a Client calls, for a
	// server with a thrift.TMultiplexedProcessor.
	Service string

	// Codec has the options of structs. A nil Schema is what package probe finds;
	// one of the caller's is for all types at once, and so needs less memory. Its limits also hold for the messages and
	// frames that are read, and Limits.Message for the frames that are written.
	// What Alias shares with a message lives until the next one is read.
	Codec codec.Options
}

// defaultFrame is the default of Limits.Message for frames.
const defaultFrame = thrift.DEFAULT_MAX_FRAME_SIZE

// check returns what is wrong with o.
func (o Options) check() error {
	_, err := codec.New[struct{}](o.Protocol, o.Codec)
	return err
}

// mostFrame is the longest frame that may be written.
func (o Options) mostFrame() int {
	if o.Codec.Limits.Message == 0 {
		return defaultFrame
	}
	return o.Codec.Limits.Message
}

// configuration is what generated code, which knows no codec.Options, may do.
func configuration(l codec.Limits) *thrift.TConfiguration {
	clip := func(n int) int32 { return int32(min(n, math.MaxInt32)) }
	return &thrift.TConfiguration{MaxMessageSize: clip(l.Message), MaxContainerSize: clip(l.Container)}
}

// generated returns Apache's protocol p over m.
func generated(m *memory, p codec.Protocol, conf *thrift.TConfiguration) thrift.TProtocol {
	if p == codec.Compact {
		return thrift.NewTCompactProtocolConf(m, conf)
	}
	return thrift.NewTBinaryProtocolConf(m, conf)
}
