package rpc

import (
	"context"
	"net"

	"github.com/apache/thrift/lib/go/thrift"

	types "github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/rpc/apache"
)

// apacheHandler is Echo in the types of Apache's compiler.
type apacheHandler struct{}

func (apacheHandler) Media(_ context.Context, v *types.MediaContent) (*types.MediaContent, error) {
	return v, nil
}

func (apacheHandler) Small(_ context.Context, v *types.OneOfEach) (*types.OneOfEach, error) {
	return v, nil
}

func serveApache(ln net.Listener) error {
	conf := &thrift.TConfiguration{}
	return thrift.NewTSimpleServer4(apache.NewEchoProcessor(apacheHandler{}), listening(ln),
		thrift.NewTFramedTransportFactoryConf(thrift.NewTTransportFactory(), conf),
		thrift.NewTBinaryProtocolFactoryConf(conf)).Serve()
}

// listening returns a TServerSocket on ln.
func listening(ln net.Listener) *thrift.TServerSocket {
	give := func(net.Addr) (net.Listener, error) { return ln, nil }
	return thrift.NewTServerSocketFromFactoryTimeout(give, ln.Addr(), 0)
}
