package hand

import (
	"testing"

	genstyle "github.com/miserwire/miser/internal/hand"
	"github.com/miserwire/miser/internal/wiretest"
)

func TestDecode(t *testing.T) {
	var b, c wiretest.MediaContent
	msgs := append(wiretest.VariedMediaContents(1, 300), wiretest.NewMediaContent())
	for _, m := range msgs {
		if !DecodeBinary(genstyle.AppendBinary(nil, m), &b) || len(wiretest.Diff(m, &b)) > 0 {
			t.Fatalf("Binary: %v", wiretest.Diff(m, &b))
		}
		if !DecodeCompact(genstyle.AppendCompact(nil, m), &c) || len(wiretest.Diff(m, &c)) > 0 {
			t.Fatalf("Compact: %v", wiretest.Diff(m, &c))
		}
	}
}

func TestRefused(t *testing.T) {
	var v wiretest.MediaContent
	for _, in := range [][]byte{wiretest.MediaContentBinary, wiretest.MediaContentCompact} {
		for n := range in {
			short := in[:n:n]
			if DecodeBinary(short, &v) || DecodeCompact(short, &v) {
				t.Fatalf("%d of %d bytes were accepted", n, len(in))
			}
			bad := append([]byte(nil), in...)
			for _, x := range []byte{0xff, 0x80, 0x01} {
				bad[n] = x // must not panic, whatever it says
				DecodeBinary(bad, &v)
				DecodeCompact(bad, &v)
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	var v wiretest.MediaContent
	if n := testing.AllocsPerRun(100, func() {
		if !DecodeBinary(wiretest.MediaContentBinary, &v) || !DecodeCompact(wiretest.MediaContentCompact, &v) {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
