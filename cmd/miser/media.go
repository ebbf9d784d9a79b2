package main

// MediaContent is the message of the old thrift-protobuf-compare benchmark,
// which many codecs have been measured with since.
type MediaContent struct {
	Image []*Image `thrift:"image,1,required"`
	Media *Media   `thrift:"media,2,required"`
}

// Image is a picture of a [Media].
type Image struct {
	URI    string  `thrift:"uri,1"`
	Title  *string `thrift:"title,2,optional"`
	Width  int32   `thrift:"width,3,required"`
	Height int32   `thrift:"height,4,required"`
	Size   Size    `thrift:"size,5,required,Size"`
}

// Media is a film.
type Media struct {
	URI       string   `thrift:"uri,1"`
	Title     *string  `thrift:"title,2,optional"`
	Width     int32    `thrift:"width,3,required"`
	Height    int32    `thrift:"height,4,required"`
	Format    string   `thrift:"format,5,required"`
	Duration  int64    `thrift:"duration,6,required"`
	Size      int64    `thrift:"size,7,required"`
	Bitrate   *int32   `thrift:"bitrate,8,optional"`
	Person    []string `thrift:"person,9,required"`
	Player    Player   `thrift:"player,10,required,Player"`
	Copyright *string  `thrift:"copyright,11,optional"`
}

// Size is the size of an [Image].
type Size int32

// The sizes.
const (
	SizeSmall Size = iota
	SizeLarge
)

// Player is what plays a [Media].
type Player int32

// The players.
const (
	PlayerJava Player = iota
	PlayerFlash
)

// newMediaContent returns the benchmark's values: 353 bytes in Binary, 234 in
// Compact. Zeros are written; copyright is absent.
func newMediaContent() *MediaContent {
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
