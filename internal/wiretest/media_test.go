package wiretest

import "testing"

func TestMediaContent(t *testing.T) {
	got := appendBinary(NewMediaContent())
	if string(got) != string(MediaContentBinary) {
		t.Errorf("NewMediaContent gives\n%x, want\n%x", got, MediaContentBinary)
	}
	if len(MediaContentBinary) != 353 || len(MediaContentCompact) != 234 {
		t.Errorf("%d and %d bytes, want 353 and 234", len(MediaContentBinary), len(MediaContentCompact))
	}
}

// TestVaried pins the messages by their bytes: results of measurements stay comparable.
func TestVaried(t *testing.T) {
	const n = 1024
	messages := VariedMediaContents(1, n)
	if d := Diff(messages, VariedMediaContents(1, n)); d != "" {
		t.Errorf("the same seed gives other messages: %s", d)
	}
	if Equal(messages, VariedMediaContents(2, n)) {
		t.Error("another seed gives the same messages")
	}
	total, titles, lengths, images := 0, 0, map[int]int{}, map[int]int{}
	for _, m := range messages {
		total += len(appendBinary(m))
		lengths[len(m.Media.URI)]++
		images[len(m.Image)]++
		if m.Media.Title != nil {
			titles++
		}
	}
	if len(lengths) != 65 || len(images) != 6 || titles < n/2 || titles == n {
		t.Errorf("%d string lengths, %d list sizes, %d titles", len(lengths), len(images), titles)
	}
	if want := 519_323; total != want {
		t.Errorf("%d bytes in Binary, want %d", total, want)
	}
}
