// Package data makes the objects that the workloads are about. They are of the
// types that thriftgo generates, whose tags miser reads too, so that miser and
// the generated code encode the very same objects; the other peers decode
// theirs from the same bytes.
//
// All of it is the same in every run.
package data

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// MediaFixed is the object of thrift-protobuf-compare: 353 bytes in Binary,
// 234 in Compact.
func MediaFixed() []*fast.MediaContent {
	return medias([]*wiretest.MediaContent{wiretest.NewMediaContent()})
}

// MediaVaried are 1,024 random messages, so that no branch predictor learns
// the lengths of one.
func MediaVaried() []*fast.MediaContent { return medias(wiretest.VariedMediaContents(1, 1024)) }

// medias takes the project's test objects over by way of their bytes.
func medias(in []*wiretest.MediaContent) []*fast.MediaContent {
	c := codec.Must(codec.New[wiretest.MediaContent](codec.Binary, codec.Options{}))
	out := make([]*fast.MediaContent, len(in))
	for i, m := range in {
		b, err := c.Append(nil, m)
		if err != nil {
			panic(err)
		}
		out[i] = new(fast.MediaContent)
		if _, err := out[i].FastRead(b); err != nil {
			panic(err)
		}
	}
	return out
}

// One is OneOfEach of Thrift's own tests: one small struct.
func One() *fast.OneOfEach {
	return &fast.OneOfEach{
		ImTrue: true, ABite: -42, Integer16: 27000, Integer32: 1 << 24, Integer64: 6000 * 1000 * 1000,
		DoublePrecision: math.Pi, SomeCharacters: "Debug THIS!", ZomgUnicode: "\u00D7\n\a\t",
	}
}

// Holder is the large structure of Thrift's Ruby benchmark: maps and lists of
// OneOfEach, four levels deep, 1.6 MB in Binary.
func Holder() *fast.Nested4 {
	o := One()
	n1 := &fast.Nested1{
		AList:  []*fast.OneOfEach{o, o, o, o},
		I32Map: map[int32]*fast.OneOfEach{1234: o, 46345: o, -34264: o},
		I64Map: map[int64]*fast.OneOfEach{43534986783945: o, -32434639875122: o},
		DblMap: map[float64]*fast.OneOfEach{324.65469834: o, -9458672340.49868: o},
		StrMap: map[string]*fast.OneOfEach{"sdoperuix": o, "pwoerxclmn": o},
	}
	l2, i2, j2, d2, s2 := holder(n1)
	n2 := &fast.Nested2{AList: l2, I32Map: i2, I64Map: j2, DblMap: d2, StrMap: s2}
	l3, i3, j3, d3, s3 := holder(n2)
	n3 := &fast.Nested3{AList: l3, I32Map: i3, I64Map: j3, DblMap: d3, StrMap: s3}
	return &fast.Nested4{
		AList:  []*fast.Nested3{n3},
		I32Map: map[int32]*fast.Nested3{-2345: n3},
		I64Map: map[int64]*fast.Nested3{2349843765934: n3},
		DblMap: map[float64]*fast.Nested3{-1232349.5489345: n3},
		StrMap: map[string]*fast.Nested3{"": n3},
	}
}

func holder[T any](v *T) ([]*T, map[int32]*T, map[int64]*T, map[float64]*T, map[string]*T) {
	return []*T{v, v, v, v, v},
		map[int32]*T{398345: v, -2345: v, 12312: v},
		map[int64]*T{2349843765934: v, -123234985495: v, 0: v},
		map[float64]*T{23345345.38927834: v, -1232349.5489345: v, -234984574.23498726: v},
		map[string]*T{"": v, "sdflkertpioux": v, "sdfwepwdcjpoi": v}
}

// Wide is a request as a server sees it: scalars, strings, lists, a map, items.
func Wide() *fast.Wide {
	r := rand.New(rand.NewPCG(1, 1))
	w := &fast.Wide{
		I1: 1, I2: -1, I3: 300, I4: 70000, I5: 1 << 30, I6: -123456,
		L1: 1, L2: 1700000000000, L3: -5, L4: math.MaxInt64, L5: 4096, L6: 1 << 33,
		D1: 1.5, D2: math.Pi, D3: -2.25e10, D4: 0.1, B1: true, B3: true, B4: true,
		S1: "req-7f3a9c1e-44d0-4c1b-9a8e", S2: "GET", S3: "/api/v1/users/12345/orders",
		S4: "eu-west-1", S5: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
		Attrs: map[string]string{},
	}
	for range 100 {
		w.Nums = append(w.Nums, mixed(r, 56))
	}
	for i := range 20 {
		w.Tags = append(w.Tags, fmt.Sprintf("tag-%0*d", 4+i%9, i*7919))
	}
	for i := range 10 {
		w.Attrs[fmt.Sprintf("x-header-%02d", i)] = fmt.Sprintf("value-%016x", uint64(i)*0x9e3779b97f4a7c15)
		w.Items = append(w.Items, &fast.WideItem{
			ID: int32(i * 1000), Ts: 1700000000000 + int64(i), Score: float64(i) * 1.25, Ok: i%2 == 0,
			Name: fmt.Sprintf("item number %d", i),
		})
	}
	return w
}

// Scalars has 20 fields of fixed size and nothing else.
func Scalars() *fast.Scalars {
	return &fast.Scalars{
		I1: 7, L1: 1700000000000, B1: true, D1: math.Pi, S1: -300, Y1: 42, E1: fast.Size_LARGE,
		I2: -1, L2: math.MinInt64, D2: -0.5, S2: 12345, Y2: -128, E2: fast.Player_FLASH,
		I3: math.MaxInt32, I4: 65536, L3: 1, L4: -77777777777, D3: 1e100, D4: 0.1,
	}
}

// MediaTest returns the messages of [MediaFixed] or [MediaVaried] as the types
// of the project's own tests, for the code written by hand.
func MediaTest(varied bool) []*wiretest.MediaContent {
	if varied {
		return wiretest.VariedMediaContents(1, 1024)
	}
	return []*wiretest.MediaContent{wiretest.NewMediaContent()}
}

// NewMedia makes the object of [MediaFixed] anew, as a caller would.
func NewMedia() *fast.MediaContent {
	return &fast.MediaContent{
		Image: []*fast.Image{
			{URI: "http://javaone.com/keynote_large.jpg", Title: new("Javaone Keynote"), Size: fast.Size_LARGE},
			{URI: "http://javaone.com/keynote_thumbnail.jpg", Title: new("Javaone Keynote"), Size: fast.Size_SMALL},
		},
		Media: &fast.Media{
			URI: "http://javaone.com/keynote.mpg", Title: new("Javaone Keynote"), Format: "video/mpg4",
			Duration: 1234567, Size: 123, Bitrate: new(int32(0)),
			Person: []string{"Bill Gates", "Steve Jobs"}, Player: fast.Player_JAVA,
		},
	}
}
