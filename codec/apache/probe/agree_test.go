package probe_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/internal/deep"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
)

var ctx = context.Background()

// peer is a protocol of both libraries.
type peer struct {
	name  string
	p     codec.Protocol
	stock func(thrift.TTransport) thrift.TProtocol
}

var peers = []peer{
	{"binary", codec.Binary, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTBinaryProtocolConf(t, nil) }},
	{"compact", codec.Compact, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTCompactProtocolConf(t, nil) }},
}

// schemaOfAll is one schema of all types.
func schemaOfAll(t testing.TB) *layout.Schema {
	t.Helper()
	var all []thrift.TStruct
	for _, f := range constructors {
		all = append(all, f())
	}
	s, err := probe.Schema(all...)
	require.NoError(t, err)
	return s
}

// TestAgree has random values, those of constructors among them: miser and the
// generated code write the same bytes, and read the same values.
func TestAgree(t *testing.T) {
	const seed = 3
	schema := schemaOfAll(t)
	for _, p := range peers {
		for _, f := range constructors {
			typ := reflect.TypeOf(f()).Elem()
			t.Run(p.name+"/"+typ.Name(), func(t *testing.T) {
				c, err := codec.ForType(typ, p.p, codec.Options{Schema: schema})
				require.NoError(t, err)
				r := &random{Rand: rand.New(rand.NewPCG(seed, 0))}
				for range 300 {
					v := r.structure(typ, 0)
					agree(t, p, c, v, f)
				}
			})
		}
	}
}

// agree compares bytes and what comes back of v, a pointer.
func agree(t *testing.T, p peer, c *codec.Any, v reflect.Value, fresh func() thrift.TStruct) {
	t.Helper()
	buf := thrift.NewTMemoryBuffer()
	require.NoError(t, v.Interface().(thrift.TStruct).Write(ctx, p.stock(buf)), "%v", v)
	want := buf.Bytes()
	got, err := c.Append(nil, v.Interface())
	require.NoError(t, err)
	require.Equal(t, want, got, "%v", v)

	mine := reflect.New(v.Type().Elem())
	n, err := c.Decode(want, mine.Interface())
	require.NoError(t, err)
	require.Equal(t, len(want), n)
	theirs := fresh()
	require.NoError(t, theirs.Read(ctx, p.stock(buf)))
	require.True(t, deep.Same(mine, reflect.ValueOf(theirs)), "got %v, want %v", mine, theirs)
}

// TestZero has values without any content.
func TestZero(t *testing.T) {
	schema := schemaOfAll(t)
	for _, p := range peers {
		for _, f := range constructors {
			v := reflect.New(reflect.TypeOf(f()).Elem())
			if isUnion(v.Interface()) || structless(t, schema, v) {
				continue
			}
			c, err := codec.ForType(v.Type().Elem(), p.p, codec.Options{Schema: schema})
			require.NoError(t, err)
			agree(t, p, c, v, f)
		}
	}
}

// structless reports whether v lacks a struct that is not optional, which the
// compiler here writes as an empty one.
func structless(t *testing.T, schema *layout.Schema, v reflect.Value) bool {
	t.Helper()
	plan, err := schema.Of(v.Type().Elem())
	require.NoError(t, err)
	for i := range plan.Fields {
		f := &plan.Fields[i]
		if f.Type.Kind == layout.KindStruct && f.Req != layout.Optional {
			return true
		}
	}
	return false
}

// TestUnion has unions without, and with too many, fields: both refuse them.
func TestUnion(t *testing.T) {
	schema := schemaOfAll(t)
	for _, v := range []thrift.TStruct{
		&shapes.Either{}, &shapes.Either{Number: new(int32(1)), Text: new("two")},
		&shapes.Chooser{Either: &shapes.Either{}}, &shapes.JSON{Many: []*shapes.JSON{{}}},
	} {
		for _, p := range peers {
			require.Error(t, v.Write(ctx, p.stock(thrift.NewTMemoryBuffer())))
			c, err := codec.ForType(reflect.TypeOf(v).Elem(), p.p, codec.Options{Schema: schema})
			require.NoError(t, err)
			_, err = c.Append(nil, v)
			require.ErrorIs(t, err, codec.ErrUnion)
		}
	}
}

// TestMissing has values that lack a required field.
func TestMissing(t *testing.T) {
	schema := schemaOfAll(t)
	for _, v := range []thrift.TStruct{&shapes.Needs{}, &shapes.Point{}, &shapes.AllDefaults{}, &shapes.Coats{}} {
		c, err := codec.ForType(reflect.TypeOf(v).Elem(), codec.Binary, codec.Options{Schema: schema})
		require.NoError(t, err)
		_, err = c.Decode([]byte{0}, v)
		require.ErrorIs(t, err, codec.ErrMissingRequired)
	}
}
