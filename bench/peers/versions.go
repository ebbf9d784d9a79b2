package peers

import (
	"runtime/debug"
	"slices"
)

// modules are those of the peers.
var modules = []string{
	"github.com/apache/thrift", "github.com/cloudwego/gopkg", "github.com/cloudwego/frugal", "go.uber.org/thriftrw",
	"github.com/segmentio/encoding", "github.com/parquet-go/parquet-go", "github.com/apache/arrow-go/v18",
	"google.golang.org/protobuf", "github.com/planetscale/vtprotobuf", "buf.build/go/hyperpb",
}

// Versions returns the peers that this program was built with.
func Versions() (all []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, m := range info.Deps {
		if slices.Contains(modules, m.Path) {
			all = append(all, m.Path+" "+m.Version)
		}
	}
	return all
}
