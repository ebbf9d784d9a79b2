package parquetmeta

import "strconv"

// Type is the physical type of a column.
type Type int32

// The values of Type.
const (
	TypeBoolean Type = iota
	TypeInt32
	TypeInt64
	TypeInt96
	TypeFloat
	TypeDouble
	TypeByteArray
	TypeFixedLenByteArray
)

var typeNames = [...]string{
	"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY",
	"FIXED_LEN_BYTE_ARRAY",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v Type) String() string { return enumName(typeNames[:], int32(v)) }

// ConvertedType is the older form of [LogicalType].
type ConvertedType int32

// The values of ConvertedType.
const (
	ConvertedUTF8 ConvertedType = iota
	ConvertedMap
	ConvertedMapKeyValue
	ConvertedList
	ConvertedEnum
	ConvertedDecimal
	ConvertedDate
	ConvertedTimeMillis
	ConvertedTimeMicros
	ConvertedTimestampMillis
	ConvertedTimestampMicros
	ConvertedUint8
	ConvertedUint16
	ConvertedUint32
	ConvertedUint64
	ConvertedInt8
	ConvertedInt16
	ConvertedInt32
	ConvertedInt64
	ConvertedJSON
	ConvertedBSON
	ConvertedInterval
)

var convertedTypeNames = [...]string{
	"UTF8", "MAP", "MAP_KEY_VALUE", "LIST", "ENUM", "DECIMAL", "DATE", "TIME_MILLIS",
	"TIME_MICROS", "TIMESTAMP_MILLIS", "TIMESTAMP_MICROS", "UINT_8", "UINT_16", "UINT_32",
	"UINT_64", "INT_8", "INT_16", "INT_32", "INT_64", "JSON", "BSON", "INTERVAL",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v ConvertedType) String() string { return enumName(convertedTypeNames[:], int32(v)) }

// FieldRepetitionType says how often a schema node occurs in its parent.
type FieldRepetitionType int32

// The values of FieldRepetitionType.
const (
	RepetitionRequired FieldRepetitionType = iota
	RepetitionOptional
	RepetitionRepeated
)

var fieldRepetitionTypeNames = [...]string{
	"REQUIRED", "OPTIONAL", "REPEATED",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v FieldRepetitionType) String() string { return enumName(fieldRepetitionTypeNames[:], int32(v)) }

// Encoding is how a page stores its values.
type Encoding int32

// The values of Encoding.
const (
	EncodingPlain Encoding = iota
	_                      // 1 was never used
	EncodingPlainDictionary
	EncodingRLE
	EncodingBitPacked
	EncodingDeltaBinaryPacked
	EncodingDeltaLengthByteArray
	EncodingDeltaByteArray
	EncodingRLEDictionary
	EncodingByteStreamSplit
	EncodingALP
)

var encodingNames = [...]string{
	"PLAIN", "", "PLAIN_DICTIONARY", "RLE", "BIT_PACKED", "DELTA_BINARY_PACKED",
	"DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT",
	"ALP",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v Encoding) String() string { return enumName(encodingNames[:], int32(v)) }

// CompressionCodec is how the pages of a column chunk are compressed.
type CompressionCodec int32

// The values of CompressionCodec.
const (
	CodecUncompressed CompressionCodec = iota
	CodecSnappy
	CodecGzip
	CodecLZO
	CodecBrotli
	CodecLZ4
	CodecZstd
	CodecLZ4Raw
)

var compressionCodecNames = [...]string{
	"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v CompressionCodec) String() string { return enumName(compressionCodecNames[:], int32(v)) }

// PageType tells the pages of a column chunk apart.
type PageType int32

// The values of PageType.
const (
	PageData PageType = iota
	PageIndex
	PageDictionary
	PageDataV2
)

var pageTypeNames = [...]string{
	"DATA_PAGE", "INDEX_PAGE", "DICTIONARY_PAGE", "DATA_PAGE_V2",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v PageType) String() string { return enumName(pageTypeNames[:], int32(v)) }

// BoundaryOrder says whether the bounds in a [ColumnIndex] are sorted.
type BoundaryOrder int32

// The values of BoundaryOrder.
const (
	BoundaryUnordered BoundaryOrder = iota
	BoundaryAscending
	BoundaryDescending
)

var boundaryOrderNames = [...]string{
	"UNORDERED", "ASCENDING", "DESCENDING",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v BoundaryOrder) String() string { return enumName(boundaryOrderNames[:], int32(v)) }

// EdgeInterpolationAlgorithm says how the edges of a geography run.
type EdgeInterpolationAlgorithm int32

// The values of EdgeInterpolationAlgorithm.
const (
	EdgeSpherical EdgeInterpolationAlgorithm = iota
	EdgeVincenty
	EdgeThomas
	EdgeAndoyer
	EdgeKarney
)

var edgeInterpolationAlgorithmNames = [...]string{
	"SPHERICAL", "VINCENTY", "THOMAS", "ANDOYER", "KARNEY",
}

// String returns the name in the IDL, or the number of an unknown value.
func (v EdgeInterpolationAlgorithm) String() string {
	return enumName(edgeInterpolationAlgorithmNames[:], int32(v))
}

func enumName(names []string, v int32) string {
	if v >= 0 && int(v) < len(names) && names[v] != "" {
		return names[v]
	}
	return strconv.Itoa(int(v))
}
