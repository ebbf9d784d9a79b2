package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// What a decode makes of bools, unions, missing fields, and where it says that a fault is.

// TestDecodeBools: only 0 and 1 are stored, whatever the byte; both codes of bool stand for the type.
func TestDecodeBools(t *testing.T) {
	type bools struct {
		A bool            `thrift:"a,1"`
		P *bool           `thrift:"p,2"`
		L []bool          `thrift:"l,3"`
		S []bool          `thrift:"s,4,default,set<bool>"`
		M map[bool]bool   `thrift:"m,5"`
		Q []*bool         `thrift:"q,6"`
		T map[bool]string `thrift:"t,7"`
		Z int32           `thrift:"z,8"`
	}
	for b := range 256 {
		src := hexed(fmt.Sprintf(`020001 %02[1]x 020002 %02[1]x
			0f000302 00000013 %[2]s 0e000402 00000001 %02[1]x
			0d00050202 00000001 01 %02[1]x 0f000602 00000001 %02[1]x 0d0007020b 00000001 %02[1]x 00000000
			080008 00000007 00`, b, strings.Repeat(fmt.Sprintf("%02x", b), 19)))
		on := b == 1
		want := &bools{on, &on, make([]bool, 19), []bool{on}, map[bool]bool{true: on}, []*bool{&on}, map[bool]string{on: ""}, 7}
		for i := range want.L {
			want.L[i] = on
		}
		decodes(t, codec.Binary, src, want)
		checkStored(t, codec.Binary, src, want)
		for _, code := range []byte{1, 2} { // of the elements
			src := hexed(fmt.Sprintf(`11 12 19f%[3]x13 %[2]s 1a1%[3]x %02[1]x 1b01 %[3]x%[3]x 01 %02[1]x
				191%[3]x %02[1]x 1b01 %[3]x8 %02[1]x 00 150e 00`, b, strings.Repeat(fmt.Sprintf("%02x", b), 19), code))
			no := false
			want.A, want.P = true, &no
			decodes(t, codec.Compact, src, want)
			checkStored(t, codec.Compact, src, want)
		}
	}
}

// checkStored decodes src and encodes the value: a bool that holds another byte than 0 or 1 shows there.
func checkStored[T any](t *testing.T, p codec.Protocol, src []byte, want *T) {
	t.Helper()
	var got T
	noError(second(codecOf(t, want, p, codec.Options{}).Decode(src, &got)))
	for _, out := range bothProtocols {
		b, err := encodings(t, out, codec.Options{}, &got)
		if err != nil || !bytes.Equal(b, written(t, out, want)) {
			t.Errorf("%v: what %x gives goes out as %x, %v, want %x", out, src, b, err, written(t, out, want))
		}
	}
}

// arms is a union with memory in its arms, and a place for arms that it does not know.
type arms struct {
	_ struct{} `thrift:",union"`
	N *int64   `thrift:"n,1"`
	S *string  `thrift:"s,2"`
	L []int32  `thrift:"l,3"`
	I *Inner   `thrift:"i,4"`
	U *arms    `thrift:"u,5"`
	B []byte   `thrift:"b,6"`
	M MyMap    `thrift:"m,7"`
	K layout.Unknown
}

// TestDecodeUnions: of several arms the last counts, and the others are cleared.
func TestDecodeUnions(t *testing.T) {
	all := []*arms{
		{N: new(int64(1))}, {S: new("s")}, {L: []int32{1}}, {I: &Inner{A: new(int32(1))}}, {U: &arms{N: new(int64(2))}},
		{B: []byte("b")}, {M: MyMap{"k": 1}}, {S: new("")}, {L: []int32{}}, {I: &Inner{}}, {B: []byte{}}, {M: MyMap{}},
	}
	type holder struct {
		One  *arms           `thrift:"one,1"`
		Many []*arms         `thrift:"many,2"`
		Here arms            `thrift:"here,3"`
		By   map[string]arms `thrift:"by,4"`
	}
	dirty := func() any {
		return &arms{N: new(int64(9)), S: new("old"), L: []int32{9, 9}, U: &arms{}, M: MyMap{"o": 9}, K: []byte{1}}
	}
	for _, a := range all {
		roundTrips(t, a)
		roundTrips(t, &holder{a, []*arms{a, all[0]}, *a, map[string]arms{"": *a}})
		for _, p := range bothProtocols {
			decodes(t, p, plain(t, p, a), a, dirty)
			for _, b := range all {
				decodes(t, p, twoArms(t, p, a, b), b, dirty)
			}
		}
	}
	for _, p := range bothProtocols {
		decodes(t, p, []byte{0}, &arms{}, dirty) // no arm
	}
	// An arm that is not known is kept, and counts as one.
	unknown := &arms{K: hexed("080009 00000007")}
	roundTrips(t, unknown)
	decodes(t, codec.Compact, hexed("950e 00"), unknown, dirty)
}

// twoArms returns a union with both arms. In Compact the second has a header that says its id.
func twoArms(t *testing.T, p codec.Protocol, a, b *arms) []byte {
	x, y := plain(t, p, a), plain(t, p, b)
	if p == codec.Compact {
		y = append([]byte{y[0] & 0x0f, y[0] >> 4 * 2}, y[1:]...)
	}
	return after(x, y)
}

// needy misses fields at many places.
type needy struct {
	A  int32             `thrift:"a,1,required"`
	In *needyIn          `thrift:"in,2"`
	L  []needyIn         `thrift:"l,3"`
	P  []*needyIn        `thrift:"p,4"`
	M  map[string]*Req   `thrift:"m,5"`
	K  map[Req]bool      `thrift:"k,6"`
	S  Req               `thrift:"s,7"`
	D  [][]map[int8]*Req `thrift:"d,8"`
	E  []pair[Req, Req]  `thrift:"e,9,default,map<Req:Req>"`
	T  map[Req]struct{}  `thrift:"t,10"`
	*needyBase
}

type (
	needyIn struct {
		X *string `thrift:"x,1,required"`
		R Req     `thrift:"r,2,required"`
	}
	needyBase struct {
		Z []int64 `thrift:"z,11,required"`
	}
	// lazy has needy's fields, none of them required.
	lazy struct {
		A  *int32               `thrift:"a,1"`
		In *lazyIn              `thrift:"in,2"`
		L  []lazyIn             `thrift:"l,3,optional"`
		P  []*lazyIn            `thrift:"p,4,optional"`
		M  map[string]*lazyR    `thrift:"m,5,optional"`
		K  map[lazyR]bool       `thrift:"k,6,optional"`
		S  *lazyR               `thrift:"s,7"`
		D  [][]map[int8]lazyR   `thrift:"d,8,optional"`
		E  []pair[lazyR, lazyR] `thrift:"e,9,optional,map<R:R>"`
		T  map[lazyR]struct{}   `thrift:"t,10,optional"`
		Z  []int64              `thrift:"z,11,optional"`
	}
	lazyIn struct {
		X *string `thrift:"x,1"`
		R *lazyR  `thrift:"r,2"`
	}
	lazyR struct {
		A int32  `thrift:"1"`
		B string `thrift:"2"`
	}
)

// TestDecodeRequired names the field that is missing, and the way to it.
func TestDecodeRequired(t *testing.T) {
	r := lazyR{1, "b"}
	in := lazyIn{new("x"), &r}
	whole := func() *lazy { return &lazy{A: new(int32(0)), Z: []int64{}, S: &r} }
	for path, change := range map[string]func(v *lazy){
		"needy.A":                  func(v *lazy) { v.A = nil },
		"needy.needyBase.Z":        func(v *lazy) { v.Z = nil },
		"needy.In.X":               func(v *lazy) { v.In = &lazyIn{R: &r} },
		"needy.In.R":               func(v *lazy) { v.In = &lazyIn{X: new("")} },
		"needy.In.R.B":             func(v *lazy) { v.In = &lazyIn{new(""), &lazyR{A: 1}} },
		"needy.L[1].R":             func(v *lazy) { v.L = []lazyIn{in, {X: new("")}} },
		"needy.P[2].X":             func(v *lazy) { v.P = []*lazyIn{&in, &in, {R: &r}} },
		"needy.M[value 0].A":       func(v *lazy) { v.M = map[string]*lazyR{"k": {B: "b"}} },
		"needy.K[key 0].B":         func(v *lazy) { v.K = map[lazyR]bool{{A: 1}: true} },
		"needy.S.A":                func(v *lazy) { v.S = &lazyR{B: "b"} },
		"needy.D[0][1][value 0].A": func(v *lazy) { v.D = [][]map[int8]lazyR{{{}, {1: {}}}} },
		"needy.E[key 1].A":         func(v *lazy) { v.E = []pair[lazyR, lazyR]{{r, r}, {lazyR{}, r}} },
		"needy.E[value 1].B":       func(v *lazy) { v.E = []pair[lazyR, lazyR]{{r, r}, {r, lazyR{A: 1}}} },
		"needy.T[0].A":             func(v *lazy) { v.T = map[lazyR]struct{}{{B: "b"}: {}} },
	} {
		v := whole()
		change(v)
		for _, p := range bothProtocols {
			if e := refuses(t, p, plain(t, p, v), &needy{}, codec.ErrMissingRequired); e != nil && e.Path != path {
				t.Errorf("%v: %q is missing, want %q: %v", p, e.Path, path, e)
			}
		}
	}
	for _, p := range bothProtocols {
		decodes(t, p, written(t, p, whole()), &needy{S: Req{1, "b"}, needyBase: &needyBase{[]int64{}}})
	}
}

// TestDecodePaths has the path to a fault, whatever it leads through.
func TestDecodePaths(t *testing.T) {
	media := wiretest.NewMediaContent()
	uri := bytes.Index(wiretest.MediaContentBinary, []byte("keynote_thumb"))
	var got wiretest.MediaContent
	_, err := codecOf(t, &got, codec.Binary, codec.Options{}).Decode(wiretest.MediaContentBinary[:uri], &got)
	var e *codec.Error
	if !errors.As(err, &e) || !errors.Is(err, codec.ErrTruncated) || e.Path != "MediaContent.Image[1].URI" {
		t.Errorf("Decode = %v, want a fault at MediaContent.Image[1].URI", err)
	}
	media.Image[1].Size = 1 << 40
	if _, err := encodings(t, codec.Compact, codec.Options{}, media); !errors.As(err, &e) || e.Path != "MediaContent.Image[1].Size" {
		t.Errorf("Append = %v, want a fault at MediaContent.Image[1].Size", err)
	}
	type inner struct {
		S string `thrift:"s,1"`
	}
	type outer struct {
		M map[string]inner       `thrift:"m,1"`
		K map[string]bool        `thrift:"k,2"`
		L []map[int8][]*inner    `thrift:"l,3"`
		S map[string]struct{}    `thrift:"s,4"`
		E []pair[string, *inner] `thrift:"e,5,default,map<string:inner>"`
		P **[]string             `thrift:"p,6"`
	}
	for path, src := range map[string]string{
		"outer.M[value 2].S":       "0d0001 0b0c00000003 0000000161 00 0000000162 00 0000000163 0b0001 000000ff 00 00",
		"outer.M[key 1]":           "0d0001 0b0c00000002 00000000 00 7fffffff 00 00",
		"outer.K[key 0]":           "0d0002 0b0200000001 000000ff 01 00",
		"outer.L[1][value 0][1].S": "0f0003 0d00000002 030f00000000 030f00000001 05 0c00000002 00 0b0001 00ffffff 00 00 00 00 00 00",
		"outer.S[1]":               "0e0004 0b00000002 00000000 0000ffff 00",
		"outer.E[key 0]":           "0d0005 0b0c00000001 000000ff 00 00",
		"outer.E[value 0].S":       "0d0005 0b0c00000001 00000000 0b0001 000000ff 00",
		"outer.P[1]":               "0f0006 0b00000002 00000000 000000ff 00",
	} {
		if e := refuses(t, codec.Binary, hexed(src), &outer{}, codec.ErrTruncated); e != nil && e.Path != path {
			t.Errorf("fault at %q, want %q: %v", e.Path, path, e)
		}
	}
}
