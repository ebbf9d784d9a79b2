package codec

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
)

type (
	lateMember interface{ FieldID() int16 }
	lateText   struct {
		S string `thrift:"1"`
	}
	lateNumbers struct {
		X  int64     `thrift:"1"`
		Y  int64     `thrift:"3"`
		In latePanic `thrift:"2"`
	}
	latePanic struct {
		Z int64 `thrift:"1"`
		L []int `thrift:"-"`
	}
	lateUnion   struct{ V lateMember }
	lateForeign struct{ N int32 }
	embedsUnion struct {
		lateUnion `thrift:"-"`
		X         int32 `thrift:"2"`
	}
)

func (*lateText) FieldID() int16    { return 2 }
func (*lateNumbers) FieldID() int16 { return 5 }
func (*lateForeign) FieldID() int16 { return 9 }

func (*lateUnion) UnionMembers() []lateMember {
	return []lateMember{(*lateText)(nil), (*lateNumbers)(nil)}
}

var latePanics bool

// InitDefault gives memory, so that it is called for each value.
func (p *latePanic) InitDefault() {
	if latePanics {
		panic("late")
	}
	p.L = []int{1}
}

// TestUnionAfterPanic: what a panic of InitDefault leaves behind is of one type.
func TestUnionAfterPanic(t *testing.T) {
	c, err := New[lateUnion](Binary, Options{})
	require.NoError(t, err)
	text, err := c.Append(nil, &lateUnion{&lateText{"x"}})
	require.NoError(t, err)
	numbers, err := c.Append(nil, &lateUnion{&lateNumbers{X: 0x414141, Y: 0x12345678, In: latePanic{Z: 1}}})
	require.NoError(t, err)
	both := append(text[:len(text)-1:len(text)-1], numbers...)
	latePanics = true
	defer func() { latePanics = false }()
	var v lateUnion
	require.Panics(t, func() { _, _ = c.Decode(both, &v) })
	require.Nil(t, v.V)
}

// TestUnionForgetsForeign: under Reuse, what is no member does not stay.
func TestUnionForgetsForeign(t *testing.T) {
	for _, p := range []Protocol{Binary, Compact} {
		c, err := New[lateUnion](p, Options{Reuse: true})
		require.NoError(t, err)
		v := lateUnion{&lateForeign{3}}
		_, err = c.Decode([]byte{0}, &v)
		require.NoError(t, err)
		require.Nil(t, v.V)
	}
}

// TestUselessHints: a hint that could have no effect is refused.
func TestUselessHints(t *testing.T) {
	type nulled struct {
		N Null[int32] `thrift:"n,1"`
	}
	for _, h := range []layout.Hint{
		{Type: reflect.TypeFor[lateUnion](), Fields: []layout.FieldHint{{GoName: "V", Tag: "v,1"}}},
		{Type: reflect.TypeFor[lateUnion](), New: func() any { return new(lateUnion) }},
	} {
		s, err := layout.NewSchema(h)
		require.NoError(t, err)
		_, err = New[lateUnion](Binary, Options{Schema: s})
		require.ErrorContains(t, err, "a union in an interface has neither")
	}
	s, err := layout.NewSchema(layout.Hint{Type: reflect.TypeFor[Null[int32]](), Fields: []layout.FieldHint{{GoName: "V", Tag: "v,1"}}})
	require.NoError(t, err)
	_, err = New[nulled](Binary, Options{Schema: s})
	require.ErrorContains(t, err, "no struct of Thrift's")

	_, err = New[embedsUnion](Binary, Options{}) // the method is that of what it embeds
	require.NoError(t, err)
}

type (
	oddElem struct {
		A int32 `thrift:"1,required"`
	}
	oddList struct {
		L []oddElem `thrift:"1"`
	}
)

// TestOddOfAnotherElement: what came for a field of one element says nothing of
// another.
func TestOddOfAnotherElement(t *testing.T) {
	b := []byte{15, 0, 1, 12, 0, 0, 0, 2, 11, 0, 1, 0, 0, 0, 0, 8, 0, 1, 0, 0, 0, 1, 0, 0, 0}
	c, err := New[oddList](Binary, Options{})
	require.NoError(t, err)
	_, err = c.Decode(b, new(oddList))
	require.ErrorIs(t, err, ErrMissingRequired)
	require.ErrorContains(t, err, "oddList.L[1].A")
	require.NotContains(t, err.Error(), "came for")
}
