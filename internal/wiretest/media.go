package wiretest

import (
	"encoding/hex"
	"math/rand/v2"
	"strings"
)

// NewMediaContent returns the message of the first thrift-protobuf-compare benchmark: 353 bytes in Binary,
// 234 in Compact. Width, height and bitrate are zero and written; copyright is absent.
func NewMediaContent() *MediaContent {
	return &MediaContent{
		Image: []*Image{
			{URI: "http://javaone.com/keynote_large.jpg", Title: new("Javaone Keynote"), Size: SizeLarge},
			{URI: "http://javaone.com/keynote_thumbnail.jpg", Title: new("Javaone Keynote"), Size: SizeSmall},
		},
		Media: &Media{
			URI:      "http://javaone.com/keynote.mpg",
			Title:    new("Javaone Keynote"),
			Format:   "video/mpg4",
			Duration: 1234567,
			Size:     123,
			Bitrate:  new(int32(0)),
			Person:   []string{"Bill Gates", "Steve Jobs"},
			Player:   PlayerJava,
		},
	}
}

// MediaContentBinary and MediaContentCompact are the bytes of NewMediaContent, as the encoders of
// github.com/apache/thrift v0.25.0 write them.
var (
	MediaContentBinary = mustHex(`
		0f0001 0c 00000002
		0b0001 00000024 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f6c617267652e6a7067
		0b0002 0000000f 4a6176616f6e65204b65796e6f7465
		080003 00000000 080004 00000000 080005 00000001 00
		0b0001 00000028 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f7468756d626e61696c2e6a7067
		0b0002 0000000f 4a6176616f6e65204b65796e6f7465
		080003 00000000 080004 00000000 080005 00000000 00
		0c0002
		0b0001 0000001e 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74652e6d7067
		0b0002 0000000f 4a6176616f6e65204b65796e6f7465
		080003 00000000 080004 00000000
		0b0005 0000000a 766964656f2f6d706734
		0a0006 000000000012d687 0a0007 000000000000007b 080008 00000000
		0f0009 0b 00000002 0000000a 42696c6c204761746573 0000000a 5374657665204a6f6273
		08000a 00000000 00
		00`)
	MediaContentCompact = mustHex(`
		19 2c
		18 24 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f6c617267652e6a7067
		18 0f 4a6176616f6e65204b65796e6f7465 1500 1500 1502 00
		18 28 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f7468756d626e61696c2e6a7067
		18 0f 4a6176616f6e65204b65796e6f7465 1500 1500 1500 00
		1c
		18 1e 687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74652e6d7067
		18 0f 4a6176616f6e65204b65796e6f7465 1500 1500
		18 0a 766964656f2f6d706734
		16 8eda9601 16 f601 1500
		19 28 0a 42696c6c204761746573 0a 5374657665204a6f6273
		1500 00
		00`)
)

// mustHex decodes hex with white space between the digits.
func mustHex(text string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		panic(err)
	}
	return b[:len(b):len(b)]
}

// VariedMediaContents returns n random messages, the same for the same seed: optional fields present or
// not, strings of 0 to 64 bytes, lists of 0 to 5 elements. One fixed message lets the branch predictor
// learn every length; measure on these too.
func VariedMediaContents(seed uint64, n int) []*MediaContent {
	r := varied{rand.New(rand.NewPCG(seed, 1))}
	out := make([]*MediaContent, n)
	for i := range out {
		out[i] = r.mediaContent()
	}
	return out
}

type varied struct{ *rand.Rand }

func (r varied) mediaContent() *MediaContent {
	m := &MediaContent{Image: []*Image{}, Media: &Media{
		URI:       r.text(),
		Title:     r.optionalText(),
		Width:     r.Int32N(4000),
		Height:    r.Int32N(3000),
		Format:    r.text(),
		Duration:  r.Int64N(100_000_000),
		Size:      r.Int64N(10_000_000_000),
		Person:    []string{},
		Player:    Player(r.IntN(2)),
		Copyright: r.optionalText(),
	}}
	if r.IntN(2) == 0 {
		m.Media.Bitrate = new(r.Int32())
	}
	for range r.IntN(6) {
		m.Media.Person = append(m.Media.Person, r.text())
	}
	for range r.IntN(6) {
		m.Image = append(m.Image, &Image{
			URI:    r.text(),
			Title:  r.optionalText(),
			Width:  r.Int32N(4000),
			Height: r.Int32N(3000),
			Size:   Size(r.IntN(2)),
		})
	}
	return m
}

// text returns a string of its own memory, so that copies come from as many places as they really do.
func (r varied) text() string {
	b := make([]byte, r.IntN(65))
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}

func (r varied) optionalText() *string {
	if r.IntN(3) == 0 {
		return nil
	}
	return new(r.text())
}
