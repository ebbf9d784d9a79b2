package apache

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// TestSharedPlans: types that several methods lead to have one plan, unless one
// way shows more of them than another.
func TestSharedPlans(t *testing.T) {
	args := judge(reflect.TypeFor[shapes.ShapesNamesArgs](), nil)
	result := judge(reflect.TypeFor[shapes.ShapesNamesResult](), nil)
	require.NoError(t, args.err)
	require.NoError(t, result.err)
	require.NotNil(t, args.schema)
	require.Same(t, args.schema, result.schema)

	alone := judge(reflect.TypeFor[shapes.Defaults](), nil)
	held := judge(reflect.TypeFor[shapes.Holder](), nil)
	require.NoError(t, alone.err)
	require.NoError(t, held.err)
	require.NotSame(t, alone.schema, held.schema)
}
