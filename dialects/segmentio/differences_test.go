package segmentio_test

import (
	"math"

	"github.com/miserwire/miser/codec"
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
	compact = codec.Compact

	mendHeader = "the header has to say i32, which enums are"
	mendBools  = "Apache's are 1 and 2, and their type 1; miser reads both forms"
	typos      = "what does not go out is rather refused than left out in silence"
)

func written() []difference {
	return []difference{{
		"anything in Binary, as an i32", "05 00 01 00 00 00 01 00 00 00", "08 00 01 00 00 00 01 00",
		"its type codes are those of Compact, its stop field has three bytes: no other Thrift reads that",
		write(theirBinary, codec.Binary, one{1}),
	}, {
		"a double in Compact", "17 3f f8 00 00 00 00 00 00 00", "17 00 00 00 00 00 00 f8 3f 00",
		"Apache's are little-endian", write(theirCompact, compact, double{1.5}),
	}, {
		"a list of bools in Compact", "19 22 01 00 00", "19 21 01 02 00", mendBools,
		write(theirCompact, compact, flags{[]bool{true, false}}),
	}, {
		"a map of bools in Compact", "1b 01 82 01 61 00 00", "1b 01 81 01 61 02 00", mendBools,
		write(theirCompact, compact, flagMap{map[string]bool{"a": false}}),
	}, {
		"an enum in an int8", "13 06 00", "15 06 00", mendHeader + "; its own says i8, before a varint",
		write(theirCompact, compact, enum8{3}),
	}, {
		"an enum in an int16", "14 06 00", "15 06 00", mendHeader, write(theirCompact, compact, enum16{3}),
	}, {
		"an enum in an int64 or int", "16 06 00", "15 06 00", mendHeader, write(theirCompact, compact, enum64{3}),
	}, {
		"an enum that needs more than 32 bits", "16 00 00",
		"thrift: compact: marshal enum64.A at offset 1: value is outside its wire type",
		"it is not cut", write(theirCompact, compact, enum64{1 << 32}),
	}, {
		"-0 in a double that is not required", "00", "17 00 00 00 00 00 00 00 80 00",
		"-0 is not the zero value: a reader would get 0", write(theirCompact, compact, double{math.Copysign(0, -1)}),
	}, {
		"a required pointer that is nil", "00",
		"thrift: compact: marshal mustPtr.A at offset 0: required field is missing",
		"a reader refuses it", write(theirCompact, compact, mustPtr{}),
	}, {
		"a nil element whose type has a required field", "19 1c 15 00 00 00", "19 1c 00 00",
		"a nil element is an empty struct, whatever the dialect", write(theirCompact, compact, mustRefs{[]*must{nil}}),
	}, {
		"an embedded struct that has a tag", "15 0a 00", "7c 15 0a 00 00",
		"a tag makes it a field like any other; without one it is flattened", write(theirCompact, compact, tagged{Part{5}}),
	}, {
		"a float32", "17 3f f8 00 00 00 00 00 00 00",
		`thrift: segmentio_test.single.A: tag "1": Go type float32 has no Thrift type; use float64`,
		"a decoder would round", write(theirCompact, compact, single{1.5}),
	}, {
		"an unsigned integer", "panic: type cannot be encoded in thrift: uint32",
		`thrift: segmentio_test.natural.A: tag "1": Go type uint32 has no Thrift type; use int32, or int64 for its whole range`,
		"New reports what the peer panics of", write(theirCompact, compact, natural{5}),
	}, {
		"fields, and no tag", "00",
		`thrift: segmentio_test.untagged: it has fields, and none of them has a thrift tag; write thrift:"name,id" on the fields that go out`,
		typos, write(theirCompact, compact, untagged{5}),
	}, {
		"a tag on an unexported field", "15 02 00",
		`thrift: segmentio_test.hidden.b: tag "2": the field is not exported; export it, or leave it out with thrift:"-"`,
		typos, write(theirCompact, compact, hidden{1, 2}),
	}, {
		"a map to what takes no memory, other than struct{}", "1a 18 01 61 00",
		`thrift: segmentio_test.arrays.A: tag "1": Go type [0]int32 has no Thrift type; use a slice; of the arrays only [16]byte is supported, a uuid`,
		"a set is a map to struct{}", write(theirCompact, compact, arrays{map[string][0]int32{"a": {}}}),
	}, {
		"field id 0", "panic: invalid thrift field id found in struct tag `thrift:\"0\"`: 0 <= 0", "05 00 0a 00",
		"a method's result has it", write(theirCompact, compact, result{5}),
	}}
}

func read() []difference {
	return []difference{{
		"reading a list of bools that Apache wrote", "{A:[true true]}", "{A:[true false]}", "2 is false",
		decode[flags](theirCompact, compact, "19 21 01 02 00"),
	}, {
		"reading an unknown bool field", "decoding thrift payload: 0:FIELD<SET>: unexpected EOF", "{B:5}",
		"its value is in the header; the peer skips a byte more", decode[two](theirCompact, compact, "11 15 0a 00"),
	}, {
		"reading a known field of another type", "unexpected EOF", "{A:0}",
		"it is skipped; the peer stays before its value", decode[one](theirCompact, compact, "18 01 61 00"),
	}, {
		"reading a list of another type", "decoding thrift payload: 0:FIELD<BOOL>: unexpected EOF", "{A:[]}",
		"the same", decode[flags](theirCompact, compact, "19 15 02 00"),
	}, {
		"reading ids that are far apart", "panic: runtime error: index out of range [1] with length 1", "{A:1 B:2}",
		"ids may be any; the peer panics", decode[far](theirCompact, compact, "15 02 05 c6 01 04 00"),
	}, {
		"bytes after the struct", "unexpected trailing bytes at the end of thrift input: 1", "{A:1}, 3 bytes used",
		"the caller compares: what follows may be the next message", decode[one](theirCompact, compact, "15 02 00 ff"),
	}}
}
