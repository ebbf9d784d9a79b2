package apache_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
)

func TestCheck(t *testing.T) {
	for _, v := range []thrift.TStruct{
		&shapes.ShapesMoveArgs{}, &shapes.ShapesMoveResult{}, &shapes.ShapesPutArgs{}, &shapes.ShapesPutResult{}, &shapes.ShapesCountResult{},
		&shapes.ShapesHintArgs{}, &shapes.BasePingArgs{}, &shapes.BasePingResult{}, &shapes.ShapesNamesArgs{}, &shapes.ShapesNamesResult{},
		&shapes.Enums{}, &shapes.Tree{}, &shapes.Either{}, &shapes.Chooser{}, &shapes.Plain{}, &shapes.TaggedSets{}, &shapes.TaggedPaint{},
		&shapes.GivenHolder{}, &shapes.Defaults{}, &shapes.Sets{}, &shapes.Holder{}, &shapes.Painted{}, &shapes.Negative{}, &shapes.PointedAt{},
		&shapes.Keyed{}, &shapes.SetsWithin{}, &shapes.Coats{}, &shapes.Needs{}, &shapes.Choices{}, &shapes.AllDefaults{}, &shapes.InField{},
		&shapes.InList{}, &shapes.InSet{}, &shapes.InMap{}, &shapes.InKey{}, &shapes.InDeep{}, &shapes.InPointer{}, &shapes.Outer{}, &shapes.Flags{}, &shapes.Empty{},
		&shapes.InAuto{}, &shapes.JSON{}, &shapes.Expr{}, &shapes.Ping{}, &shapes.ProbedPaintArgs{}, &shapes.ProbedPaintResult{},
		&shapes.ProbedTellArgs{},
	} {
		require.NoError(t, apache.Check(v), "%T", v)
	}
	for _, tt := range []struct {
		v    thrift.TStruct
		want string
	}{
		{&editedArgs{}, "thrift: apache: apache_test.editedArgs.Name: the generated code reads it otherwise"},
		{&wrapped{}, "thrift: apache_test.wrapped.ShapesCountArgs: field 1, name, is written as a value of type STRING, for which a field has another Go type than shapes.ShapesCountArgs; "},
		{&shapes.Odd{}, "thrift: shapes.Odd: its Write fails: "},
		{nil, "thrift: apache: got <nil>; pass a pointer to a generated struct"},
	} {
		require.ErrorContains(t, apache.Check(tt.v), tt.want, "%T", tt.v)
	}
}

// editedArgs and editedResult are ShapesCountArgs and ShapesCountResult whose
// generated code somebody edited.
type editedArgs struct {
	Name string `thrift:"name,1" db:"name" json:"name"`
}

func (a *editedArgs) Write(ctx context.Context, p thrift.TProtocol) error {
	return (&shapes.ShapesCountArgs{Name: a.Name}).Write(ctx, p)
}

func (a *editedArgs) Read(ctx context.Context, p thrift.TProtocol) error {
	var s shapes.ShapesCountArgs
	err := s.Read(ctx, p)
	a.Name = s.Name + "!"
	return err
}

type editedResult struct {
	Success *int64 `thrift:"success,0" db:"success" json:"success,omitempty"`
}

func (r *editedResult) Write(ctx context.Context, p thrift.TProtocol) error {
	return (&shapes.ShapesCountResult{Success: r.Success}).Write(ctx, p)
}

func (r *editedResult) Read(ctx context.Context, p thrift.TProtocol) error {
	var s shapes.ShapesCountResult
	err := s.Read(ctx, p)
	if s.Success != nil {
		r.Success = new(-*s.Success)
	}
	return err
}

// wrapped is a generated struct in another one.
type wrapped struct{ shapes.ShapesCountArgs }

// TestEdited has structs that are left to their own code, everywhere.
func TestEdited(t *testing.T) {
	for _, f := range forms {
		p := shapes.NewShapesProcessor(newHandler())
		require.NoError(t, apache.Handle(p, "count", codec.Options{Reuse: true}, func(_ context.Context, a *editedArgs, r *editedResult) error {
			r.Success = new(int64(len(a.Name)))
			return nil
		}))
		tf, pf := f.factories()
		addr := serve(t, p, tf, pf)
		for range 3 {
			n, err := stockClient(t, addr, f).Count(ctx, "four")
			require.NoError(t, err)
			require.EqualValues(t, 5, n)
			var r editedResult
			_, err = apache.NewClient(socket(t, addr), f.options()).Call(ctx, "count", &wrapped{shapes.ShapesCountArgs{Name: "four"}}, &r)
			require.NoError(t, err)
			require.EqualValues(t, -5, *r.Success)
		}

		// A call that ends early.
		var conn recorder
		conn.in.Write(f.cut(t, codec.Message{Name: "count", Type: codec.Call, Seq: 1}, &shapes.ShapesCountArgs{Name: "four"}))
		ok, err := p.Process(ctx, pf.GetProtocol(&conn), pf.GetProtocol(&conn))
		require.False(t, ok)
		require.Error(t, err)
	}
}

// TestGivenSchema has a schema of the caller's: one that is right, and one that is
// not, so that the generated code does the work.
func TestGivenSchema(t *testing.T) {
	right, err := probe.Schema(&shapes.ShapesNamesArgs{}, &shapes.ShapesNamesResult{})
	require.NoError(t, err)
	wrong, err := layout.NewSchema(layout.Hint{
		Type:   reflect.TypeFor[shapes.ShapesNamesArgs](),
		Fields: []layout.FieldHint{{GoName: "Among", Tag: "among,1,default,list<string>"}},
	})
	require.NoError(t, err)
	for _, f := range forms {
		args := &shapes.ShapesNamesArgs{Among: []string{"b", "a"}}
		want := f.message(t, codec.Message{Name: "names", Type: codec.Call, Seq: 1}, args)
		for _, s := range []*layout.Schema{nil, right, wrong} {
			var conn recorder
			o := f.options()
			o.Codec.Schema = s
			_, err := apache.NewClient(&conn, o).Call(ctx, "names", args, nil)
			require.NoError(t, err)
			require.Equal(t, want, conn.out.Bytes())
		}
	}
}
