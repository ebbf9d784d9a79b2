package codec_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// Wire bytes have no alignment, yet some machines fault on a word that is not aligned, and others take bytes
// from elsewhere. These tests have the bytes at each offset from an address that any word may have.
const offsets = 8

// placed returns n bytes at the offset, in memory that is filled with canary and at least 8 bytes longer.
func placed(offset, n int) (memory, part []byte) {
	memory = bytes.Repeat([]byte{canary}, n+3*offsets)
	offset += int(-uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % offsets)
	return memory, memory[offset : offset+n : offset+n]
}

// checkOffsets decodes wire at each offset, in modes that change with the turn, compares with want, and encodes want at
// the same offset with enc.
func checkOffsets(t *testing.T, turn int, p codec.Protocol, wire []byte, want any, fresh func() any, enc *codec.Any) {
	t.Helper()
	for offset := range offsets {
		mode := decodeModes[(turn+offset)%len(decodeModes)]
		_, src := placed(offset, len(wire))
		copy(src, wire)
		v := fresh()
		if n, err := codecOf(t, v, p, mode.o).Decode(src, v); n != len(wire) || err != nil {
			t.Fatalf("offset %d, %s: Decode = %d, %v, want %d", offset, mode.name, n, err, len(wire))
		}
		if d := quickDiff(v, want); d != "" {
			t.Fatalf("offset %d, %s: the value differs%s", offset, mode.name, d)
		}
		blank := &wiretest.Blank{} // for which each field is an unknown one
		if n, err := codecOf(t, blank, p, codec.Options{}).Decode(src, blank); n != len(wire) || err != nil {
			t.Fatalf("offset %d: Decode into a struct without fields = %d, %v, want %d", offset, n, err, len(wire))
		}
		memory, dst := placed(offset, len(wire))
		if n, err := enc.Encode(dst, want); n != len(wire) || err != nil || !bytes.Equal(dst, wire) {
			t.Fatalf("offset %d: Encode = %d, %v\n%x, want\n%x", offset, n, err, dst, wire)
		}
		clear(dst)
		if n := bytes.Count(memory, []byte{canary}); n != len(memory)-len(dst) {
			t.Fatalf("offset %d: Encode wrote outside of dst", offset)
		}
	}
}

func TestOffsetsGolden(t *testing.T) {
	turn := 0
	eachGolden(t, func(t *testing.T, r goldenRow) {
		turn++
		checkOffsets(t, turn, r.p, r.wire, r.value, r.new, codecOf(t, r.value, r.p, r.options()))
	})
}

func TestOffsetsEnvelopes(t *testing.T) {
	eachForm(t, func(t *testing.T, v wiretest.Envelope, f envelopeForm) {
		for offset := range offsets {
			_, src := placed(offset, len(f.wire))
			copy(src, f.wire)
			if p, framed, err := codec.Detect(src); p != f.p || framed != f.framed || err != nil {
				t.Fatalf("offset %d: Detect = %v, %v, %v", offset, p, framed, err)
			}
			if f.framed {
				frame, n, err := codec.ParseFrame(src, codec.Limits{})
				if n != len(f.wire) || err != nil {
					t.Fatalf("offset %d: ParseFrame = %d, %v, want %d", offset, n, err, len(f.wire))
				}
				src = frame
			}
			m, n, err := codec.ParseMessage(src, f.p)
			if m != message(v) || err != nil {
				t.Fatalf("offset %d: ParseMessage = %+v, %v, want %+v", offset, m, err, message(v))
			}
			if !f.written {
				continue
			}
			memory, dst := placed(offset, n)
			if got := codec.AppendMessage(dst[:0], f.p, m); !bytes.Equal(got, src[:n]) || !bytes.Equal(dst, got) {
				t.Fatalf("offset %d: AppendMessage = %x, want %x", offset, got, src[:n])
			}
			clear(dst)
			if k := bytes.Count(memory, []byte{canary}); k != len(memory)-n {
				t.Fatalf("offset %d: AppendMessage wrote outside of dst", offset)
			}
		}
	})
}

// lists has what is read and written many elements at a time.
type lists struct {
	Bools   []bool              `thrift:"bools,1"`
	Bytes   []int8              `thrift:"bytes,2"`
	Shorts  []int16             `thrift:"shorts,3"`
	Ints    []int32             `thrift:"ints,4"`
	Longs   []int64             `thrift:"longs,5"`
	Doubles []float64           `thrift:"doubles,6"`
	Colours []wiretest.Colour   `thrift:"colours,7,default,list<Colour>"`
	IDs     [][16]byte          `thrift:"ids,8"`
	Texts   []string            `thrift:"texts,9"`
	Blobs   [][]byte            `thrift:"blobs,10"`
	Points  []*wiretest.Point   `thrift:"points,11"`
	Lengths map[int32]int64     `thrift:"lengths,12"`
	Names   map[string]string   `thrift:"names,13"`
	Known   map[string]struct{} `thrift:"known,14"`
}

// randomLists returns lists of n elements. Their numbers are of any size: a varint has from 1 to 10 bytes.
func randomLists(r *rand.Rand, n int) *lists {
	v := &lists{Lengths: map[int32]int64{}, Names: map[string]string{}, Known: map[string]struct{}{}}
	for range n {
		x := int64(r.Uint64() >> r.IntN(64))
		text := strings.Repeat(string(rune('a'+x&0xf)), int(x&0x3f))
		v.Bools = append(v.Bools, x&1 == 1)
		v.Bytes = append(v.Bytes, int8(x))
		v.Shorts = append(v.Shorts, int16(x))
		v.Ints = append(v.Ints, int32(x))
		v.Longs = append(v.Longs, -x)
		v.Doubles = append(v.Doubles, r.NormFloat64())
		v.Colours = append(v.Colours, wiretest.Colour(int32(x)))
		v.IDs = append(v.IDs, [16]byte{byte(x), 15: byte(n)})
		v.Texts = append(v.Texts, text)
		v.Blobs = append(v.Blobs, []byte(text))
		v.Points = append(v.Points, &wiretest.Point{X: int32(x), Y: int32(x >> 32)})
		v.Lengths[int32(x)], v.Names[text], v.Known[text] = x, text, struct{}{}
	}
	return v
}

// Lists and maps of many lengths, in bytes that the oracle gives.
func TestOffsetsLists(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 63, 70, 130} {
		v := randomLists(r, n)
		for _, p := range bothProtocols {
			wire, err := ref.Append(nil, ref.Protocol(p), v, ref.Options{Canonical: true})
			if err != nil {
				t.Fatal(err)
			}
			fresh := func() any { return new(lists) }
			checkOffsets(t, n, p, wire, v, fresh, codecOf(t, v, p, codec.Options{Canonical: true}))
		}
	}
}
