package kv_test

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/examples/kv"
)

// A server, a client in each protocol, and a shutdown.
func Example() {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := kv.NewServer()
	ended := make(chan error)
	go func() { ended <- server.Serve(ln) }()

	writer, err := kv.Dial(ln.Addr().String(), codec.Compact)
	if err != nil {
		panic(err)
	}
	defer writer.Close()
	fmt.Println("put:", writer.Put("greeting", []byte("hello")))

	reader, err := kv.Dial(ln.Addr().String(), codec.Binary)
	if err != nil {
		panic(err)
	}
	defer reader.Close()
	value, err := reader.Get("greeting")
	fmt.Printf("get: %s, %v\n", value, err)
	_, err = reader.Get("parting")
	var missing *kv.NotFound
	fmt.Println("get:", err, errors.As(err, &missing))

	// Three calls in one go, answered in order.
	var b kv.Batch
	b.Put("a", []byte("1"))
	a := b.Get("a")
	deleted := b.Delete("greeting")
	if err := reader.Do(&b); err != nil {
		panic(err)
	}
	value, err = a()
	was, _ := deleted()
	fmt.Printf("batch: %s, %v, %v\n", value, err, was)

	fmt.Println("shutdown:", server.Shutdown(context.Background()))
	fmt.Println("serve:", errors.Is(<-ended, net.ErrClosed))
	// Output:
	// put: <nil>
	// get: hello, <nil>
	// get: kv: there is no key "parting" true
	// batch: 1, <nil>, true
	// shutdown: <nil>
	// serve: true
}
