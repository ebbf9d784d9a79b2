package probe_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
)

// TestHints has what the probe says of a type.
func TestHints(t *testing.T) {
	for _, tt := range []struct {
		v    thrift.TStruct
		want string // a line for each field
	}{
		{shapes.NewPoint(), "X x,1,required,i32\nY y,2,default,i32\nLabel label,3,optional,string"},
		{shapes.NewSets(), "Ids ids,1,default,set<i32>"},
		{shapes.NewPainted(), "Paint paint,1,default,shapes.Paint"},
		{shapes.NewNegative(), "N n,-1,default,i32"},
		{shapes.NewSetsWithin(), `ByNumber byNumber,1,default,map<i32:set<string>>
Lists lists,2,default,list<set<i64>>
Points points,3,default,set<shapes.Point>
Colors colors,4,default,set<shapes.Color>
Maybe maybe,5,optional,set<string>`},
		{shapes.NewCoats(), `Coat coat,1,default,shapes.Coat
Paints paints,2,default,list<shapes.Paint>
ByPaint byPaint,3,default,map<shapes.Paint:set<shapes.Coat>>
Maybe maybe,4,optional,shapes.Paint
All all,5,default,list<shapes.Paint>
Times times,6,default,list<i64>
Must must,7,required,shapes.Paint
ByColor byColor,8,default,map<shapes.Color:i64>`},
		{shapes.NewEnums(), "Color color,1,default,shapes.Color\nColors colors,2,default,list<shapes.Color>\nAt at,3,default,i64"},
		{shapes.NewNeeds(), `B b,1,required,bool
Texts texts,2,required,list<string>
Point point,3,required,shapes.Point
Raw raw,4,required,binary
N n,5,optional,i32
Shapes shapes,6,required,map<string:shapes.Shape>`},
		{shapes.NewChoices(), `Numbers numbers,1,optional,list<i32>
Texts texts,2,optional,set<string>
Bools bools,3,optional,map<i32:bool>
Raw raw,4,optional,binary
Point point,5,optional,shapes.Point
Color color,6,optional,shapes.Color
B b,7,optional,bool
Untold untold,8,optional,list<i32>`},
		{shapes.NewAllDefaults(), allDefaults},
		{shapes.NewAuto(), `A a,-1,default,i32
B b,-2,default,bool
C c,-3,default,bool
D d,-4,default,string
E e,-5,default,shapes.Empty
F f,-6,default,shapes.Empty
G g,-7,default,list<i32>
H h,-8,default,set<i32>
I i,-9,optional,i32
J j,1,default,shapes.Paint`},
		{shapes.NewKeyed(), "ByPoint byPoint,1,default,map<shapes.Point:i32>"},
		{shapes.NewPointedAt(), "Numbers numbers,1,optional,list<i32>"},
		{shapes.NewTree(), "Value value,1,default,i32\nKids kids,2,optional,list<shapes.Tree>\nNamed named,3,default,map<string:shapes.Tree>"},
		{shapes.NewEither(), "union\nNumber number,1,optional,i32\nText text,2,optional,string\nPoint point,3,optional,shapes.Point"},
		{shapes.NewChooser(), "Either either,1,default,shapes.Either\nOther other,2,optional,shapes.Either"},
		{shapes.NewJSON(), "union\nMany many,1,optional,list<shapes.JSON>\nNamed named,2,optional,map<string:shapes.JSON>\nText text,3,optional,string"},
		{shapes.NewExpr(), "union\nNegation negation,1,optional,shapes.Negation\nNumber number,2,optional,i32"},
		{shapes.NewNegation(), "Inner inner,1,required,shapes.Expr\nOther other,2,default,shapes.Expr"},
		{shapes.NewPing(), "Pong pong,1,required,shapes.Pong"},
		{shapes.NewPong(), "Ping ping,1,optional,shapes.Ping\nN n,2,required,i32"},
		{shapes.NewEmpty(), ""},
		{shapes.NewProbedPaintArgs(), `N n,1,default,i32
Either either,2,default,shapes.Either
Points points,3,default,set<shapes.Point>
Holder holder,4,default,shapes.Holder`},
		{shapes.NewProbedPaintResult(), "Success success,0,optional,set<shapes.Paint>\nMissing missing,1,optional,shapes.NotFound"},
		{shapes.NewProbedNumberResult(), "Success success,0,optional,i32\nMissing missing,1,optional,shapes.NotFound"},
		{shapes.NewNotFound(), "What what,1,default,string\nCode code,2,default,i32"},
	} {
		hints, err := probe.Hints(tt.v)
		require.NoError(t, err, "%T", tt.v)
		require.Equal(t, tt.want, text(hints[0]), "%T", tt.v)
	}
}

// allDefaults is what the probe says of AllDefaults, wherever its defaults are
// from.
const allDefaults = `B b,1,optional,bool
I i,2,optional,i32
S s,3,optional,string
Raw raw,4,optional,binary
Color color,5,optional,shapes.Color
Numbers numbers,6,optional,list<i32>
Counts counts,7,optional,map<string:i32>
Texts texts,8,optional,set<string>
Point point,9,optional,shapes.Point
Di di,10,default,i32
Dtexts dtexts,11,default,list<string>
Dpoint dpoint,12,default,shapes.Point
Ri ri,13,required,i32
Paint paint,14,optional,shapes.Paint
Empty empty,15,optional,binary
Zero zero,16,optional,i32
D d,17,optional,double
No no,18,optional,bool
Nested nested,19,default,map<i32:list<string>>`

func text(h layout.Hint) string {
	var lines []string
	if h.Union {
		lines = append(lines, "union")
	}
	for _, f := range h.Fields {
		lines = append(lines, f.GoName+" "+f.Tag)
	}
	return strings.Join(lines, "\n")
}

// hintOf returns the hint of T.
func hintOf[T any](t testing.TB, hints []layout.Hint) layout.Hint {
	t.Helper()
	for _, h := range hints {
		if h.Type == reflect.TypeFor[T]() {
			return h
		}
	}
	t.Fatalf("no hint of %v", reflect.TypeFor[T]())
	return layout.Hint{}
}

// TestDefaults finds defaults in whatever leads to a type, or in the type's value.
func TestDefaults(t *testing.T) {
	for _, v := range []thrift.TStruct{
		shapes.NewAllDefaults(), &shapes.InField{}, &shapes.InList{}, &shapes.InSet{}, &shapes.InMap{}, &shapes.InKey{}, &shapes.InDeep{}, &shapes.InPointer{},
		&shapes.ProbedTellArgs{},
	} {
		hints, err := probe.Hints(v)
		require.NoError(t, err, "%T", v)
		h := hintOf[shapes.AllDefaults](t, hints)
		require.Equal(t, allDefaults, text(h), "%T", v)
		want := shapes.NewAllDefaults()
		got := h.New().(*shapes.AllDefaults)
		if _, given := v.(*shapes.AllDefaults); !given {
			want.Ri = 0 // a required field has to come anyway
		}
		require.Equal(t, want, got, "%T", v)

		// Each value has slices and maps of its own.
		other := h.New().(*shapes.AllDefaults)
		other.Raw[0], other.Dtexts[0], other.Nested[1][0] = '!', "!", "!"
		other.Nested[2] = nil
		require.Equal(t, want, got, "%T", v)
	}
}

// TestNoDefaults has types that need no constructor, or whose defaults nobody
// shows.
func TestNoDefaults(t *testing.T) {
	for _, v := range []thrift.TStruct{shapes.NewShape(), &shapes.AllDefaults{}, shapes.NewHolder()} {
		hints, err := probe.Hints(v)
		require.NoError(t, err)
		require.Nil(t, hints[0].New, "%T", v)
	}
	hints, err := probe.Hints(&shapes.AllDefaults{}) // optional fields that can be nil are seen all the same
	require.NoError(t, err)
	require.Contains(t, text(hints[0]), "Numbers numbers,6,optional,")
	require.Contains(t, text(hints[0]), "I i,2,default,")
	require.Contains(t, text(hints[0]), "Zero zero,16,optional,")
}

func TestOpenFields(t *testing.T) {
	for _, tt := range []struct {
		v    thrift.TStruct
		want string
	}{
		{&shapes.Flags{}, "shapes.Flags.On: it is optional and its default is not known, so it is always written; pass shapes.NewFlags() to the probe"},
		{shapes.NewFlags(), ""},
		{&shapes.AllDefaults{}, "shapes.AllDefaults.B: it is optional and its default is not known, so it is always written; pass shapes.NewAllDefaults() to the probe"},
		{&shapes.InKey{}, ""},
		{&shapes.Shape{}, ""},
	} {
		open, err := probe.OpenFields(tt.v)
		require.NoError(t, err)
		var lines []string
		for _, f := range open {
			lines = append(lines, f.String())
		}
		require.Equal(t, tt.want, strings.Join(lines, "\n"), "%T", tt.v)
	}
}

// TestGiven has values beside each other, and beside what Reads show.
func TestGiven(t *testing.T) {
	given := shapes.NewFlags()
	hints, err := probe.Hints(&shapes.Flags{}, shapes.NewFlags(), given)
	require.NoError(t, err)
	require.Len(t, hints, 1)
	given.N = 1 // the probe keeps nothing of it
	require.Equal(t, shapes.NewFlags(), hints[0].New())

	_, err = probe.Hints(shapes.NewFlags(), given)
	require.ErrorContains(t, err, "shapes.Flags: two values of the type are passed, with other contents; pass one, shapes.NewFlags()")

	_, err = probe.Hints(shapes.NewHolder(), shapes.NewDefaults())
	require.NoError(t, err)
	_, err = probe.Hints(shapes.NewHolder(), &shapes.Defaults{N: 8})
	require.ErrorContains(t, err, "shapes.Defaults: its defaults are not the same wherever a Read makes it, or not those of the value that was passed; pass shapes.NewDefaults() to the probe")

	_, err = probe.Hints(nil)
	require.ErrorContains(t, err, "got <nil>; pass a pointer to a generated struct")
	_, err = probe.Hints((*shapes.Point)(nil))
	require.ErrorContains(t, err, "got a nil *shapes.Point; pass shapes.NewPoint()")
	hints, err = probe.Hints()
	require.NoError(t, err)
	require.Empty(t, hints)
}

// TestOwnHints adds a hint of the caller's to those of the probe.
func TestOwnHints(t *testing.T) {
	hints, err := probe.Hints(&shapes.Flags{})
	require.NoError(t, err)
	s, err := layout.NewSchema(append(hints, layout.Constructor(shapes.NewFlags))...)
	require.NoError(t, err)
	plan, err := s.Of(reflect.TypeFor[shapes.Flags]())
	require.NoError(t, err)
	require.True(t, plan.Init.Named)
}

// TestExplain tells a field of the schema from one that is assumed.
func TestExplain(t *testing.T) {
	sets := reflect.TypeFor[shapes.Sets]()
	plain, err := layout.Of(sets)
	require.NoError(t, err)
	require.Contains(t, plain.Explain(), "assumed: list (a set needs TYPE)")
	require.True(t, plain.Fields[0].Assumed)

	s, err := probe.Schema(shapes.NewSets(), shapes.NewHolder())
	require.NoError(t, err)
	plan, err := s.Of(sets)
	require.NoError(t, err)
	require.Contains(t, plan.Explain(), "set<i32>")
	require.Contains(t, plan.Explain(), "TYPE in schema")
	require.False(t, plan.Fields[0].Assumed)

	plan, err = s.Of(reflect.TypeFor[shapes.Defaults]())
	require.NoError(t, err)
	require.Contains(t, plan.Explain(), "constructor in schema")
}
