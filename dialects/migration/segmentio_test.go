package migration_test

import (
	"errors"
	"testing"

	"github.com/segmentio/encoding/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// User is tagged for segmentio/encoding.
type User struct {
	Name string             `thrift:"1,required"`
	Age  int32              `thrift:"2,optional"`
	IDs  map[int64]struct{} `thrift:"3"` // a set
	More []string           `thrift:"4"`
}

func encodeBySegmentio(v *User) ([]byte, error) {
	return thrift.Marshal(new(thrift.CompactProtocol), v)
}

func decodeBySegmentio(b []byte) (v User, err error) {
	err = thrift.Unmarshal(new(thrift.CompactProtocol), b, &v)
	return v, err
}

var users = codec.Must(codec.New[User](codec.Compact, codec.Options{}))

func encodeUser(v *User) ([]byte, error) { return users.Append(nil, v) }

func decodeUser(b []byte) (v User, err error) {
	n, err := users.Decode(b, &v)
	if err == nil && n != len(b) {
		err = errors.New("bytes after the user") // segmentio refuses them, miser leaves them to you
	}
	return v, err
}

func TestSegmentio(t *testing.T) {
	v := &User{Name: "ann", IDs: map[int64]struct{}{7: {}}, More: []string{"x"}}
	want, err := encodeBySegmentio(v)
	require.NoError(t, err)
	got, err := encodeUser(v)
	require.NoError(t, err)
	require.Equal(t, want, got)
	theirs, err := decodeBySegmentio(got)
	require.NoError(t, err)
	ours, err := decodeUser(want)
	require.NoError(t, err)
	require.Equal(t, theirs, ours)
	_, err = decodeUser(append(want, 0))
	require.Error(t, err)
}
