package parquet_test

const (
	byTag     = "`writezero`: goes out whether it was there or not"
	byZero    = "zero, which is not told from absent there"
	byValue   = "a struct by value without anything in it, which is not told from an absent one"
	noField   = "the structs have no such field"
	meta      = "FileMetaData.row_groups[].columns[].meta_data."
	logicals  = "FileMetaData.schema[].logicalType."
	page      = "PageHeader.data_page_header."
	pageV2    = "PageHeader.data_page_header_v2."
	aadPrefix = ".encryption_algorithm.AES_GCM_V1.supply_aad_prefix"
)

// reasons are why a struct is written otherwise than it stood in the file.
var reasons = map[loss]string{
	{"ColumnIndex.definition_level_histograms", leftOut}:     noField,
	{"ColumnIndex.repetition_level_histograms", leftOut}:     noField,
	{"OffsetIndex.unencoded_byte_array_data_bytes", leftOut}: noField,
	{"ColumnIndex.null_pages[]", otherForm}:                  "the file calls the bools of a list type 2, Apache 1; both are read",
	{"FileCryptoMetaData" + aadPrefix, leftOut}:              byZero,
	{"FileMetaData" + aadPrefix, leftOut}:                    byZero,
	{meta + "bloom_filter_length", leftOut}:                  "the file has an i64 for an i32, which is skipped; segmentio's structs have no such field",
	{meta + "dictionary_page_offset", leftOut}:               byZero,
	{meta + "index_page_offset", leftOut}:                    byZero,
	{meta + "geospatial_statistics", leftOut}:                noField,
	{meta + "size_statistics", leftOut}:                      byValue + "; segmentio's structs have no such field",
	{meta + "statistics", added}:                             byTag,
	{meta + "statistics", leftOut}:                           byValue,
	{meta + "statistics.is_max_value_exact", leftOut}:        noField,
	{meta + "statistics.is_min_value_exact", leftOut}:        noField,
	{meta + "statistics.null_count", added}:                  byTag,
	{meta + "statistics.null_count", leftOut}:                byZero,
	{"FileMetaData.row_groups[].file_offset", leftOut}:       byZero,
	{"FileMetaData.row_groups[].ordinal", added}:             byTag,
	{"FileMetaData.row_groups[].ordinal", leftOut}:           byZero,
	{logicals + "FLOAT16", leftOut}:                          noField,
	{logicals + "GEOGRAPHY", leftOut}:                        noField,
	{logicals + "GEOGRAPHY.algorithm", leftOut}:              byZero,
	{logicals + "GEOMETRY", leftOut}:                         noField,
	{logicals + "VARIANT", leftOut}:                          noField,
	{logicals + "VARIANT.specification_version", leftOut}:    noField,
	{page + "statistics", added}:                             byTag,
	{page + "statistics", leftOut}:                           byValue,
	{page + "statistics.is_max_value_exact", leftOut}:        noField,
	{page + "statistics.is_min_value_exact", leftOut}:        noField,
	{page + "statistics.null_count", added}:                  byTag,
	{page + "statistics.null_count", leftOut}:                byZero,
	{pageV2 + "is_compressed", added}:                        "a default value, which only the constructor has: tags do not tell",
	{pageV2 + "is_compressed", leftOut}:                      "it is equal to the default value; the peer's own code leaves it out as well",
	{pageV2 + "statistics", added}:                           byTag,
	{pageV2 + "statistics.null_count", added}:                byTag,
	{pageV2 + "statistics.null_count", leftOut}:              byZero,
	{"PageHeader.dictionary_page_header.is_sorted", leftOut}: byZero,
}
