package hand

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/internal/wiretest"
)

func TestFixed(t *testing.T) {
	m := wiretest.NewMediaContent()
	require.Equal(t, wiretest.MediaContentBinary, AppendBinary(nil, m))
	require.Equal(t, wiretest.MediaContentCompact, AppendCompact(nil, m))
}

func TestDecode(t *testing.T) {
	for _, m := range wiretest.VariedMediaContents(1, 200) {
		var b, c wiretest.MediaContent
		require.NoError(t, DecodeBinary(AppendBinary(nil, m), &b))
		require.NoError(t, DecodeCompact(AppendCompact(nil, m), &c))
		require.Empty(t, wiretest.Diff(m, &b))
		require.Empty(t, wiretest.Diff(m, &c))
	}
	var v wiretest.MediaContent
	for _, b := range [][]byte{wiretest.MediaContentBinary, wiretest.MediaContentCompact} {
		for n := range len(b) {
			require.Error(t, DecodeBinary(b[:n], &v))
			require.Error(t, DecodeCompact(b[:n], &v))
		}
	}
}
