package parquetmeta

// PageHeader stands before every page. The header of the page's own type is
// the one that is set.
type PageHeader struct {
	Type                 PageType              `thrift:"type,1,required,PageType"`
	UncompressedPageSize int32                 `thrift:"uncompressed_page_size,2,required"`
	CompressedPageSize   int32                 `thrift:"compressed_page_size,3,required"`
	CRC                  *int32                `thrift:"crc,4,optional"`
	DataPageHeader       *DataPageHeader       `thrift:"data_page_header,5,optional"`
	IndexPageHeader      *IndexPageHeader      `thrift:"index_page_header,6,optional"`
	DictionaryPageHeader *DictionaryPageHeader `thrift:"dictionary_page_header,7,optional"`
	DataPageHeaderV2     *DataPageHeaderV2     `thrift:"data_page_header_v2,8,optional"`
}

// DataPageHeader describes a data page whose levels share the page's body.
type DataPageHeader struct {
	NumValues               int32       `thrift:"num_values,1,required"` // nulls included
	Encoding                Encoding    `thrift:"encoding,2,required,Encoding"`
	DefinitionLevelEncoding Encoding    `thrift:"definition_level_encoding,3,required,Encoding"`
	RepetitionLevelEncoding Encoding    `thrift:"repetition_level_encoding,4,required,Encoding"`
	Statistics              *Statistics `thrift:"statistics,5,optional"`
}

// IndexPageHeader is reserved by the format.
type IndexPageHeader struct{}

// DictionaryPageHeader describes the dictionary of a column chunk.
type DictionaryPageHeader struct {
	NumValues int32    `thrift:"num_values,1,required"`
	Encoding  Encoding `thrift:"encoding,2,required,Encoding"`
	IsSorted  *bool    `thrift:"is_sorted,3,optional"`
}

// DataPageHeaderV2 describes a data page whose levels are never compressed.
type DataPageHeaderV2 struct {
	NumValues                  int32       `thrift:"num_values,1,required"` // nulls included
	NumNulls                   int32       `thrift:"num_nulls,2,required"`
	NumRows                    int32       `thrift:"num_rows,3,required"`
	Encoding                   Encoding    `thrift:"encoding,4,required,Encoding"`
	DefinitionLevelsByteLength int32       `thrift:"definition_levels_byte_length,5,required"`
	RepetitionLevelsByteLength int32       `thrift:"repetition_levels_byte_length,6,required"`
	IsCompressed               *bool       `thrift:"is_compressed,7,optional"` // absent means true
	Statistics                 *Statistics `thrift:"statistics,8,optional"`
}
