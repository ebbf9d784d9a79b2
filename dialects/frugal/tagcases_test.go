package frugal_test

import "github.com/miserwire/miser/dialects/internal/contrast"

type (
	Color int64
	Level int32
	label string
	Point struct {
		X int32 `frugal:"1,default,i32"`
	}
)

// tagCases have no pointer to a list, set or map, and no struct by value: frugal takes
// them all, and follows what are no pointers there.
func tagCases() []contrast.Tag {
	return []contrast.Tag{
		// NoCopy and spaces, as in frugal's own tests of its resolver.
		contrast.Agree[string](`frugal:"1,default,string"`, "1 string, zero goes out"),
		contrast.Agree[string](`frugal:"1,default,string,nocopy"`, "1 string, zero goes out"),
		contrast.Agree[string](`frugal:"1,default"`, "1 string, zero goes out"),
		contrast.Agree[string](`frugal:"1,default,"`, "1 string, zero goes out"),
		contrast.Agree[string](`frugal:"1,default,,nocopy"`, "1 string, zero goes out"),
		contrast.Agree[string](`frugal:"1,required,string" thrift:"fieldName,2,required"`, "1 string, required, zero goes out"),
		contrast.Agree[string](`frugal:"1, required , string "`, "1 string, required, zero goes out"),
		contrast.Agree[string](`frugal:" 1 ,default"`, "1 string, zero goes out"),
		contrast.Agree[int32](`frugal:"1,default,i32,nocopy"`, contrast.Refused),
		contrast.Agree[string](`frugal:"1,default,string,nocopy,nocopy"`, contrast.Refused),
		contrast.Agree[string](`frugal:"1,default,string,zerocopy"`, contrast.Refused),

		// TYPE.
		contrast.Agree[bool](`frugal:"1,default,bool"`, "1 bool, zero goes out"),
		contrast.Agree[int8](`frugal:"1,default,i8"`, "1 i8, zero goes out"),
		contrast.Agree[int8](`frugal:"1,default,byte"`, "1 i8, zero goes out"),
		contrast.Agree[int16](`frugal:"1,default,i16"`, "1 i16, zero goes out"),
		contrast.Agree[int32](`frugal:"1,default,i32"`, "1 i32, zero goes out"),
		contrast.Agree[int64](`frugal:"1,default,i64"`, "1 i64, zero goes out"),
		contrast.Agree[int](`frugal:"1,default,i64"`, "1 i64, zero goes out"),
		contrast.Agree[float64](`frugal:"1,default,double"`, "1 double, zero goes out"),
		contrast.Agree[[]byte](`frugal:"1,default,binary"`, "1 string, zero goes out"),
		contrast.Agree[[]byte](`frugal:"1,optional,binary"`, "1 string"),
		contrast.Agree[label](`frugal:"1,default,string"`, "1 string, zero goes out"),
		contrast.Agree[Color](`frugal:"1,default,Color"`, "1 i32, zero goes out"),
		contrast.Agree[Color](`frugal:"1,default,pkg.Color"`, "1 i32, zero goes out"),
		contrast.Agree[Color](`frugal:"1,default,i64"`, "1 i64, zero goes out"),
		contrast.Agree[Color](`frugal:"1,default"`, "1 i64, zero goes out"),
		contrast.Agree[Level](`frugal:"1,default,Level"`, "1 i32, zero goes out"),
		contrast.Agree[*Color](`frugal:"1,optional,Color"`, "1 i32"),
		contrast.Agree[*int32](`frugal:"1,optional,i32"`, "1 i32"),
		contrast.Agree[*Point](`frugal:"1,optional,Point"`, "1 struct"),
		contrast.Agree[[]int32](`frugal:"1,default,list<i32>"`, "1 list, zero goes out"),
		contrast.Agree[[]int32](`frugal:"1,default,list < i32 >"`, "1 list, zero goes out"),
		contrast.Agree[[]int32](`frugal:"1,default,set<i32>"`, "1 set, zero goes out"),
		contrast.Agree[[]int32](`frugal:"1,optional,set<i32>"`, "1 set"),
		contrast.Agree[[]int32](`frugal:"1,required,set<i32>"`, "1 set, required, zero goes out"),
		contrast.Agree[[]int8](`frugal:"1,default,list<byte>"`, "1 list, zero goes out"),
		contrast.Agree[[]*Point](`frugal:"1,default,list<Point>"`, "1 list, zero goes out"),
		contrast.Agree[map[string]int64](`frugal:"1,default,map<string:i64>"`, "1 map, zero goes out"),
		contrast.Agree[map[string]int64](`frugal:"1,default,map<string: i64>"`, "1 map, zero goes out"),
		contrast.Agree[map[string]int64](`frugal:"1,default"`, "1 map, zero goes out"),
		contrast.Agree[map[string][]Point](`frugal:"1,default,map<string:set<foo.Point>>"`, "1 map, zero goes out"),
		contrast.Agree[map[*Point]int64](`frugal:"1,default,map<foo.Point:i64>"`, "1 map, zero goes out"),
		contrast.Agree[map[Color]Level](`frugal:"1,default,map<Color:Level>"`, "1 map, zero goes out"),
		contrast.Agree[bool](`frugal:"1,default,i8"`, contrast.Refused),
		contrast.Agree[int32](`frugal:"1,default,i64"`, contrast.Refused),
		contrast.Agree[int64](`frugal:"1,default,i32"`, contrast.Refused),
		contrast.Agree[[]int32](`frugal:"1,default,i32"`, contrast.Refused),
		contrast.Agree[[]int32](`frugal:"1,default,list"`, contrast.Refused),
		contrast.Agree[[]int32](`frugal:"1,default,list<>"`, contrast.Refused),
		contrast.Agree[[]int32](`frugal:"1,default,list<i32"`, contrast.Refused),
		contrast.Agree[[]int32](`frugal:"1,default,list<i64>"`, contrast.Refused),
		contrast.Agree[[]byte](`frugal:"1,default,list<byte>"`, contrast.Refused),
		contrast.Agree[map[string]int64](`frugal:"1,default,map<string,i64>"`, contrast.Refused),
		contrast.Agree[map[string]int64](`frugal:"1,default,set<string>"`, contrast.Refused),

		// Go types that Thrift has not.
		contrast.Agree[uint8](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[uint16](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[uint32](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[uint64](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[uint](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[float32](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[any](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[chan int](`frugal:"1,default"`, contrast.Refused),
		contrast.Agree[complex128](`frugal:"1,default"`, contrast.Refused),

		// Ids and requiredness.
		contrast.Agree[string](`frugal:"0,default"`, "0 string, zero goes out"),
		contrast.Agree[string](`frugal:"32767,default"`, "32767 string, zero goes out"),
		contrast.Agree[string](`frugal:"65536,default"`, contrast.Refused),
		contrast.Agree[string](`frugal:"+1,default"`, contrast.Refused),
		contrast.Agree[string](`frugal:"0x1,default"`, contrast.Refused),
		contrast.Agree[string](`frugal:"a,1,default"`, contrast.Refused),
		contrast.Agree[string](`frugal:""`, contrast.Refused),
		contrast.Agree[string](`frugal:"1,"`, contrast.Refused),
		contrast.Agree[string](`frugal:"1,,string"`, contrast.Refused),
		contrast.Agree[string](`frugal:"1,maybe,string"`, contrast.Refused),

		// A thrift tag alone.
		contrast.Agree[string](`thrift:"fieldName,1"`, "1 string, zero goes out"),
		contrast.Agree[string](`thrift:"fieldName,1,required"`, "1 string, required, zero goes out"),
		contrast.Agree[string](`thrift:",1"`, "1 string, zero goes out"),
		contrast.Agree[string](`thrift:"a,1,default,string,nocopy"`, "1 string, zero goes out"),
		contrast.Agree[[]int32](`thrift:"a,1,default,set<i32>"`, "1 set, zero goes out"),
		contrast.Agree[Color](`thrift:"a,1,default,Color"`, "1 i32, zero goes out"),
		contrast.Agree[string](`thrift:"a"`, contrast.Refused),
		contrast.Agree[string](`thrift:"a,1,maybe"`, contrast.Refused),

		// Where they differ.
		contrast.Differ[*Point](`frugal:"1,default,Point"`, "1 struct, zero goes out", "1 struct", "a nil struct is left out, not written empty"),
		contrast.Differ[*Point](`frugal:"1,required,Point"`, "1 struct, required, zero goes out", "1 struct, required", "a nil one is missing"),
		contrast.Differ[int64](`frugal:"1,optional,i64"`, "1 i64, zero goes out", "1 i64", "generators write a pointer, or a default; without both, zero is taken for absent"),
		contrast.Differ[string](`thrift:"fieldName,1,optional"`, "1 string, zero goes out", "1 string", "the same"),
		contrast.Differ[*int32](`frugal:"1,default,i32"`, contrast.Refused, "1 i32", "nil is absent"),
		contrast.Differ[*int32](`frugal:"1,required,i32"`, contrast.Refused, "1 i32, required", "nil is missing"),
		contrast.Differ[**int32](`frugal:"1,optional,i32"`, contrast.Refused, "1 i32", "pointers may nest"),
		contrast.Differ[[]*int32](`frugal:"1,default,list<i32>"`, contrast.Refused, "1 list, zero goes out", "elements may be pointers"),
		contrast.Differ[map[Point]int64](`frugal:"1,default,map<Point:i64>"`, contrast.Refused, "1 map, zero goes out", "a struct may be held by value"),
		contrast.Differ[map[string]struct{}](`frugal:"1,default,set<string>"`, contrast.Refused, "1 set, zero goes out", "a set may be a map"),
		contrast.Differ[[16]byte](`frugal:"1,default"`, contrast.Refused, "1 uuid, zero goes out", "Thrift has had a uuid since 0.19"),
		contrast.Differ[string](`frugal:"1,default,binary"`, contrast.Refused, "1 string, zero goes out", "they are one type on the wire"),
		contrast.Differ[[]byte](`frugal:"1,default,string"`, contrast.Refused, "1 string, zero goes out", "the same"),
		contrast.Differ[[]int32](`frugal:"1,default"`, contrast.Refused, "1 list, zero goes out", "a slice is a list, unless TYPE says set; Explain marks it as assumed"),
		contrast.Differ[[]int32](`thrift:"a,1"`, contrast.Refused, "1 list, zero goes out", "the same"),
		contrast.Differ[map[string][]int32](`frugal:"1,default"`, contrast.Refused, "1 map, zero goes out", "the same"),
		contrast.Differ[Color](`frugal:"1,default,Other"`, contrast.Refused, "1 i32, zero goes out", "a name is that of an enum, whichever"),
		contrast.Differ[int64](`frugal:"1,default,Color"`, contrast.Refused, "1 i32, zero goes out", "the same"),
		contrast.Differ[int64](`frugal:"1,default,i"`, "1 i64, zero goes out", "1 i32, zero goes out", "the same; the peer takes any part of \"i64\" for it"),
		contrast.Differ[*Point](`frugal:"1,optional,Other"`, contrast.Refused, "1 struct", "a name is that of the struct, whichever"),
		contrast.Differ[label](`frugal:"1,default,label"`, "1 string, zero goes out", contrast.Refused, "the TYPE of a typedef is what it stands for; generators write that"),
		contrast.Differ[string](`frugal:"1,default,str"`, "1 string, zero goes out", contrast.Refused, "TYPE is a whole word"),
		contrast.Differ[[]int32](`frugal:"1,default,list<i32>>"`, "1 list, zero goes out", contrast.Refused, "nothing may follow"),
		contrast.Differ[int32](`frugal:"1,default,i32 foo"`, "1 i32, zero goes out", contrast.Refused, "the same"),
		contrast.Differ[string](`frugal:"1"`, "1 string, zero goes out", contrast.Refused, "a frugal tag says the requiredness"),
		contrast.Differ[string](`frugal:"32768,default"`, "-32768 string, zero goes out", contrast.Refused, "an id has 16 bits with a sign"),
		contrast.Differ[string](`frugal:"-1,default"`, contrast.Refused, "-1 string, zero goes out", "Thrift has negative ids"),
		contrast.Differ[string](`frugal:"-"`, contrast.Refused, contrast.LeftOut, "as for other tags of Go"),
		contrast.Differ[string](`thrift:"-"`, contrast.Refused, contrast.LeftOut, "the same"),
		contrast.Differ[string](`thrift:"1"`, contrast.Refused, "1 string", "the form of segmentio/encoding"),
		contrast.Differ[string](`thrift:"1,required"`, contrast.Refused, "1 string, required, zero goes out", "the same"),
		contrast.Differ[int32](`thrift:"a,1,hasdefault"`, contrast.Refused, "1 i32, zero goes out", "fbthrift writes it"),
		contrast.Differ[string](`json:"field_name"`, contrast.LeftOut, contrast.Refused, "of a struct, some field has to have a tag"),
	}
}
