package data

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestParquet: what testdata's README.md says is there.
func TestParquet(t *testing.T) {
	for name, size := range map[string]int{
		"data__alltypes_dictionary.parquet": 723, "data__byte_stream_split_extended.gzip.parquet": 3033,
		"data__delta_binary_packed.parquet": 7492, "bad_data__ARROW-GH-41321.parquet": 37457,
	} {
		b, err := Footer(name)
		require.NoError(t, err)
		require.Len(t, b, size, name)
	}
	pages, err := PageHeaders()
	require.NoError(t, err)
	require.Len(t, pages, 722)
	sum := 0
	for _, p := range pages {
		sum += len(p)
	}
	require.Equal(t, 23451, sum)
	b, err := SampleFooter()
	require.NoError(t, err)
	require.Len(t, b, 639)
	sample, err := SamplePageHeaders()
	require.NoError(t, err)
	require.NotEmpty(t, sample)
}
