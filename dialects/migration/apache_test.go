package migration_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/dialects/gen/apache17/bench"
)

func encodeByApache(v *bench.MediaContent) ([]byte, error) {
	buf := thrift.NewTMemoryBufferLen(1024)
	p := thrift.NewTCompactProtocolConf(buf, nil)
	if err := v.Write(context.Background(), p); err != nil {
		return nil, err
	}
	return buf.Bytes(), p.Flush(context.Background())
}

func decodeByApache(b []byte) (*bench.MediaContent, error) {
	buf := &thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(b)}
	v := bench.NewMediaContent()
	return v, v.Read(context.Background(), thrift.NewTCompactProtocolConf(buf, nil))
}

var mediaContents = func() *codec.Codec[bench.MediaContent] {
	schema, err := probe.Schema(bench.NewMediaContent())
	if err != nil {
		panic(err)
	}
	return codec.Must(codec.New[bench.MediaContent](codec.Compact, codec.Options{Schema: schema}))
}()

func encode(dst []byte, v *bench.MediaContent) ([]byte, error) {
	return mediaContents.Append(dst, v)
}

func decode(b []byte) (*bench.MediaContent, error) {
	v := new(bench.MediaContent)
	n, err := mediaContents.Decode(b, v)
	if err == nil && n != len(b) {
		err = errors.New("bytes after the struct")
	}
	return v, err
}

func TestApache(t *testing.T) {
	v := &bench.MediaContent{
		Image: []*bench.Image{{URI: "http://x/1.jpg", Size: bench.Size_LARGE}},
		Media: &bench.Media{URI: "http://x/1", Person: []string{"a", "b"}, Player: bench.Player_FLASH},
	}
	want, err := encodeByApache(v)
	require.NoError(t, err)
	got, err := encode(nil, v)
	require.NoError(t, err)
	require.Equal(t, want, got)
	theirs, err := decodeByApache(got)
	require.NoError(t, err)
	ours, err := decode(want)
	require.NoError(t, err)
	require.Equal(t, theirs, ours)
}
