package layout

//lint:file-ignore U1000 reflection looks at what nothing uses

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type (
	quietRing struct {
		_ int8
		*quietOther
	}
	quietOther struct {
		_ int8
		*quietRing
	}
	loudRing struct {
		*loudOther
		Data string
	}
	loudOther struct {
		*loudRing
	}
	quietInside struct {
		_    int8
		_own []byte
	}
	loudInside struct {
		quietInside
		loud bool
	}
)

// TestUntaggedStructs: a struct without tags is an empty one when it holds no data, and a mistake otherwise,
// also where the data lies in embedded structs, which may lead back to themselves.
func TestUntaggedStructs(t *testing.T) {
	for _, tt := range []struct {
		typ  reflect.Type
		good bool
	}{
		{reflect.TypeFor[struct{}](), true},
		{reflect.TypeFor[quietInside](), true},
		{reflect.TypeFor[struct{ quietInside }](), true},
		{reflect.TypeFor[struct{ *quietInside }](), true},
		{reflect.TypeFor[struct{ *quietOther }](), true},
		{reflect.TypeFor[loudInside](), false},
		{reflect.TypeFor[struct{ loudInside }](), false},
		{reflect.TypeFor[struct{ *loudInside }](), false},
		{reflect.TypeFor[struct{ *loudOther }](), false},
		{reflect.TypeFor[struct{ A int32 }](), false},
		{reflect.TypeFor[struct{ a int32 }](), false},
		{reflect.TypeFor[struct{ _ int32 }](), true},
		{reflect.TypeFor[struct{ time.Time }](), false},
	} {
		s, err := Of(tt.typ)
		if !tt.good {
			require.ErrorContains(t, err, "none of them has a thrift tag", "%v", tt.typ)
			continue
		}
		require.NoError(t, err, "%v", tt.typ)
		require.Empty(t, s.Fields)
	}
}
