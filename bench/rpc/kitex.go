package rpc

import (
	"context"
	"net"

	"github.com/cloudwego/kitex/pkg/klog"
	kitex "github.com/cloudwego/kitex/server"

	"github.com/miserwire/miser/bench/gen/rpc/kitex/bench"
	kitexecho "github.com/miserwire/miser/bench/gen/rpc/kitex/rpc/echo"
)

// kitexHandler is Echo in the types of kitex' generator.
type kitexHandler struct{}

func (kitexHandler) Media(_ context.Context, v *bench.MediaContent) (*bench.MediaContent, error) {
	return v, nil
}

func (kitexHandler) Small(_ context.Context, v *bench.OneOfEach) (*bench.OneOfEach, error) {
	return v, nil
}

func serveKitex(ln net.Listener) error { return kitexWith(ln) }

// kitexWith serves with options beside those that it takes to be quiet.
func kitexWith(ln net.Listener, options ...kitex.Option) error {
	klog.SetLevel(klog.LevelError)
	return kitexecho.NewServer(new(kitexHandler), append(options, kitex.WithListener(ln))...).Run()
}
