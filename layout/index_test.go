package layout

import (
	"math"
	"testing"
)

func TestIndex(t *testing.T) {
	many := func(from, to int16) (ids []int16) {
		for id := from; id < to; id++ {
			ids = append(ids, id)
		}
		return ids
	}
	tests := []struct {
		name  string
		ids   []int16
		dense int // length of the table
	}{
		{"none", nil, 0},
		{"one", []int16{1}, 2},
		{"zero", []int16{0}, 1},
		{"dense", many(1, 50), 50},
		{"gaps", []int16{1, 5, 300}, 301},
		{"last dense", []int16{4095}, 4096},
		{"first sparse", []int16{4096}, 0},
		{"both", []int16{2, 4095, 4096, 32767}, 4096},
		{"negative", []int16{-5, -1, 3}, 4},
		{"negative only", []int16{-32768, -1}, 0},
		{"ends", []int16{math.MinInt16, 0, math.MaxInt16}, 1},
	}
	for _, tt := range tests {
		x := newIndex(tt.ids)
		if len(x.dense) != tt.dense {
			t.Errorf("%s: table of %d, want %d", tt.name, len(x.dense), tt.dense)
		}
		at := map[int16]int{}
		for i, id := range tt.ids {
			at[id] = i
		}
		for id := math.MinInt16; id <= math.MaxInt16; id++ {
			want, ok := at[int16(id)]
			if !ok {
				want = -1
			}
			if got := x.lookup(int16(id)); got != want {
				t.Fatalf("%s: lookup(%d) = %d, want %d", tt.name, id, got, want)
			}
		}
	}
}
