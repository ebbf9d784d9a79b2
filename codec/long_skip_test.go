package codec_test

import (
	"math"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/internal/walk"
)

// A length is negative, however much follows.
func TestSkipNegativeBehindMuch(t *testing.T) {
	if math.MaxInt == math.MaxInt32 || testing.Short() || raceEnabled {
		t.Skip("no slice is that long, or its memory may not be there")
	}
	long := int64(1)<<31 + 64
	b := make([]byte, long) // of which only the first page is touched
	for _, c := range []struct {
		t    binary.Type
		head []byte
	}{
		{binary.TypeList, []byte{byte(binary.TypeString), 0, 0, 0, 1, 0x80, 0, 0, 0}},
		{binary.TypeMap, []byte{byte(binary.TypeString), byte(binary.TypeI32), 0, 0, 0, 1, 0x80, 0, 0, 0}},
		{binary.TypeMap, []byte{byte(binary.TypeI32), byte(binary.TypeString), 0, 0, 0, 1, 0, 0, 0, 0, 0x80, 0, 0, 0}},
		{binary.TypeStruct, []byte{byte(binary.TypeString), 0, 1, 0x80, 0, 0, 0}},
		{binary.TypeString, []byte{0x80, 0, 0, 0}},
	} {
		clear(b[:64])
		copy(b, c.head)
		if n := binary.Skip(b, c.t, 9); n != walk.Negative {
			t.Errorf("Skip of a %v = %d, want %d", c.t, n, walk.Negative)
		}
	}
}
