package parquet_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
)

// TestRandom: both give the same bytes for the same value, and each reads what
// the other wrote as the other does. Bools of lists are mended, see apacheBools.
func TestRandom(t *testing.T) {
	agree[zeros](t)
	agree[nulls](t)
	agree[lists](t)
	agree[unions](t)
	agree[format.FileMetaData](t)
	agree[format.PageHeader](t)
	agree[format.ColumnIndex](t)
	agree[format.OffsetIndex](t)
	agree[format.BloomFilterHeader](t)
	agree[format.FileCryptoMetaData](t)
	agree[format.LogicalType](t)
}

func agree[T any](t *testing.T) {
	t.Run(fmt.Sprintf("%T", *new(T)), func(t *testing.T) {
		c := codec.Must(codec.New[T](codec.Compact, codec.Options{}))
		in := codec.Must(codec.New[T](codec.Binary, codec.Options{}))
		r, n := random.Source(t)
		for range n {
			v := random.New[T](r, random.Options{Entries: 1, NoMinus: true, Hook: union})
			theirs := marshal(t, v)
			ours, err := c.Append(nil, v)
			require.NoError(t, err)
			if !bytes.Equal(theirs, ours) {
				t.Fatalf("%+v:\n got % x\nwant % x", *v, ours, theirs)
			}
			want, got := new(T), new(T)
			require.NoError(t, thrift.Unmarshal(&thrift.CompactProtocol{}, ours, want))
			k, err := c.Decode(ours, got)
			require.NoError(t, err)
			require.Equal(t, len(ours), k)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("% x:\n got %+v\nwant %+v", ours, *got, *want)
			}
			// The peer has no Binary that is Thrift's.
			b, err := in.Append(nil, v)
			require.NoError(t, err)
			got = new(T)
			_, err = in.Decode(b, got)
			require.NoError(t, err)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("% x:\n got %+v\nwant %+v", b, *got, *want)
			}
		}
	})
}

// union sets the interface of a union to one of its members, or leaves it nil.
func union(r *rand.Rand, v reflect.Value) bool {
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return false
	}
	u, ok := v.Addr().Interface().(thrift.Union)
	if !ok {
		return false
	}
	members := u.UnionMembers()
	if i := r.IntN(len(members) + 1); i < len(members) {
		m := reflect.New(reflect.TypeOf(members[i]).Elem())
		random.Fill(r, m.Elem(), random.Options{Depth: 1, NoMinus: true, Hook: union})
		v.Field(0).Set(m)
	}
	return true
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := new(thrift.CompactProtocol).NewWriter(&b)
	require.NoError(t, thrift.NewEncoder(&apacheBools{w}).Encode(v))
	return b.Bytes()
}

// apacheBools writes the bools of lists as Apache does: 1 and 2, of type 1.
type apacheBools struct{ writer }

// writer has another name than the method that it has.
type writer = thrift.Writer

func (w *apacheBools) WriteBool(v bool) error {
	if v {
		return w.WriteInt8(1)
	}
	return w.WriteInt8(2)
}

func (w *apacheBools) WriteList(l thrift.List) error {
	if l.Type == thrift.BOOL {
		l.Type = thrift.TRUE
	}
	return w.writer.WriteList(l)
}
