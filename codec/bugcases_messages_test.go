package codec_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// Checks of single bug cases: messages and frames.

// parses checks that the input is the header of m.
func parses(m codec.Message) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			got, n, err := codec.ParseMessage(c.Input, p)
			require.NoError(t, err, c.Why)
			require.Equal(t, len(c.Input), n)
			require.Equal(t, m, got, c.Why)
		}
	}
}

// refusesMessage checks that the input begins no message, in a slice or in a stream.
func refusesMessage(class error) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			within(t, c, func() {
				_, _, err := codec.ParseMessage(c.Input, p)
				require.ErrorIs(t, err, class, c.Why)
				_, _, err = codec.NewReader(bytes.NewReader(c.Input), codec.Limits{}).Message(p)
				if class == codec.ErrTruncated {
					require.ErrorIs(t, err, codec.ErrLimit, c.Why)
				} else {
					require.ErrorIs(t, err, class, c.Why)
				}
			})
		}
	}
}

// frames checks that the input gives these frames, and then the error, or the end.
func frames(class error, want ...string) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		within(t, c, func() {
			r := codec.NewReader(bytes.NewReader(c.Input), codec.Limits{})
			for _, w := range want {
				b, err := r.Frame()
				require.NoError(t, err, c.Why)
				require.Equal(t, w, string(b), c.Why)
			}
			_, err := r.Frame()
			if class == nil {
				class = io.EOF
			}
			require.ErrorIs(t, err, class, c.Why)
		})
	}
}
