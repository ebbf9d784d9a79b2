package migration_test

import (
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

func footerByParquetGo(b []byte) (*format.FileMetaData, error) {
	v := new(format.FileMetaData)
	return v, thrift.Unmarshal(new(thrift.CompactProtocol), b, v)
}

var footers = codec.Must(codec.New[format.FileMetaData](codec.Compact, codec.Options{}))

func footer(b []byte) (*format.FileMetaData, error) {
	v := new(format.FileMetaData)
	_, err := footers.Decode(b, v)
	return v, err
}

var reused = codec.Must(codec.New[format.FileMetaData](codec.Compact, codec.Options{Reuse: true, Strings: codec.Alias}))

// footerInto reads into the memory of an earlier footer; b must stay as long as v is used.
func footerInto(v *format.FileMetaData, b []byte) error {
	_, err := reused.Decode(b, v)
	return err
}

// rows names three fields of FileMetaData; the others are skipped.
type rows struct {
	Version   int32  `thrift:"version,1,required"`
	NumRows   int64  `thrift:"num_rows,3,required"`
	CreatedBy string `thrift:"created_by,6,optional"`
}

func TestParquetGo(t *testing.T) {
	v := &format.FileMetaData{
		Version: 1, NumRows: 42, CreatedBy: "someone",
		Schema: thrift.Slice[format.SchemaElement]{
			{Name: "schema", NumChildren: thrift.New[int32](1)},
			{
				Name: "at", Type: thrift.New(format.Int64), RepetitionType: thrift.New(format.Optional),
				LogicalType: format.LogicalType{Value: &format.TimestampType{Unit: format.TimeUnit{Value: &format.MicroSeconds{}}}},
			},
		},
	}
	want, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	require.NoError(t, err)
	got, err := footers.Append(nil, v)
	require.NoError(t, err)
	require.Equal(t, want, got)
	theirs, err := footerByParquetGo(got)
	require.NoError(t, err)
	ours, err := footer(want)
	require.NoError(t, err)
	require.Equal(t, theirs, ours)
	for range 2 {
		require.NoError(t, footerInto(ours, want))
		require.Equal(t, theirs, ours)
	}
	var few rows
	_, err = codec.Must(codec.New[rows](codec.Compact, codec.Options{})).Decode(want, &few)
	require.NoError(t, err)
	require.Equal(t, rows{1, 42, "someone"}, few)
}
