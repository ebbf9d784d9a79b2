package interop

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// Our client makes all checks of our server: what fails here has nothing to do
// with a peer.
func TestOwn(t *testing.T) {
	own := &peer{
		protocols: []string{binary, compact},
		client: func(t *testing.T, addr string, w wire) []string {
			c, err := Dial(addr, w.codec(), w.framed())
			require.NoError(t, err)
			defer c.Close()
			return check(t, c, codec.ExceptionInternalError)
		},
	}
	for _, c := range own.combinations() {
		if c.role == asClient {
			t.Run(c.transport+"/"+c.protocol, func(t *testing.T) { testClient(t, own, c.wire) })
		}
	}
}
