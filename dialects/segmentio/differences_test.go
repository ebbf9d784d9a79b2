package segmentio_test

import (
	"math"

	"github.com/miserwire/miser/dialects/internal/contrast"
)

// Types of one difference each.
type (
	one struct {
		A int32 `thrift:"1"`
	}
	two struct {
		B int32 `thrift:"2"`
	}
	double struct {
		A float64 `thrift:"1"`
	}
	flags struct {
		A []bool `thrift:"1"`
	}
	flagMap struct {
		A map[string]bool `thrift:"1"`
	}
	enum8 struct {
		A int8 `thrift:"1,enum"`
	}
	enum16 struct {
		A int16 `thrift:"1,enum"`
	}
	enum64 struct {
		A int64 `thrift:"1,enum"`
	}
	mustPtr struct {
		A *int32 `thrift:"1,required"`
	}
	must struct {
		A int32 `thrift:"1,required"`
	}
	mustRefs struct {
		A []*must `thrift:"1"`
	}
	// Part is exported, as an embedded field with a tag has to be.
	Part struct {
		A int32 `thrift:"1"`
	}
	tagged struct {
		Part `thrift:"7"`
	}
	single struct {
		A float32 `thrift:"1"`
	}
	natural struct {
		A uint32 `thrift:"1"`
	}
	untagged struct{ A int32 }
	hidden   struct {
		A int32 `thrift:"1"`
		b int32 `thrift:"2"`
	}
	arrays struct {
		A map[string][0]int32 `thrift:"1"`
	}
	far struct {
		A int32 `thrift:"1"`
		B int32 `thrift:"99"`
	}
	result struct {
		Success int32 `thrift:"0"`
	}
)

const (
	mendHeader = "the header has to say i32, which enums are"
	mendBools  = "Apache's are 1 and 2, and their type 1; miser reads both forms"
	typos      = "what does not go out is rather refused than left out in silence"
)

func written() []contrast.Difference {
	return []contrast.Difference{
		contrast.New(
			"anything in Binary, as an i32", "05 00 01 00 00 00 01 00 00 00", "08 00 01 00 00 00 01 00",
			"its type codes are those of Compact, its stop field has three bytes: no other Thrift reads that",
			contrast.Write(inBinary, one{1}),
		),
		contrast.New(
			"a double in Compact", "17 3f f8 00 00 00 00 00 00 00", "17 00 00 00 00 00 00 f8 3f 00",
			"Apache's are little-endian", contrast.Write(inCompact, double{1.5}),
		),
		contrast.New(
			"a list of bools in Compact", "19 22 01 00 00", "19 21 01 02 00", mendBools,
			contrast.Write(inCompact, flags{[]bool{true, false}}),
		),
		contrast.New(
			"a map of bools in Compact", "1b 01 82 01 61 00 00", "1b 01 81 01 61 02 00", mendBools,
			contrast.Write(inCompact, flagMap{map[string]bool{"a": false}}),
		),
		contrast.New(
			"an enum in an int8", "13 06 00", "15 06 00", mendHeader+"; its own says i8, before a varint",
			contrast.Write(inCompact, enum8{3}),
		),
		contrast.New(
			"an enum in an int16", "14 06 00", "15 06 00", mendHeader, contrast.Write(inCompact, enum16{3}),
		),
		contrast.New(
			"an enum in an int64 or int", "16 06 00", "15 06 00", mendHeader, contrast.Write(inCompact, enum64{3}),
		),
		contrast.New(
			"an enum that needs more than 32 bits", "16 00 00",
			"thrift: compact: marshal enum64.A at offset 1: value is outside its wire type",
			"it is not cut", contrast.Write(inCompact, enum64{1 << 32}),
		),
		contrast.New(
			"-0 in a double that is not required", "00", "17 00 00 00 00 00 00 00 80 00",
			"-0 is not the zero value: a reader would get 0", contrast.Write(inCompact, double{math.Copysign(0, -1)}),
		),
		contrast.New(
			"a required pointer that is nil", "00",
			"thrift: compact: marshal mustPtr.A at offset 0: required field is missing",
			"a reader refuses it", contrast.Write(inCompact, mustPtr{}),
		),
		contrast.New(
			"a nil element whose type has a required field", "19 1c 15 00 00 00", "19 1c 00 00",
			"a nil element is an empty struct, whatever the dialect", contrast.Write(inCompact, mustRefs{[]*must{nil}}),
		),
		contrast.New(
			"an embedded struct that has a tag", "15 0a 00", "7c 15 0a 00 00",
			"a tag makes it a field like any other; without one it is flattened", contrast.Write(inCompact, tagged{Part{5}}),
		),
		contrast.New(
			"a float32", "17 3f f8 00 00 00 00 00 00 00",
			`thrift: segmentio_test.single.A: tag "1": Go type float32 has no Thrift type; use float64`,
			"a decoder would round", contrast.Write(inCompact, single{1.5}),
		),
		contrast.New(
			"an unsigned integer", "panic: type cannot be encoded in thrift: uint32",
			`thrift: segmentio_test.natural.A: tag "1": Go type uint32 has no Thrift type; use int32, or int64 for its whole range`,
			"New reports what the peer panics of", contrast.Write(inCompact, natural{5}),
		),
		contrast.New(
			"fields, and no tag", "00",
			`thrift: segmentio_test.untagged: it has fields, and none of them has a thrift tag; write thrift:"name,id" on the fields that go out, or give codec.Options a Schema that says it`,
			typos, contrast.Write(inCompact, untagged{5}),
		),
		contrast.New(
			"a tag on an unexported field", "15 02 00",
			`thrift: segmentio_test.hidden.b: tag "2": the field is not exported; export it, or leave it out with thrift:"-"`,
			typos, contrast.Write(inCompact, hidden{1, 2}),
		),
		contrast.New(
			"a map to what takes no memory, other than struct{}", "1a 18 01 61 00",
			`thrift: segmentio_test.arrays.A: tag "1": Go type [0]int32 has no Thrift type; use a slice; of the arrays only [16]byte is supported, a uuid`,
			"a set is a map to struct{}", contrast.Write(inCompact, arrays{map[string][0]int32{"a": {}}}),
		),
		contrast.New(
			"field id 0", "panic: invalid thrift field id found in struct tag `thrift:\"0\"`: 0 <= 0", "05 00 0a 00",
			"a method's result has it", contrast.Write(inCompact, result{5}),
		),
	}
}

func read() []contrast.Difference {
	return []contrast.Difference{
		contrast.New(
			"reading a list of bools that Apache wrote", "{A:[true true]}", "{A:[true false]}", "2 is false",
			contrast.Read[flags](inCompact, "19 21 01 02 00"),
		),
		contrast.New(
			"reading an unknown bool field", "decoding thrift payload: 0:FIELD<SET>: unexpected EOF", "{B:5}",
			"its value is in the header; the peer skips a byte more", contrast.Read[two](inCompact, "11 15 0a 00"),
		),
		contrast.New(
			"reading a known field of another type", "unexpected EOF", "{A:0}",
			"it is skipped; the peer stays before its value", contrast.Read[one](inCompact, "18 01 61 00"),
		),
		contrast.New(
			"reading a list of another type", "decoding thrift payload: 0:FIELD<BOOL>: unexpected EOF", "{A:[]}",
			"the same", contrast.Read[flags](inCompact, "19 15 02 00"),
		),
		contrast.New(
			"reading ids that are far apart", "panic: runtime error: index out of range [1] with length 1", "{A:1 B:2}",
			"ids may be any; the peer panics", contrast.Read[far](inCompact, "15 02 05 c6 01 04 00"),
		),
		contrast.New(
			"bytes after the struct", "unexpected trailing bytes at the end of thrift input: 1", "{A:1}, 3 bytes used",
			"the caller compares: what follows may be the next message", contrast.Read[one](inCompact, "15 02 00 ff"),
		),
	}
}
