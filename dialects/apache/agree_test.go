package apache_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/dialects/internal/agree"
	"github.com/miserwire/miser/layout"
)

// TestAgree: miser and the code of each compiler agree about random values.
func TestAgree(t *testing.T) {
	eachCompiler(t, func(t *testing.T, c *compiler, p codec.Protocol, schema *layout.Schema) {
		agree.Run(t, c.peer(p), p, schema, c.types())
	})
}

// eachCompiler runs f for each compiler in both protocols, with the schema that the probe finds.
func eachCompiler(t *testing.T, f func(t *testing.T, c *compiler, p codec.Protocol, schema *layout.Schema)) {
	for _, c := range compilers() {
		t.Run(c.version, func(t *testing.T) {
			schema, err := probe.Schema(c.made()...)
			require.NoError(t, err)
			for _, p := range []codec.Protocol{codec.Binary, codec.Compact} {
				t.Run(p.String(), func(t *testing.T) { f(t, &c, p, schema) })
			}
		})
	}
}
