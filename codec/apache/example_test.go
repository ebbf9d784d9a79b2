package apache_test

import (
	"context"
	"fmt"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// A server on one port of this machine, and a client of it.
func Example() {
	socket, err := thrift.NewTServerSocket("127.0.0.1:0")
	if err == nil {
		err = socket.Listen()
	}
	if err != nil {
		panic(err)
	}
	server := newServer(newHandler(), socket)
	go server.Serve()

	trans := thrift.NewTSocketConf(socket.Addr().String(), nil)
	if err := trans.Open(); err != nil {
		panic(err)
	}
	client := newClient(trans)
	fmt.Println(client.Count(context.Background(), "four"))
	trans.Close()
	server.Stop()
	// Output: 4 <nil>
}

func newClient(trans thrift.TTransport) *shapes.ShapesClient {
	return shapes.NewShapesClient(apache.NewClient(trans, apache.Options{Protocol: codec.Compact, Framed: true}))
}

func newServer(h shapes.Shapes, socket thrift.TServerTransport) *thrift.TSimpleServer {
	processor := shapes.NewShapesProcessor(h)
	err := apache.Handle(processor, "move", codec.Options{}, func(ctx context.Context, a *shapes.ShapesMoveArgs, r *shapes.ShapesMoveResult) (err error) {
		r.Success, err = h.Move(ctx, a.Shape, a.Dx)
		return err
	})
	if err != nil {
		panic(err)
	}
	protocols := apache.NewProtocolFactory(apache.Options{Protocol: codec.Compact, Framed: true})
	return thrift.NewTSimpleServer4(processor, socket, thrift.NewTTransportFactory(), protocols)
}
