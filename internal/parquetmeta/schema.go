package parquetmeta

// SchemaElement is one node of the schema: a group when NumChildren is set, a
// leaf column when Type is.
type SchemaElement struct {
	Type           *Type                `thrift:"type,1,optional,Type"`
	TypeLength     *int32               `thrift:"type_length,2,optional"`
	RepetitionType *FieldRepetitionType `thrift:"repetition_type,3,optional,FieldRepetitionType"`
	Name           string               `thrift:"name,4,required"`
	NumChildren    *int32               `thrift:"num_children,5,optional"`
	ConvertedType  *ConvertedType       `thrift:"converted_type,6,optional,ConvertedType"`
	Scale          *int32               `thrift:"scale,7,optional"`
	Precision      *int32               `thrift:"precision,8,optional"`
	FieldID        *int32               `thrift:"field_id,9,optional"`
	LogicalType    *LogicalType         `thrift:"logicalType,10,optional"`
}

// LogicalType says what the stored values mean.
type LogicalType struct {
	_ struct{} `thrift:",union"`

	String    *StringType    `thrift:"STRING,1,optional"`
	Map       *MapType       `thrift:"MAP,2,optional"`
	List      *ListType      `thrift:"LIST,3,optional"`
	Enum      *EnumType      `thrift:"ENUM,4,optional"`
	Decimal   *DecimalType   `thrift:"DECIMAL,5,optional"`
	Date      *DateType      `thrift:"DATE,6,optional"`
	Time      *TimeType      `thrift:"TIME,7,optional"`
	Timestamp *TimestampType `thrift:"TIMESTAMP,8,optional"`
	Integer   *IntType       `thrift:"INTEGER,10,optional"` // 9 is reserved
	Unknown   *NullType      `thrift:"UNKNOWN,11,optional"`
	JSON      *JSONType      `thrift:"JSON,12,optional"`
	BSON      *BSONType      `thrift:"BSON,13,optional"`
	UUID      *UUIDType      `thrift:"UUID,14,optional"`
	Float16   *Float16Type   `thrift:"FLOAT16,15,optional"`
	Variant   *VariantType   `thrift:"VARIANT,16,optional"`
	Geometry  *GeometryType  `thrift:"GEOMETRY,17,optional"`
	Geography *GeographyType `thrift:"GEOGRAPHY,18,optional"`
	File      *FileType      `thrift:"FILE,19,optional"`
}

// The arms of [LogicalType] that carry nothing.
type (
	StringType  struct{} // BYTE_ARRAY of UTF-8
	UUIDType    struct{} // FIXED_LEN_BYTE_ARRAY of 16 raw bytes
	MapType     struct{}
	ListType    struct{}
	EnumType    struct{} // BYTE_ARRAY of UTF-8
	DateType    struct{} // INT32 days
	Float16Type struct{} // FIXED_LEN_BYTE_ARRAY of 2 raw bytes
	NullType    struct{} // any physical type, only nulls
	JSONType    struct{} // BYTE_ARRAY
	BSONType    struct{} // BYTE_ARRAY
	FileType    struct{} // a group that refers to bytes elsewhere
)

// DecimalType is an unscaled integer with a scale.
type DecimalType struct {
	Scale     int32 `thrift:"scale,1,required"`
	Precision int32 `thrift:"precision,2,required"`
}

// TimeUnit is the unit of times and timestamps.
type TimeUnit struct {
	_ struct{} `thrift:",union"`

	Millis *MilliSeconds `thrift:"MILLIS,1,optional"`
	Micros *MicroSeconds `thrift:"MICROS,2,optional"`
	Nanos  *NanoSeconds  `thrift:"NANOS,3,optional"`
}

// The arms of [TimeUnit].
type (
	MilliSeconds struct{}
	MicroSeconds struct{}
	NanoSeconds  struct{}
)

// TimestampType is a point in time held in an INT64.
type TimestampType struct {
	IsAdjustedToUTC bool     `thrift:"isAdjustedToUTC,1,required"`
	Unit            TimeUnit `thrift:"unit,2,required"`
}

// TimeType is a time of day held in an INT32 (millis) or INT64.
type TimeType struct {
	IsAdjustedToUTC bool     `thrift:"isAdjustedToUTC,1,required"`
	Unit            TimeUnit `thrift:"unit,2,required"`
}

// IntType is an integer of 8, 16, 32 or 64 bits.
type IntType struct {
	BitWidth int8 `thrift:"bitWidth,1,required"`
	IsSigned bool `thrift:"isSigned,2,required"`
}

// VariantType is a value in the Variant encoding.
type VariantType struct {
	SpecificationVersion *int8 `thrift:"specification_version,1,optional"`
}

// GeometryType is a planar feature in well-known binary.
type GeometryType struct {
	CRS *string `thrift:"crs,1,optional"`
}

// GeographyType is a feature on the globe in well-known binary.
type GeographyType struct {
	CRS       *string                     `thrift:"crs,1,optional"`
	Algorithm *EdgeInterpolationAlgorithm `thrift:"algorithm,2,optional,EdgeInterpolationAlgorithm"`
}
