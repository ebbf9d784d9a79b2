package plans

import "testing"

func TestCopies(t *testing.T) {
	types := Copies(3)
	if types[0] == types[1] || types[1] == types[2] {
		t.Fatal("two copies are one type")
	}
	took, err := FirstUse(types)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range took {
		if d <= 0 {
			t.Errorf("copy %d took %v", i, d)
		}
	}
}

// BenchmarkFirstUse is the first use of a type with MediaContent's shape.
func BenchmarkFirstUse(b *testing.B) {
	types := Copies(b.N)
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := FirstUse(types); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFirstUseMany is the first use of 1,000 struct types in a row.
func BenchmarkFirstUseMany(b *testing.B) {
	for range b.N {
		b.StopTimer()
		types := Copies(1000 / StructsPerCopy)
		b.StartTimer()
		if _, err := FirstUse(types); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/type")
}
