package rpc

import (
	"net"
	"slices"

	"github.com/miserwire/miser/codec"
)

// Server is a way to serve Echo.
type Server struct {
	Name     string
	Protocol codec.Protocol // that the client speaks with it, in frames
	Doc      string

	// serve serves what ln accepts until the process ends.
	serve func(ln net.Listener) error
}

// The names of the servers that goals are about.
const (
	Miser  = "miser"
	Apache = "apache"
	Kitex  = "kitex"
)

// Servers returns the servers, ours first.
func Servers() []*Server {
	return []*Server{
		{Miser, codec.Binary, "package codec on net, as in examples/kv", serveMiser},
		{Miser + "-compact", codec.Compact, "the same, called in Compact", serveMiser},
		{Apache, codec.Binary, "Apache Go's TSimpleServer, TFramedTransport, TBinaryProtocol, generated code", serveApache},
		{Kitex, codec.Binary, "kitex as its generator sets it up, with FastCodec", serveKitex},
		{Apache + "-miser", codec.Binary, "Apache's server, its methods switched by codec/apache, default options", serveApacheMiser},
		{Kitex + "-miser", codec.Binary, "kitex with the payload codec of codec/kitex, default options", serveKitexMiser},
	}
}

// server returns the server of that name, nil if there is none.
func server(name string) *Server {
	all := Servers()
	if i := slices.IndexFunc(all, func(s *Server) bool { return s.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}
