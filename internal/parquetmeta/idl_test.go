package parquetmeta

import (
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const idlPath = "../../../shared/vectors/idl/parquet.thrift"

// idlStructs are the Go types of every struct and union in the IDL.
var idlStructs = []any{
	AesGcmCtrV1{}, AesGcmV1{}, BSONType{}, BloomFilterAlgorithm{}, BloomFilterCompression{},
	BloomFilterHash{}, BloomFilterHeader{}, BoundingBox{}, ColumnChunk{}, ColumnCryptoMetaData{},
	ColumnIndex{}, ColumnMetaData{}, ColumnOrder{}, DataPageHeader{}, DataPageHeaderV2{}, DateType{},
	DecimalType{}, DictionaryPageHeader{}, EncryptionAlgorithm{}, EncryptionWithColumnKey{},
	EncryptionWithFooterKey{}, EnumType{}, FileCryptoMetaData{}, FileMetaData{}, FileType{},
	Float16Type{}, GeographyType{}, GeometryType{}, GeospatialStatistics{}, IEEE754TotalOrder{},
	IndexPageHeader{}, Int96TimestampOrder{}, IntType{}, JSONType{}, KeyValue{}, ListType{},
	LogicalType{}, MapType{}, MicroSeconds{}, MilliSeconds{}, NanoSeconds{}, NullType{},
	OffsetIndex{}, PageEncodingStats{}, PageHeader{}, PageLocation{}, RowGroup{}, SchemaElement{},
	SizeStatistics{}, SortingColumn{}, SplitBlockAlgorithm{}, Statistics{}, StringType{}, TimeType{},
	TimeUnit{}, TimestampType{}, TypeDefinedOrder{}, UUIDType{}, Uncompressed{}, VariantType{}, XxHash{},
}

// idlEnums are the names of every enum in the IDL, by Go type.
var idlEnums = map[reflect.Type][]string{
	reflect.TypeFor[Type]():                       typeNames[:],
	reflect.TypeFor[ConvertedType]():              convertedTypeNames[:],
	reflect.TypeFor[FieldRepetitionType]():        fieldRepetitionTypeNames[:],
	reflect.TypeFor[Encoding]():                   encodingNames[:],
	reflect.TypeFor[CompressionCodec]():           compressionCodecNames[:],
	reflect.TypeFor[PageType]():                   pageTypeNames[:],
	reflect.TypeFor[BoundaryOrder]():              boundaryOrderNames[:],
	reflect.TypeFor[EdgeInterpolationAlgorithm](): edgeInterpolationAlgorithmNames[:],
}

var (
	idlComment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	idlBlock   = regexp.MustCompile(`(?s)\b(struct|union|enum)\s+(\w+)\s*\{(.*?)\}`)
	idlField   = regexp.MustCompile(`(\d+)\s*:\s*(required|optional)?\s*(list\s*<\s*\w+\s*>|\w+)\s+(\w+)`)
	idlValue   = regexp.MustCompile(`(\w+)\s*=\s*(\d+)`)
)

// field is one field, as the IDL and a Go struct should agree on it.
type field struct {
	id             int
	req, typ, name string
}

// TestIDL compares every struct tag, Go type and enum with parquet.thrift.
func TestIDL(t *testing.T) {
	src, err := os.ReadFile(idlPath)
	if err != nil {
		t.Skipf("no IDL to compare with: %v", err)
	}
	goStructs := map[string]reflect.Type{}
	for _, v := range idlStructs {
		rt := reflect.TypeOf(v)
		goStructs[strings.ToLower(rt.Name())] = rt
	}
	goEnums := map[string]reflect.Type{}
	for rt := range idlEnums {
		goEnums[rt.Name()] = rt
	}
	for _, m := range idlBlock.FindAllStringSubmatch(idlComment.ReplaceAllString(string(src), ""), -1) {
		what, name, body := m[1], m[2], m[3]
		if what == "enum" {
			checkEnum(t, name, body, goEnums[name])
			delete(goEnums, name)
			continue
		}
		rt := goStructs[strings.ToLower(name)]
		delete(goStructs, strings.ToLower(name))
		if rt == nil {
			t.Errorf("%s %s: no Go type", what, name)
			continue
		}
		checkStruct(t, what, body, rt)
	}
	for name := range goStructs {
		t.Errorf("%s is not in the IDL", name)
	}
	for name := range goEnums {
		t.Errorf("enum %s is not in the IDL", name)
	}
}

func checkStruct(t *testing.T, what, body string, rt reflect.Type) {
	want := map[int]field{}
	for _, m := range idlField.FindAllStringSubmatch(body, -1) {
		f := field{req: m[2], typ: strings.ReplaceAll(m[3], " ", ""), name: m[4]}
		f.id, _ = strconv.Atoi(m[1])
		if what == "union" {
			f.req = "optional"
		}
		want[f.id] = f
	}
	union := false
	for sf := range rt.Fields() {
		tag := sf.Tag.Get("thrift")
		if sf.Name == "_" {
			union = tag == ",union"
			continue
		}
		tok := strings.Split(tag, ",")
		got := field{name: tok[0], req: tok[2], typ: idlType(sf.Type, tok[2])}
		got.id, _ = strconv.Atoi(tok[1])
		if len(tok) == 4 && tok[3] != got.typ {
			t.Errorf("%s.%s: tag says %s, Go type %s", rt.Name(), sf.Name, tok[3], got.typ)
		}
		w := want[got.id]
		if !strings.EqualFold(got.typ, w.typ) || got.name != w.name || got.req != w.req {
			t.Errorf("%s.%s: %v, IDL has %v", rt.Name(), sf.Name, got, w)
		}
		delete(want, got.id)
	}
	for _, f := range want {
		t.Errorf("%s: no Go field for %v", rt.Name(), f)
	}
	if union != (what == "union") {
		t.Errorf("%s: union = %v, IDL has %s", rt.Name(), union, what)
	}
}

// idlType is the IDL's name of a Go field's type, or a remark where the Go
// type does not follow the package's rules.
func idlType(t reflect.Type, req string) string {
	if t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		elem := t.Elem()
		if elem.Kind() == reflect.Pointer && elem.Elem().Kind() == reflect.Struct {
			elem = elem.Elem()
		}
		return "list<" + idlScalar(elem) + ">"
	}
	ptr := t.Kind() == reflect.Pointer
	if bin := t.Kind() == reflect.Slice; !bin && ptr != (req == "optional") {
		return "pointer where " + req
	}
	if ptr {
		t = t.Elem()
	}
	return idlScalar(t)
}

func idlScalar(t reflect.Type) string {
	if _, ok := idlEnums[t]; ok || t.Kind() == reflect.Struct {
		return t.Name()
	}
	switch t.Kind() {
	case reflect.Slice:
		return "binary"
	case reflect.Float64:
		return "double"
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "i" + strings.TrimPrefix(t.Kind().String(), "int")
	}
	return t.Kind().String()
}

func checkEnum(t *testing.T, name, body string, rt reflect.Type) {
	if rt == nil {
		t.Errorf("enum %s: no Go type", name)
		return
	}
	names, seen := idlEnums[rt], 0
	for _, m := range idlValue.FindAllStringSubmatch(body, -1) {
		n, _ := strconv.Atoi(m[2])
		if n >= len(names) || names[n] != m[1] {
			t.Errorf("enum %s: no %s at %d", name, m[1], n)
			continue
		}
		seen++
	}
	for _, s := range names {
		if s == "" {
			seen++ // a number that the IDL skips
		}
	}
	if seen != len(names) {
		t.Errorf("enum %s: %d names, IDL has %d", name, len(names), seen)
	}
}

// TestEnumNames ties the constants to the names.
func TestEnumNames(t *testing.T) {
	for _, tt := range []struct {
		v    interface{ String() string }
		want string
	}{
		{TypeBoolean, "BOOLEAN"}, {TypeFixedLenByteArray, "FIXED_LEN_BYTE_ARRAY"},
		{ConvertedUTF8, "UTF8"}, {ConvertedDecimal, "DECIMAL"}, {ConvertedInterval, "INTERVAL"},
		{RepetitionRequired, "REQUIRED"}, {RepetitionRepeated, "REPEATED"},
		{EncodingPlain, "PLAIN"}, {EncodingPlainDictionary, "PLAIN_DICTIONARY"}, {EncodingALP, "ALP"},
		{CodecUncompressed, "UNCOMPRESSED"}, {CodecLZ4Raw, "LZ4_RAW"},
		{PageData, "DATA_PAGE"}, {PageDataV2, "DATA_PAGE_V2"},
		{BoundaryUnordered, "UNORDERED"}, {BoundaryDescending, "DESCENDING"},
		{EdgeSpherical, "SPHERICAL"}, {EdgeKarney, "KARNEY"},
		{Encoding(1), "1"}, {Encoding(99), "99"}, {Type(-1), "-1"},
	} {
		if got := tt.v.String(); got != tt.want {
			t.Errorf("%#v: String = %q, want %q", tt.v, got, tt.want)
		}
	}
}
