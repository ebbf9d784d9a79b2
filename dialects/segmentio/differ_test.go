package segmentio_test

import (
	"testing"

	"github.com/segmentio/encoding/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
)

// The peer as it is.
var (
	inCompact = peer(codec.Compact, &thrift.CompactProtocol{})
	inBinary  = peer(codec.Binary, &thrift.BinaryProtocol{})
)

func peer(p codec.Protocol, theirs thrift.Protocol) contrast.Peer {
	return contrast.Peer{
		Protocol:  p,
		Marshal:   func(v any) ([]byte, error) { return thrift.Marshal(theirs, v) },
		Unmarshal: func(b []byte, v any) error { return thrift.Unmarshal(theirs, b, v) },
	}
}

// TestDifferences pins each, and that the README lists it.
func TestDifferences(t *testing.T) {
	contrast.Check(t, "segmentio/encoding", append(written(), read()...))
}
