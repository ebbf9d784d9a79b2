package codec_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// What a decode makes of absent, repeated, unlike and unknown fields.

// kinds has a field of every kind in every form. All are absent while they are zero. The ids are such that
// Compact gives the first field of a message its long header, so that messages can be strung together.
type kinds struct {
	Bool     bool                   `thrift:"bool,20,optional"`
	I8       int8                   `thrift:"i8,21,optional"`
	I16      int16                  `thrift:"i16,22,optional"`
	I32      int32                  `thrift:"i32,23,optional"`
	I64      int64                  `thrift:"i64,24,optional"`
	Int      int                    `thrift:"int,25,optional"`
	Double   float64                `thrift:"double,26,optional"`
	String   string                 `thrift:"string,27,optional"`
	Bytes    []byte                 `thrift:"bytes,28,optional"`
	UUID     [16]byte               `thrift:"uuid,29,optional"`
	Enum     Color                  `thrift:"enum,30,optional"`
	Struct   Two                    `thrift:"31,optional"`
	PBool    *bool                  `thrift:"p_bool,32,optional"`
	PI8      *int8                  `thrift:"p_i8,33,optional"`
	PI16     *int16                 `thrift:"p_i16,34,optional"`
	PI32     *int32                 `thrift:"p_i32,35,optional"`
	PI64     *int64                 `thrift:"p_i64,36,optional"`
	PDouble  *float64               `thrift:"p_double,37,optional"`
	PString  *string                `thrift:"p_string,38,optional"`
	PBytes   *[]byte                `thrift:"p_bytes,39,optional"`
	PUUID    *[16]byte              `thrift:"p_uuid,40,optional"`
	PEnum    *Color                 `thrift:"p_enum,41,optional"`
	PStruct  *Inner                 `thrift:"p_struct,42,optional"`
	PP       **int32                `thrift:"pp,43,optional"`
	PList    *[]int32               `thrift:"p_list,44,optional"`
	PMap     *map[string]int8       `thrift:"p_map,45,optional"`
	Bools    []bool                 `thrift:"bools,46,optional"`
	I8s      []int8                 `thrift:"i8s,47,optional"`
	I16s     []int16                `thrift:"i16s,48,optional"`
	I32s     []int32                `thrift:"i32s,49,optional"`
	I64s     []int64                `thrift:"i64s,50,optional"`
	Doubles  []float64              `thrift:"doubles,51,optional"`
	Strings  []string               `thrift:"strings,52,optional"`
	Blobs    [][]byte               `thrift:"blobs,53,optional"`
	UUIDs    [][16]byte             `thrift:"uuids,54,optional"`
	Enums    []Color                `thrift:"enums,55,optional"`
	Structs  []Two                  `thrift:"structs,56,optional"`
	Pointees []*Inner               `thrift:"pointees,57,optional"`
	PStrings []*string              `thrift:"p_strings,58,optional"`
	Lists    [][]int32              `thrift:"lists,59,optional"`
	Maps     []map[string]int8      `thrift:"maps,60,optional"`
	Set      []int32                `thrift:"set,61,optional,set<i32>"`
	SetMap   map[string]struct{}    `thrift:"set_map,62,optional"`
	Map      map[string]int64       `thrift:"map,63,optional"`
	MapPtr   map[int32]*Inner       `thrift:"map_ptr,64,optional"`
	MapVal   map[string]Two         `thrift:"map_val,65,optional"`
	MapList  map[int8][]string      `thrift:"map_list,66,optional"`
	MapMap   map[bool]map[int16]int `thrift:"map_map,67,optional"`
	Entries  []pair[string, *Inner] `thrift:"entries,68,optional,map<string:Inner>"`
	PtrKeys  map[*Two]string        `thrift:"ptr_keys,69,optional"`
	Tiny     tiny                   `thrift:"tiny,70,optional,tiny"`
	Kids     []*kinds               `thrift:"kids,71,optional"`
	Last     int32                  `thrift:"last,99,optional"`

	Note   []string `thrift:"-"`
	hidden *int
	_      int32
}

var kindsType = reflect.TypeFor[kinds]()

// wireKinds is the number of fields of kinds that are Thrift's.
var wireKinds = kindsType.NumField() - 3

// onlyKind returns a kinds with field i alone, filled as r says.
func onlyKind(r *rand.Rand, i int) *kinds {
	v := new(kinds)
	filler{r}.value(reflect.ValueOf(v).Elem().Field(i), 3, true)
	return v
}

// dirtyKinds returns a kinds with everything filled.
func dirtyKinds() any {
	v := new(kinds)
	fillAll(reflect.ValueOf(v).Elem(), 3)
	v.Note, v.hidden = []string{"note"}, new(7)
	v.Kids[0].Note, v.Kids[1].hidden = v.Note, v.hidden
	return v
}

// TestDecodeDirtyTargets: what a message does not have is reset, whatever the target held.
func TestDecodeDirtyTargets(t *testing.T) {
	some := func() any {
		v := new(kinds)
		fillSome(rand.New(rand.NewPCG(1, 1)), reflect.ValueOf(v).Elem())
		return v
	}
	for _, p := range bothProtocols {
		decodes(t, p, []byte{0}, &kinds{}, dirtyKinds, some)
		for i := range wireKinds {
			v := onlyKind(nil, i)
			decodes(t, p, plain(t, p, v), v, dirtyKinds, some)
		}
		full := dirtyKinds().(*kinds)
		full.Note, full.hidden, full.Kids[0].Note, full.Kids[1].hidden = nil, nil, nil, nil
		decodes(t, p, plain(t, p, full), full, dirtyKinds, some)
	}
}

// after returns the fields of one message followed by another message.
func after(a, b []byte) []byte { return append(bytes.Clone(a[:len(a)-1]), b...) }

// TestDecodeDuplicates: of a field that comes twice the last counts; nothing is merged or appended.
func TestDecodeDuplicates(t *testing.T) {
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(2, seed))
		for i := range wireKinds {
			first, second := onlyKind(nil, i), onlyKind(r, i)
			if reflect.ValueOf(second).Elem().IsZero() {
				continue
			}
			for _, p := range bothProtocols {
				a, b := plain(t, p, first), plain(t, p, second)
				decodes(t, p, after(a, b), second, dirtyKinds)
				decodes(t, p, after(b, a), first, dirtyKinds)
				decodes(t, p, after(after(a, b), a), first, dirtyKinds)
			}
		}
	}
	for _, p := range bothProtocols {
		a := plain(t, p, &kinds{PStruct: &Inner{A: new(int32(1))}, Pointees: []*Inner{{A: new(int32(1))}}, Struct: Two{1, 0}})
		b := &kinds{PStruct: &Inner{B: new(int32(2))}, Pointees: []*Inner{{B: new(int32(2))}}, Struct: Two{0, 2}}
		decodes(t, p, after(a, plain(t, p, b)), b, dirtyKinds)
	}
}

// renamed returns a message of the one field of v under another id, with Last behind it.
func renamed(t *testing.T, p codec.Protocol, v *kinds, id int16) []byte {
	b := plain(t, p, v)
	last := plain(t, p, &kinds{Last: 5})
	if p == codec.Binary {
		b[1], b[2] = byte(id>>8), byte(id)
		return after(b, last)
	}
	head := 2 // long form: type, then a zigzag id
	if b[1] >= 0x80 {
		head = 3
	}
	out := []byte{b[0], byte(2*id) | 0x80, byte(2 * id >> 7)}
	return after(append(out, b[head:]...), last)
}

// TestDecodeOtherTypes reads a value of each kind as the field of each other kind: a field of another wire type is
// skipped, and so is a container with other elements, whole; under Strict both are errors. Which pairs are
// alike, and what they give, the oracle says.
func TestDecodeOtherTypes(t *testing.T) {
	modes := map[codec.Options]*kinds{{}: new(kinds), {Strings: codec.Alias, Reuse: true}: nil}
	skipped := 0
	for i := range wireKinds - 1 {
		modes[codec.Options{Strings: codec.Alias, Reuse: true}] = dirtyKinds().(*kinds)
		for j := range wireKinds - 1 {
			id := int16(20 + i)
			if raceEnabled && (i+j)%5 != 0 {
				continue // slow there
			}
			for _, p := range bothProtocols {
				src := renamed(t, p, onlyKind(nil, j), id)
				want := new(kinds)
				_, wantErr := ref.Decode(src, ref.Protocol(p), want, ref.Options{})
				_, wantStrict := ref.Decode(src, ref.Protocol(p), new(kinds), ref.Options{Strict: true})
				if wantErr == nil && reflect.ValueOf(want).Elem().Field(i).IsZero() {
					skipped++
				}
				for o, got := range modes {
					n, err := codecOf(t, got, p, o).Decode(src, got)
					if classOf(err) != classOf(wantErr) || err == nil && n != len(src) {
						t.Fatalf("%v %s as %s: Decode of %x = %d, %v, want %v", p, fieldName(j), fieldName(i), src, n, err, wantErr)
					}
					if d := wiretest.Diff(got, want); err == nil && d != "" {
						t.Fatalf("%v %s as %s: Decode of %x differs%s", p, fieldName(j), fieldName(i), src, d)
					}
				}
				_, err := codecOf(t, new(kinds), p, codec.Options{Strict: true}).Decode(src, new(kinds))
				if classOf(err) != classOf(wantStrict) {
					t.Fatalf("%v %s as %s: strict Decode of %x = %v, want %v", p, fieldName(j), fieldName(i), src, err, wantStrict)
				}
			}
		}
	}
	if least := wireKinds * wireKinds; skipped < least && !raceEnabled {
		t.Errorf("%d pairs were skipped, want at least %d", skipped, least)
	}
}

func fieldName(i int) string { return kindsType.Field(i).Name }

// TestDecodeNestedMismatch: an element type that is wrong deep inside makes the whole field absent, after the first
// elements were decoded too; and what an earlier field of that id gave stays.
func TestDecodeNestedMismatch(t *testing.T) {
	type wide struct {
		Lists   [][]int64         `thrift:"lists,59,optional"`
		MapList map[int8][]int32  `thrift:"map_list,66,optional"`
		Maps    []map[string]bool `thrift:"maps,60,optional"`
		Entries []pair[int8, Two] `thrift:"entries,68,optional,map<i8:Two>"`
		Last    int32             `thrift:"last,99,optional"`
	}
	for _, p := range bothProtocols {
		src := plain(t, p, &wide{
			Lists: [][]int64{{}, {1, 2}}, MapList: map[int8][]int32{1: {}, 2: {3}}, Maps: []map[string]bool{{}, {"a": true}},
			Entries: []pair[int8, Two]{{1, Two{1, 2}}}, Last: 5,
		})
		decodes(t, p, src, &kinds{Last: 5}, dirtyKinds)
		strictly(t, p, src, new(kinds))
		good := &kinds{Lists: [][]int32{{1}, {}}, MapList: map[int8][]string{7: {"x"}}, Maps: []map[string]int8{{"m": 1}}}
		both := *good
		both.Last = 5
		decodes(t, p, after(plain(t, p, good), src), &both, dirtyKinds)
		decodes(t, p, after(src, plain(t, p, good)), &both, dirtyKinds)
	}
}

// TestDecodeEmptyContainers: without elements their type does not matter, known or not.
func TestDecodeEmptyContainers(t *testing.T) {
	want := func() *kinds {
		return &kinds{
			PList: new([]int32{}), Bools: []bool{}, Strings: []string{}, Pointees: []*Inner{}, Lists: [][]int32{},
			Set: []int32{}, SetMap: map[string]struct{}{}, Map: map[string]int64{}, PMap: &map[string]int8{},
			Entries: []pair[string, *Inner]{}, PtrKeys: map[*Two]string{},
		}
	}
	lists := []byte{44, 46, 52, 57, 59}
	sets := []byte{61, 62}
	maps := []byte{45, 63, 68, 69}
	for e := range 256 {
		if raceEnabled && e%16 > 1 {
			continue // slow there
		}
		var b, c []byte
		for _, id := range slices.Concat(lists, sets) {
			code, cc := byte(0x0f), byte(0x09)
			if slices.Contains(sets, id) {
				code, cc = 0x0e, 0x0a
			}
			b = append(b, code, 0, id, byte(e), 0, 0, 0, 0)
			c = append(c, cc, 2*id&0x7f|0x80, id>>6, byte(e)&0x0f)
		}
		for _, id := range maps {
			b = append(b, 0x0d, 0, id, byte(e), byte(255-e), 0, 0, 0, 0)
			c = append(c, 0x0b, 2*id&0x7f|0x80, id>>6, 0)
		}
		decodes(t, codec.Binary, append(b, 0), want(), dirtyKinds)
		if e < 16 {
			decodes(t, codec.Compact, append(c, 0), want(), dirtyKinds)
		}
	}
}

// keptFields keeps what it does not know; Last it knows.
type (
	keptFields struct {
		Last    int32 `thrift:"last,99"`
		Unknown layout.Unknown
	}
	keptByGen struct {
		Last           int32 `thrift:"last,99"`
		_unknownFields []byte
	}
	keptInside struct {
		In   *keptByGen            `thrift:"in,1"`
		By   keptFields            `thrift:"by,2"`
		List []keptFields          `thrift:"list,3"`
		Map  map[string]*keptByGen `thrift:"map,4"`
	}
)

// TestDecodeUnknownFields: they are kept as Binary whatever the protocol, and go out again in either one.
func TestDecodeUnknownFields(t *testing.T) {
	for i := range wireKinds - 2 { // Kids hold empty maps, whose types Compact does not write
		v := onlyKind(nil, i)
		raw := written(t, codec.Binary, v)
		raw = raw[: len(raw)-1 : len(raw)-1]
		for _, p := range bothProtocols {
			v.Last = 5
			src := written(t, p, v)
			v.Last = 0
			gen, own := &keptByGen{5, raw}, &keptFields{5, raw}
			decodes(t, p, src, gen, func() any { return &keptByGen{9, []byte{8, 0, 1, 0, 0, 0, 1}} })
			decodes(t, p, src, own, func() any { return &keptFields{9, []byte{8, 0, 1, 0, 0, 0, 1}} })
			roundTrips(t, gen)
			roundTrips(t, &keptInside{gen, *own, []keptFields{{}, *own}, map[string]*keptByGen{"": gen, "a": {}}})
			last := written(t, p, &kinds{Last: 6})
			twice := after(after(after(src, last), src), last) // in the order in which they came
			decodes(t, p, twice, &keptByGen{6, slices.Clip(append(bytes.Clone(raw), raw...))})
		}
	}
	decodes(t, codec.Compact, hexed("0bea0100 1b00 00"), &keptFields{Unknown: hexed("0d0075 00 00 00000000 0d0076 00 00 00000000")})
	for _, bad := range []string{"00", "08", "080001", "0800010000", "ff000100", "0b0001ffffffff", "0f000108 7fffffff", "0b0001000000ff"} {
		for _, p := range bothProtocols {
			v := &keptFields{Unknown: hexed(bad)}
			if b, err := encodings(t, p, codec.Options{}, v); err == nil || b != nil || errors.Is(err, codec.ErrShortBuffer) {
				t.Errorf("%v: Append of kept bytes %s = %x, %v", p, bad, b, err)
			}
		}
	}
}
