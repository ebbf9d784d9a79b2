package parquetmeta

// OffsetIndex locates the data pages of a column chunk.
type OffsetIndex struct {
	PageLocations               []*PageLocation `thrift:"page_locations,1,required"`
	UnencodedByteArrayDataBytes []int64         `thrift:"unencoded_byte_array_data_bytes,2,optional"`
}

// PageLocation is the place of one data page.
type PageLocation struct {
	Offset             int64 `thrift:"offset,1,required"`
	CompressedPageSize int32 `thrift:"compressed_page_size,2,required"` // header included
	FirstRowIndex      int64 `thrift:"first_row_index,3,required"`
}

// ColumnIndex bounds the values of each data page of a column chunk. Element
// i of every list is about page i of the [OffsetIndex].
type ColumnIndex struct {
	NullPages                 []bool        `thrift:"null_pages,1,required"`
	MinValues                 [][]byte      `thrift:"min_values,2,required"`
	MaxValues                 [][]byte      `thrift:"max_values,3,required"`
	BoundaryOrder             BoundaryOrder `thrift:"boundary_order,4,required,BoundaryOrder"`
	NullCounts                []int64       `thrift:"null_counts,5,optional"`
	RepetitionLevelHistograms []int64       `thrift:"repetition_level_histograms,6,optional"`
	DefinitionLevelHistograms []int64       `thrift:"definition_level_histograms,7,optional"`
	NaNCounts                 []int64       `thrift:"nan_counts,8,optional"`
}

// BloomFilterHeader stands before the bits of a column chunk's Bloom filter.
type BloomFilterHeader struct {
	NumBytes    int32                  `thrift:"numBytes,1,required"`
	Algorithm   BloomFilterAlgorithm   `thrift:"algorithm,2,required"`
	Hash        BloomFilterHash        `thrift:"hash,3,required"`
	Compression BloomFilterCompression `thrift:"compression,4,required"`
}

// BloomFilterAlgorithm says how bits are set.
type BloomFilterAlgorithm struct {
	_ struct{} `thrift:",union"`

	Block *SplitBlockAlgorithm `thrift:"BLOCK,1,optional"`
}

// SplitBlockAlgorithm is the block-based Bloom filter.
type SplitBlockAlgorithm struct{}

// BloomFilterHash is the hash function of a Bloom filter.
type BloomFilterHash struct {
	_ struct{} `thrift:",union"`

	XxHash *XxHash `thrift:"XXHASH,1,optional"`
}

// XxHash is the 64-bit xxHash.
type XxHash struct{}

// BloomFilterCompression is the compression of a Bloom filter's bits.
type BloomFilterCompression struct {
	_ struct{} `thrift:",union"`

	Uncompressed *Uncompressed `thrift:"UNCOMPRESSED,1,optional"`
}

// Uncompressed says that bits are stored as they are.
type Uncompressed struct{}
