package parquetmeta

// FileMetaData is a file's footer.
type FileMetaData struct {
	Version                  int32                `thrift:"version,1,required"`
	Schema                   []*SchemaElement     `thrift:"schema,2,required"` // depth first, root first
	NumRows                  int64                `thrift:"num_rows,3,required"`
	RowGroups                []*RowGroup          `thrift:"row_groups,4,required"`
	KeyValueMetadata         []*KeyValue          `thrift:"key_value_metadata,5,optional"`
	CreatedBy                *string              `thrift:"created_by,6,optional"`
	ColumnOrders             []*ColumnOrder       `thrift:"column_orders,7,optional"` // of leaf columns only
	EncryptionAlgorithm      *EncryptionAlgorithm `thrift:"encryption_algorithm,8,optional"`
	FooterSigningKeyMetadata []byte               `thrift:"footer_signing_key_metadata,9,optional"`
}

// RowGroup is a horizontal slice of the file: one chunk of every leaf column.
type RowGroup struct {
	Columns             []*ColumnChunk   `thrift:"columns,1,required"`
	TotalByteSize       int64            `thrift:"total_byte_size,2,required"` // uncompressed
	NumRows             int64            `thrift:"num_rows,3,required"`
	SortingColumns      []*SortingColumn `thrift:"sorting_columns,4,optional"`
	FileOffset          *int64           `thrift:"file_offset,5,optional"`
	TotalCompressedSize *int64           `thrift:"total_compressed_size,6,optional"`
	Ordinal             *int16           `thrift:"ordinal,7,optional"`
}

// SortingColumn is one column of a row group's sort order.
type SortingColumn struct {
	ColumnIdx  int32 `thrift:"column_idx,1,required"`
	Descending bool  `thrift:"descending,2,required"`
	NullsFirst bool  `thrift:"nulls_first,3,required"`
}

// KeyValue is one entry of an application's own metadata.
type KeyValue struct {
	Key   string  `thrift:"key,1,required"`
	Value *string `thrift:"value,2,optional"`
}

// ColumnOrder is the order of a column's minimum and maximum values.
type ColumnOrder struct {
	_ struct{} `thrift:",union"`

	TypeOrder           *TypeDefinedOrder    `thrift:"TYPE_ORDER,1,optional"`
	IEEE754TotalOrder   *IEEE754TotalOrder   `thrift:"IEEE_754_TOTAL_ORDER,2,optional"`
	Int96TimestampOrder *Int96TimestampOrder `thrift:"INT96_TIMESTAMP_ORDER,3,optional"`
}

// TypeDefinedOrder is the order defined by the physical or logical type.
type TypeDefinedOrder struct{}

// IEEE754TotalOrder is IEEE 754 total order, for floating point types.
type IEEE754TotalOrder struct{}

// Int96TimestampOrder is chronological order, for INT96.
type Int96TimestampOrder struct{}
