package history

import "github.com/miserwire/miser/bench/gen/apache"

// createApache is data.NewMedia in the types of Apache's compiler.
func createApache() *apache.MediaContent {
	return &apache.MediaContent{
		Image: []*apache.Image{
			{URI: "http://javaone.com/keynote_large.jpg", Title: new("Javaone Keynote"), Size: apache.Size_LARGE},
			{URI: "http://javaone.com/keynote_thumbnail.jpg", Title: new("Javaone Keynote"), Size: apache.Size_SMALL},
		},
		Media: &apache.Media{
			URI: "http://javaone.com/keynote.mpg", Title: new("Javaone Keynote"), Format: "video/mpg4",
			Duration: 1234567, Size: 123, Bitrate: new(apache.Int(0)),
			Person: []string{"Bill Gates", "Steve Jobs"}, Player: apache.Player_JAVA,
		},
	}
}

func mediaApache(v *apache.MediaContent) int {
	m := v.Media
	n := len(m.URI) + len(m.Format) + int(m.Width+m.Height) + int(m.Duration+m.Size) + int(m.Player)
	for _, p := range []*string{m.Title, m.Copyright} {
		if p != nil {
			n += len(*p)
		}
	}
	if m.Bitrate != nil {
		n += int(*m.Bitrate)
	}
	for _, s := range m.Person {
		n += len(s)
	}
	return n
}

func imagesApache(v *apache.MediaContent) (n int) {
	for _, i := range v.Image {
		n += len(i.URI) + int(i.Width+i.Height) + int(i.Size)
		if i.Title != nil {
			n += len(*i.Title)
		}
	}
	return n
}
