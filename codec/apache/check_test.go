package apache_test

import (
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		v    thrift.TStruct
		want string // part of the error, "" for none
	}{
		{&shapes.ShapesMoveArgs{}, ""},
		{&shapes.ShapesMoveResult{}, ""},
		{&shapes.ShapesPutArgs{}, ""},
		{&shapes.ShapesPutResult{}, ""},
		{&shapes.ShapesCountResult{}, ""},
		{&shapes.ShapesHintArgs{}, ""},
		{&shapes.BasePingArgs{}, ""},
		{&shapes.BasePingResult{}, ""},
		{&shapes.Enums{}, ""},
		{&shapes.Tree{}, ""},
		{&shapes.Either{}, ""},
		{&shapes.Chooser{}, ""},
		{&shapes.Plain{}, ""},
		{&shapes.TaggedSets{}, ""},
		{&shapes.TaggedPaint{}, ""},
		{&shapes.GivenHolder{}, ""},
		{&shapes.Defaults{}, ""}, // alone it has none: they are set by what holds it
		{&shapes.ShapesNamesArgs{}, `shapes.ShapesNamesArgs.Among: the generated code reads it otherwise; for a set, give the IDL field (go.tag = "frugal:\"1,default,set<...>\"")`},
		{&shapes.ShapesNamesResult{}, "shapes.ShapesNamesResult.Success: "},
		{&shapes.Sets{}, "shapes.Sets.Ids: "},
		{&shapes.Holder{}, "shapes.Holder.Inner: the generated code reads it otherwise; where the struct has defaults, give its Go type a method InitDefault\nthrift: apache: shapes.Holder.More: "},
		{&shapes.Painted{}, `shapes.Painted.Paint: the generated code reads it otherwise; for a typedef of an enum, give the IDL field (go.tag = "frugal:\"1,default,Name\"")`},
		{&shapes.Negative{}, "none of them has a thrift tag"},
		{&shapes.PointedAt{}, ""},
		{&shapes.Keyed{}, "shapes.Keyed.ByPoint: "},
		{nil, "got <nil>; pass a pointer to a generated struct"},
	} {
		err := apache.Check(tt.v)
		if tt.want == "" {
			require.NoError(t, err, "%T", tt.v)
			continue
		}
		require.ErrorContains(t, err, tt.want, "%T", tt.v)
	}
}
