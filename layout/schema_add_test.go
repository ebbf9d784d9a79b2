package layout

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

type (
	addOuter struct {
		Inner *addInner `thrift:"inner,1"`
		IDs   []int32   `thrift:"ids,2"`
	}
	addEmbeds struct{ addBase }
	addBase   struct {
		IDs []int32 `thrift:"ids,1"`
	}
	addInner struct {
		IDs []int32 `thrift:"ids,1"`
	}
)

func idsAreSet(t reflect.Type, id string) Hint {
	return Hint{Type: t, Fields: []FieldHint{{"IDs", "ids," + id + ",default,set<i32>"}}}
}

// TestSchemaAdd: hints may be added until their type has a plan.
func TestSchemaAdd(t *testing.T) {
	s, err := NewSchema()
	require.NoError(t, err)
	inner, outer := typ[addInner](), typ[addOuter]()
	require.False(t, s.Knows(inner))
	require.NoError(t, s.Add(idsAreSet(inner, "1")))
	require.True(t, s.Knows(inner))
	require.False(t, s.Knows(outer))

	p, err := s.Of(inner)
	require.NoError(t, err)
	require.Equal(t, Set, p.Fields[0].Type.Kind)

	// All or none.
	require.ErrorContains(t, s.Add(idsAreSet(outer, "2"), idsAreSet(inner, "1")), "it has a plan already")
	require.False(t, s.Knows(outer))

	require.NoError(t, s.Add(idsAreSet(outer, "2")))
	p, err = s.Of(outer)
	require.NoError(t, err)
	require.Equal(t, Set, p.Fields[1].Type.Kind)
	require.Equal(t, Set, p.Fields[0].Type.Elem.Struct.Fields[0].Type.Kind)

	// A struct that another one embeds is in the plan of that.
	_, err = s.Of(typ[addEmbeds]())
	require.NoError(t, err)
	require.ErrorContains(t, s.Add(idsAreSet(typ[addBase](), "1")), "it has a plan already")

	plain, err := Of(outer)
	require.NoError(t, err)
	require.Equal(t, List, plain.Fields[1].Type.Kind)
}

// TestSchemaAddWhilePlanning: a plan has all hints that were added before it was
// there, or they are refused.
func TestSchemaAddWhilePlanning(t *testing.T) {
	for range 200 {
		s, err := NewSchema()
		require.NoError(t, err)
		var added error
		var p *Struct
		var wg sync.WaitGroup
		wg.Go(func() { added = s.Add(idsAreSet(typ[addOuter](), "2"), idsAreSet(typ[addInner](), "1")) })
		wg.Go(func() { p, _ = s.Of(typ[addOuter]()) })
		wg.Wait()
		want := Set
		if added != nil {
			want = List
		}
		require.Equal(t, want, p.Fields[1].Type.Kind)
		require.Equal(t, want, p.Fields[0].Type.Elem.Struct.Fields[0].Type.Kind)
	}
}
