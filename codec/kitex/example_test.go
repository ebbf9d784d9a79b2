package miserkitex_test

import (
	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/server"

	"github.com/miserwire/miser/codec"
	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	service "github.com/miserwire/miser/codec/kitex/internal/gen/shop/shop"
)

// A server that takes messages of 1 MiB, no more.
func ExampleNew() {
	payloads, err := miserkitex.New(codec.Options{Limits: codec.Limits{Message: 1 << 20}})
	if err != nil {
		panic(err)
	}
	var handler shop.Shop
	service.NewServer(handler, server.WithPayloadCodec(payloads))
}

func ExampleDefault() {
	service.MustNewClient("shop", client.WithPayloadCodec(miserkitex.Default()))
}
