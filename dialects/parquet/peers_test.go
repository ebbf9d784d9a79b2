package parquet_test

import (
	"context"
	"fmt"

	apache "github.com/apache/thrift/lib/go/thrift"
	parquetgo "github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	segmentio "github.com/segmentio/encoding/thrift"
	formatseg "github.com/segmentio/parquet-go/format"

	"github.com/miserwire/miser/codec/apache/probe"
	arrow "github.com/miserwire/miser/dialects/parquet/gen/arrow"
	format28 "github.com/miserwire/miser/dialects/parquet/gen/parquetgo28"
	format31 "github.com/miserwire/miser/dialects/parquet/gen/parquetgo31"
	"github.com/miserwire/miser/layout"
)

// peer is a library with its structs, and what miser is told of them.
type peer struct {
	name  string
	kinds map[string]func(vector) outcome
}

// library is how a peer decodes and encodes. decode fails when it leaves bytes.
type library struct {
	decode func(src []byte, v any) error
	encode func(v any) ([]byte, error)
}

// recovered is do, with a panic as its error.
func recovered(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do()
}

var (
	apacheLibrary = library{
		func(src []byte, v any) error {
			b := apache.NewTMemoryBufferLen(len(src))
			b.Write(src)
			if err := v.(apache.TStruct).Read(context.Background(), apache.NewTCompactProtocolConf(b, nil)); err != nil {
				return err
			}
			if b.Len() > 0 {
				return fmt.Errorf("%d bytes are left", b.Len())
			}
			return nil
		},
		func(v any) ([]byte, error) {
			b := apache.NewTMemoryBuffer()
			p := apache.NewTCompactProtocolConf(b, nil)
			if err := v.(apache.TStruct).Write(context.Background(), p); err != nil {
				return nil, err
			}
			err := p.Flush(context.Background())
			return b.Bytes(), err
		},
	}
	segmentioLibrary = library{
		func(src []byte, v any) error {
			return recovered(func() error { return segmentio.Unmarshal(&segmentio.CompactProtocol{}, src, v) })
		},
		func(v any) ([]byte, error) { return segmentio.Marshal(&segmentio.CompactProtocol{}, v) },
	}
	parquetgoLibrary = library{
		func(src []byte, v any) error {
			return recovered(func() error { return parquetgo.Unmarshal(&parquetgo.CompactProtocol{}, src, v) })
		},
		func(v any) ([]byte, error) { return parquetgo.Marshal(&parquetgo.CompactProtocol{}, v) },
	}
)

// probed is what a probe finds of arrow-go's structs. One field has a default value,
// which their code has, and no tag.
var probed = schema(probe.Schema(
	arrow.NewFileMetaData(), arrow.NewPageHeader(), arrow.NewColumnIndex(), arrow.NewOffsetIndex(),
	arrow.NewBloomFilterHeader(), arrow.NewFileCryptoMetaData(),
))

func schema(s *layout.Schema, err error) *layout.Schema {
	if err != nil {
		panic(err)
	}
	return s
}

var peers = []peer{
	{"arrow-go", map[string]func(vector) outcome{
		"FileMetaData":       both[arrow.FileMetaData](apacheLibrary, nil),
		"PageHeader":         both[arrow.PageHeader](apacheLibrary, nil),
		"ColumnIndex":        both[arrow.ColumnIndex](apacheLibrary, nil),
		"OffsetIndex":        both[arrow.OffsetIndex](apacheLibrary, nil),
		"BloomFilterHeader":  both[arrow.BloomFilterHeader](apacheLibrary, nil),
		"FileCryptoMetaData": both[arrow.FileCryptoMetaData](apacheLibrary, nil),
	}},
	{"arrow-go (probed)", map[string]func(vector) outcome{
		"FileMetaData":       both[arrow.FileMetaData](apacheLibrary, probed),
		"PageHeader":         both[arrow.PageHeader](apacheLibrary, probed),
		"ColumnIndex":        both[arrow.ColumnIndex](apacheLibrary, probed),
		"OffsetIndex":        both[arrow.OffsetIndex](apacheLibrary, probed),
		"BloomFilterHeader":  both[arrow.BloomFilterHeader](apacheLibrary, probed),
		"FileCryptoMetaData": both[arrow.FileCryptoMetaData](apacheLibrary, probed),
	}},
	{"parquet-go v0.32", map[string]func(vector) outcome{
		"FileMetaData":       both[format.FileMetaData](parquetgoLibrary, nil),
		"PageHeader":         both[format.PageHeader](parquetgoLibrary, nil),
		"ColumnIndex":        both[format.ColumnIndex](parquetgoLibrary, nil),
		"OffsetIndex":        both[format.OffsetIndex](parquetgoLibrary, nil),
		"BloomFilterHeader":  both[format.BloomFilterHeader](parquetgoLibrary, nil),
		"FileCryptoMetaData": both[format.FileCryptoMetaData](parquetgoLibrary, nil),
	}},
	{"parquet-go v0.31", map[string]func(vector) outcome{
		"FileMetaData":       both[format31.FileMetaData](parquetgoLibrary, nil),
		"PageHeader":         both[format31.PageHeader](parquetgoLibrary, nil),
		"ColumnIndex":        both[format31.ColumnIndex](parquetgoLibrary, nil),
		"OffsetIndex":        both[format31.OffsetIndex](parquetgoLibrary, nil),
		"BloomFilterHeader":  both[format31.BloomFilterHeader](parquetgoLibrary, nil),
		"FileCryptoMetaData": both[format31.FileCryptoMetaData](parquetgoLibrary, nil),
	}},
	{"parquet-go v0.28", map[string]func(vector) outcome{
		"FileMetaData":       both[format28.FileMetaData](parquetgoLibrary, nil),
		"PageHeader":         both[format28.PageHeader](parquetgoLibrary, nil),
		"ColumnIndex":        both[format28.ColumnIndex](parquetgoLibrary, nil),
		"OffsetIndex":        both[format28.OffsetIndex](parquetgoLibrary, nil),
		"BloomFilterHeader":  both[format28.BloomFilterHeader](parquetgoLibrary, nil),
		"FileCryptoMetaData": both[format28.FileCryptoMetaData](parquetgoLibrary, nil),
	}},
	{"segmentio/parquet-go", map[string]func(vector) outcome{
		"FileMetaData":       both[formatseg.FileMetaData](segmentioLibrary, nil),
		"PageHeader":         both[formatseg.PageHeader](segmentioLibrary, nil),
		"ColumnIndex":        both[formatseg.ColumnIndex](segmentioLibrary, nil),
		"OffsetIndex":        both[formatseg.OffsetIndex](segmentioLibrary, nil),
		"BloomFilterHeader":  both[formatseg.BloomFilterHeader](segmentioLibrary, nil),
		"FileCryptoMetaData": both[formatseg.FileCryptoMetaData](segmentioLibrary, nil),
	}},
}
