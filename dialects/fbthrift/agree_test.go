package fbthrift_test

import (
	"reflect"
	"testing"

	"github.com/facebook/fbthrift/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
	"github.com/miserwire/miser/layout"
)

// protocols are those of fbthrift's library of 2016.
var protocols = []struct {
	name  string
	miser codec.Protocol
	peer  func(thrift.TTransport) thrift.TProtocol
}{
	{"Binary", codec.Binary, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTBinaryProtocolTransport(t) }},
	{"Compact", codec.Compact, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTCompactProtocol(t) }},
}

// write has fbthrift's library write v.
func write(peer func(thrift.TTransport) thrift.TProtocol, v any) ([]byte, error) {
	b := thrift.NewTMemoryBuffer()
	w := &writer{p: peer(b)}
	switch v := v.(type) {
	case *Item:
		w.item(v)
	case *Shape:
		w.shape(v)
	case *Gone:
		w.gone(v)
	default:
		panic(v)
	}
	w.do(w.p.Flush())
	return b.Bytes(), w.err
}

// told is what tags of fbthrift do not tell: which slices are sets, and the defaults.
func told() *layout.Schema {
	s, err := layout.NewSchema(
		layout.Constructor(NewItem),
		layout.Hint{Type: reflect.TypeFor[Item](), Fields: []layout.FieldHint{
			{GoName: "Codes", Tag: "codes,8,default,set<i32>"},
			{GoName: "Names", Tag: "names,42,optional,set<string>"},
		}},
	)
	if err != nil {
		panic(err)
	}
	return s
}

// TestRandom: miser writes what fbthrift's library writes, and reads it back.
func TestRandom(t *testing.T) {
	known := told()
	agree[Item](t, known)
	agree[Shape](t, known)
	agree[Gone](t, known)
}

func agree[T any](t *testing.T, known *layout.Schema) {
	t.Helper()
	for _, p := range protocols {
		t.Run(reflect.TypeFor[T]().Name()+"/"+p.name, func(t *testing.T) {
			c := codec.Must(codec.New[T](p.miser, codec.Options{Schema: known}))
			r, n := random.Source(t)
			for range n {
				v := random.New[T](r, random.Options{Entries: 1, Depth: 3})
				theirs, err := write(p.peer, v)
				require.NoError(t, err)
				ours, err := c.Append(nil, v)
				require.NoError(t, err)
				if string(ours) != string(theirs) {
					t.Fatalf("%+v:\n got % x\nwant % x", *v, ours, theirs)
				}
				got := new(T)
				k, err := c.Decode(theirs, got)
				require.NoError(t, err)
				require.Equal(t, len(theirs), k)
				if item, ok := any(v).(*Item); ok {
					arrive(item)
				}
				want, err := write(p.peer, v)
				require.NoError(t, err)
				again, err := write(p.peer, got)
				require.NoError(t, err)
				require.Equal(t, want, again)
			}
		})
	}
}

// arrive makes v what it is to a reader: where it left out what has a default, that
// stands there.
func arrive(v *Item) {
	for ; v != nil; v = v.Parent {
		if v.Count == nil {
			v.Count = NewItem().Count
		}
		if v.Shape == nil {
			v.Shape = NewItem().Shape
		}
	}
}

// TestDefaults: what is absent is what the constructor gives, as it is to
// generated code, which calls it for every struct that it reads.
func TestDefaults(t *testing.T) {
	for _, p := range protocols {
		c := codec.Must(codec.New[Item](p.miser, codec.Options{Schema: told()}))
		b := &Item{Name: "a", Count: new(int32(7))}
		bytes, err := c.Append(nil, b)
		require.NoError(t, err)
		theirs, err := write(p.peer, b)
		require.NoError(t, err)
		require.Equal(t, theirs, bytes, "a value equal to its default goes out")

		type named struct {
			Name string `thrift:"name,2,required"`
		}
		bytes, err = codec.Must(codec.New[named](p.miser, codec.Options{})).Append(nil, &named{"a"})
		require.NoError(t, err)
		got, want := new(Item), NewItem()
		want.Name = "a"
		_, err = c.Decode(bytes, got)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}
