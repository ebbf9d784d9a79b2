package thrifttags

import "strings"

// agreeRows are structs, good and bad, that layout and the analyzer have to
// judge alike.
func agreeRows() [][]column {
	var rows [][]column
	for _, tag := range []string{
		// the form that starts with the name
		`thrift:"a,1"`, `thrift:",1"`, `thrift:" a , 1 "`, `thrift:"a,-32768"`, `thrift:"a,32767"`, `thrift:"a,32768"`,
		`thrift:"a,-32769"`, `thrift:"a,99999999999999999999"`, `thrift:"a,x"`, `thrift:"a,"`, `thrift:"a,+1"`, `thrift:"a"`,
		`thrift:""`, `thrift:"-"`, `thrift:",-"`, `thrift:"a b,1"`, `thrift:"a-b,1"`, `thrift:"a.b,1"`, `thrift:"é,1"`, `thrift:"1a,1"`,
		`thrift:"a,1,required"`, `thrift:"a,1,optional"`, `thrift:"a,1,default"`, `thrift:"a,1,"`, `thrift:"a,1,Required"`,
		`thrift:"a,1,hasdefault"`, `thrift:"a,1,optional,hasdefault"`, `thrift:"a,1,optional,i32,hasdefault"`, `thrift:"a,1,hasdefault,optional"`,
		`thrift:"a,1,default,"`, `thrift:"a,1,default,i32"`, `thrift:"a,1,default, i32 "`, `thrift:"a,1,default,i64"`, `thrift:"a,1,default,int32"`,
		`thrift:"a,1,default,Color"`, `thrift:"a,1,default,pkg.Color"`, `thrift:"a,1,default,.Color"`, `thrift:"a,1,default,a..b"`, `thrift:"a,1,default,9x"`,
		`thrift:"a,1,default,list<i32>"`, `thrift:"a,1,default,list<"`, `thrift:"a,1,default,list"`, `thrift:"a,1,default,i32>"`,
		`thrift:"a,1,default,map<i32,i32>"`, `thrift:"a,1,default,map<i32>"`, `thrift:"a,1,default,i32,i32"`, `thrift:"a,1,default,i32,nocopy"`,
		`thrift:"a,1,nocopy"`, `thrift:"a,1,default,nocopy"`, `thrift:"a,1" db:"a" json:"a,omitempty"`, `thrift:"a,x" db:"a" json:"a,omitempty"`,
		// the form that starts with the id
		`thrift:"1"`, `thrift:"0"`, `thrift:"32767"`, `thrift:"32768"`, `thrift:"-1"`, `thrift:"1,required"`, `thrift:"1,optional"`,
		`thrift:"1,required,optional"`, `thrift:"1,optional,optional"`, `thrift:"1,enum"`, `thrift:"1,writezero"`, `thrift:"1,enum,optional,writezero"`,
		`thrift:"1,default"`, `thrift:"1,i32"`, `thrift:"1,"`, `thrift:"1,2"`,
		// the form of frugal
		`frugal:"1,default"`, `frugal:"1"`, `frugal:""`, `frugal:"-"`, `frugal:"x,default"`, `frugal:"1,default,i32"`, `frugal:"1,default,i64"`,
		`frugal:"32768,default"`, `frugal:"1,optional,"`, `frugal:"1,optional,i32,nocopy"`, `frugal:"1,wanted,i32"`, `frugal:"a,1,default"`,
		`frugal:"1,default,i32" thrift:"a,1"`, `frugal:"1,default,i32" thrift:"a,2"`, `frugal:"1,default,i32" thrift:"a,x"`,
		`frugal:"1,default" thrift:"-"`, `frugal:"-" thrift:"a,1"`, `thrift:"a,1,default,i64" frugal:"1,default,i32"`,
		// misplaced marks and malformed struct tags
		`thrift:",union"`, `thrift:"a,union"`, `json:"a" thrift:a,1`, `json:a thrift:"a,1"`, `thrift: "a,1"`, `thrift:"a,1`, `json:"a"  thrift:"a,1"`,
		`json:"a",thrift:"a,1"`, `frugal: "1,default"`, `json:"a"frugal:"1,default"`, `json:"a";frugal:"1,default"`, `thrift:"1,required" db:"a" json:"a,omitempty"`,
	} {
		rows = append(rows, one[int32](tag))
	}
	for word := range strings.FieldsSeq(`int int8 int16 int32 int64 float float32 float64 uint uint8 uint16 uint32
		uint64 bytes rune any error struct union exception enum void required optional default writezero nocopy hasdefault
		Bool string2 _ I64 byte2 list2`) {
		rows = append(rows, one[[]int32](`thrift:"a,1,default,list<`+word+`>"`))
	}
	deep := strings.Repeat("list<", 64) + "i32" + strings.Repeat(">", 64)
	return append(rows,
		one[bool](`thrift:"a,1,default,bool"`), one[bool](`thrift:"1,enum"`), one[bool](`thrift:"a,1,default,Color"`),
		one[int8](`thrift:"a,1,default,byte"`), one[int8](`thrift:"a,1,default,i8"`), one[int16](`thrift:"a,1,default,i32"`),
		one[int](`thrift:"a,1,default,i64"`), one[int](`thrift:"a,1,default,i32"`), one[int64](`thrift:"1,enum"`), one[int64](`thrift:"a,1,default,uuid"`),
		one[float64](`thrift:"a,1,default,double"`), one[float64](`thrift:"a,1,default,float"`), one[float64](`thrift:"a,1,default,i64"`),
		one[string](`thrift:"a,1,default,binary"`), one[string](`thrift:"a,1,default,string,nocopy"`), one[string](`thrift:"a,1,default,,nocopy"`),
		one[string](`frugal:"1,default,string,nocopy"`), one[string](`frugal:"1,default,nocopy"`), one[string](`thrift:"a,1,default,list<string>"`),
		one[*string](`frugal:"1,optional,binary,nocopy"`), one[**string](`thrift:"a,1"`), one[*int32](`thrift:"1,enum"`), one[*bool](`thrift:"1,enum"`),
		one[[]uint8](`thrift:"a,1"`), one[[]uint8](`thrift:"a,1,default,string"`), one[[]uint8](`thrift:"a,1,default,list<i8>"`), one[[16]uint8](`thrift:"a,1"`),
		one[[16]uint8](`thrift:"a,1,default,uuid"`), one[[16]uint8](`thrift:"a,1,default,binary"`), one[[8]uint8](`thrift:"a,1"`), one[[3]int32](`thrift:"a,1"`),
		one[[]int32](`thrift:"a,1"`), one[[]int32](`thrift:"a,1,default,set<i32>"`), one[[]int32](`thrift:"a,1,default,list<Color>"`),
		one[[]int32](`thrift:"a,1,default,list<i64>"`), one[[]int32](`thrift:"a,1,default,i32"`), one[[]int32](`thrift:"a,1,default,map<i32:i32>"`),
		one[[]int32](`thrift:"1,enum"`), one[[]int32](`thrift:"a,1,default,`+deep+`"`), one[[]int32](`thrift:"a,1,default,list<`+deep+`>"`),
		one[[]entry](`thrift:"a,1,default,map<string:i64>"`), one[[]*entry](`thrift:"a,1,default,map<string:i64>"`), one[[]entry](`thrift:"a,1,default,map<string:i32>"`),
		one[map[string]int64](`frugal:"1,optional,map<string:i64>"`), one[map[string]int64](`thrift:"a,1,default,map< string : i64 >"`),
		one[map[string]int64](`thrift:"a,1,default,map<string:string>"`), one[map[string]int64](`thrift:"a,1,default,set<string>"`), one[map[string]int64](`thrift:"a,1,default,M"`),
		one[map[int32]struct{}](`thrift:"a,1"`), one[map[int32]struct{}](`thrift:"a,1,default,set<i32>"`), one[map[int32]struct{}](`thrift:"a,1,default,list<i32>"`),
		one[map[int32]struct{}](`thrift:"a,1,default,map<i32:Empty>"`), one[map[int32][]map[string]int64](`thrift:"a,1,default,map<i32:set<map<string:i64>>>"`),
		one[struct{}](`thrift:"a,1"`), one[struct{}](`thrift:"a,1,default,Empty"`), one[struct{}](`thrift:"a,1,default,i32"`), one[*struct{}](`thrift:"a,1"`),
		one[uint](`thrift:"a,1"`), one[uint8](`thrift:"a,1"`), one[uint16](`thrift:"a,1"`), one[uint32](`thrift:"a,1"`), one[uint64](`thrift:"a,1"`),
		one[uintptr](`thrift:"a,1"`), one[float32](`thrift:"a,1"`), one[complex64](`thrift:"a,1"`), one[complex128](`thrift:"a,1"`), one[chan int](`thrift:"a,1"`),
		one[func()](`thrift:"a,1"`), one[[]float32](`thrift:"a,1"`), one[map[uint32]string](`thrift:"a,1"`), one[*chan int](`thrift:"a,1"`),
		one[uint32](`thrift:"a,1,default,i32"`), one[any](`thrift:"a,1"`), one[any](`thrift:",union"`), one[chan int](`thrift:"-"`),
		blank(one[struct{}](`thrift:",union"`)), blank(one[struct{}](`thrift:" , union "`)), blank(one[int32](`thrift:",union"`)), blank(one[int32](`thrift:"a,1"`)),
		[]column{one[int32](`thrift:"a,1"`)[0].named("f")},
		both(one[int32](`thrift:"a,1"`), one[int32](`thrift:"a,2"`)), both(one[int32](`thrift:"a,1"`), one[string](`thrift:"b,1"`)),
		both(one[int32](`thrift:"a,1"`), one[string](`frugal:"1,default" thrift:"b,2"`)), both(one[int32](`thrift:"1"`), one[string](`frugal:"2,default" thrift:"b,1"`)),
		[]column{blank(one[struct{}](`thrift:",union"`))[0], one[int32](`thrift:"a,1"`)[0]},
		[]column{blank(one[struct{}](`thrift:",union"`))[0], one[*int32](`thrift:"a,1"`)[0]},
		[]column{blank(one[struct{}](`thrift:",union"`))[0], one[[]int32](`thrift:"a,1"`)[0]},
	)
}
