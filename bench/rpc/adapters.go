package rpc

import (
	"context"
	"net"

	"github.com/apache/thrift/lib/go/thrift"
	kitex "github.com/cloudwego/kitex/server"

	"github.com/miserwire/miser/bench/gen/rpc/apache"
	"github.com/miserwire/miser/codec"
	miserapache "github.com/miserwire/miser/codec/apache"
	miserkitex "github.com/miserwire/miser/codec/kitex"
)

// serveApacheMiser is serveApache with the two methods switched to miser.
func serveApacheMiser(ln net.Listener) error {
	p := apache.NewEchoProcessor(apacheHandler{})
	var h apacheHandler
	if err := miserapache.Handle(p, methodMedia, codec.Options{}, func(ctx context.Context, a *apache.EchoMediaArgs, r *apache.EchoMediaResult) (err error) {
		r.Success, err = h.Media(ctx, a.V)
		return err
	}); err != nil {
		return err
	}
	if err := miserapache.Handle(p, methodSmall, codec.Options{}, func(ctx context.Context, a *apache.EchoSmallArgs, r *apache.EchoSmallResult) (err error) {
		r.Success, err = h.Small(ctx, a.V)
		return err
	}); err != nil {
		return err
	}
	return thrift.NewTSimpleServer4(p, listening(ln), thrift.NewTTransportFactory(),
		miserapache.NewProtocolFactory(miserapache.Options{Protocol: codec.Binary, Framed: true})).Serve()
}

// serveKitexMiser is serveKitex with the one option that switches to miser.
func serveKitexMiser(ln net.Listener) error {
	return kitexWith(ln, kitex.WithPayloadCodec(miserkitex.Default()))
}
