package parquetmeta

// ColumnChunk is one column's part of a row group.
type ColumnChunk struct {
	FilePath                *string               `thrift:"file_path,1,optional"`
	FileOffset              int64                 `thrift:"file_offset,2,required"` // deprecated: 0
	MetaData                *ColumnMetaData       `thrift:"meta_data,3,optional"`
	OffsetIndexOffset       *int64                `thrift:"offset_index_offset,4,optional"`
	OffsetIndexLength       *int32                `thrift:"offset_index_length,5,optional"`
	ColumnIndexOffset       *int64                `thrift:"column_index_offset,6,optional"`
	ColumnIndexLength       *int32                `thrift:"column_index_length,7,optional"`
	CryptoMetadata          *ColumnCryptoMetaData `thrift:"crypto_metadata,8,optional"`
	EncryptedColumnMetadata []byte                `thrift:"encrypted_column_metadata,9,optional"`
}

// ColumnMetaData says how a column chunk is stored.
type ColumnMetaData struct {
	Type                  Type                  `thrift:"type,1,required,Type"`
	Encodings             []Encoding            `thrift:"encodings,2,required,list<Encoding>"`
	PathInSchema          []string              `thrift:"path_in_schema,3,required"`
	Codec                 CompressionCodec      `thrift:"codec,4,required,CompressionCodec"`
	NumValues             int64                 `thrift:"num_values,5,required"`
	TotalUncompressedSize int64                 `thrift:"total_uncompressed_size,6,required"`
	TotalCompressedSize   int64                 `thrift:"total_compressed_size,7,required"`
	KeyValueMetadata      []*KeyValue           `thrift:"key_value_metadata,8,optional"`
	DataPageOffset        int64                 `thrift:"data_page_offset,9,required"`
	IndexPageOffset       *int64                `thrift:"index_page_offset,10,optional"`
	DictionaryPageOffset  *int64                `thrift:"dictionary_page_offset,11,optional"`
	Statistics            *Statistics           `thrift:"statistics,12,optional"`
	EncodingStats         []*PageEncodingStats  `thrift:"encoding_stats,13,optional"`
	BloomFilterOffset     *int64                `thrift:"bloom_filter_offset,14,optional"`
	BloomFilterLength     *int32                `thrift:"bloom_filter_length,15,optional"`
	SizeStatistics        *SizeStatistics       `thrift:"size_statistics,16,optional"`
	GeospatialStatistics  *GeospatialStatistics `thrift:"geospatial_statistics,17,optional"`
}

// PageEncodingStats counts the pages of one type and encoding in a chunk.
type PageEncodingStats struct {
	PageType PageType `thrift:"page_type,1,required,PageType"`
	Encoding Encoding `thrift:"encoding,2,required,Encoding"`
	Count    int32    `thrift:"count,3,required"`
}

// Statistics bound the values of a page or a column chunk. Values are in
// PLAIN encoding, byte arrays without their length.
type Statistics struct {
	Max             []byte `thrift:"max,1,optional"` // deprecated: signed order
	Min             []byte `thrift:"min,2,optional"` // deprecated: signed order
	NullCount       *int64 `thrift:"null_count,3,optional"`
	DistinctCount   *int64 `thrift:"distinct_count,4,optional"`
	MaxValue        []byte `thrift:"max_value,5,optional"`
	MinValue        []byte `thrift:"min_value,6,optional"`
	IsMaxValueExact *bool  `thrift:"is_max_value_exact,7,optional"`
	IsMinValueExact *bool  `thrift:"is_min_value_exact,8,optional"`
	NaNCount        *int64 `thrift:"nan_count,9,optional"`
}

// SizeStatistics help to estimate the memory that decoded values take.
type SizeStatistics struct {
	UnencodedByteArrayDataBytes *int64  `thrift:"unencoded_byte_array_data_bytes,1,optional"`
	RepetitionLevelHistogram    []int64 `thrift:"repetition_level_histogram,2,optional"`
	DefinitionLevelHistogram    []int64 `thrift:"definition_level_histogram,3,optional"`
}

// GeospatialStatistics describe the shapes of a geometry or geography column.
type GeospatialStatistics struct {
	BBox            *BoundingBox `thrift:"bbox,1,optional"`
	GeospatialTypes []int32      `thrift:"geospatial_types,2,optional"`
}

// BoundingBox holds the least and greatest coordinate on each axis.
type BoundingBox struct {
	XMin float64  `thrift:"xmin,1,required"`
	XMax float64  `thrift:"xmax,2,required"`
	YMin float64  `thrift:"ymin,3,required"`
	YMax float64  `thrift:"ymax,4,required"`
	ZMin *float64 `thrift:"zmin,5,optional"`
	ZMax *float64 `thrift:"zmax,6,optional"`
	MMin *float64 `thrift:"mmin,7,optional"`
	MMax *float64 `thrift:"mmax,8,optional"`
}
