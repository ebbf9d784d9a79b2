package codec_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// messageChoices are what this library does with messages and frames where the vectors leave it open, by the case's
// name: nil accepts.
var messageChoices = map[string]error{
	"message/binary/version_8001ff01":    nil, // byte 2 is not looked at
	"message/binary/type_0":              codec.ErrInvalid,
	"message/binary/type_5":              codec.ErrInvalid,
	"message/binary/type_6":              codec.ErrInvalid,
	"message/binary/type_255":            codec.ErrInvalid,
	"message/binary/old_ok":              nil,
	"message/compact/type_0":             codec.ErrInvalid,
	"message/compact/type_5":             codec.ErrInvalid,
	"message/compact/type_6":             codec.ErrInvalid,
	"message/compact/type_7":             codec.ErrInvalid,
	"message/compact/seqid_10_bytes_neg": nil, // the low 32 bits count
	"message/compact/name_not_utf8":      nil,
	"frame/binary/trailing":              nil, // n says where the struct ends
	"frame/compact/trailing":             nil,
}

// messageWords are the sentinels that an expectation's words stand for.
var messageWords = map[string]error{
	"truncated":          codec.ErrTruncated,
	"size exceeds input": codec.ErrTruncated,
	"negative size":      codec.ErrInvalid,
	"bad version":        codec.ErrInvalid,
	"bad protocol id":    codec.ErrInvalid,
	"varint overflow":    codec.ErrOverflow,
	"frame too large":    codec.ErrLimit,
}

// messageVerdict returns the errors of which a reader has to give one, none where it accepts.
func messageVerdict(t *testing.T, c wiretest.BadCase) (expected []error) {
	t.Helper()
	if c.Strength == "choice" {
		err, made := messageChoices[c.Name]
		require.True(t, made, "no choice was made for %s: %s", c.Name, c.Expect)
		if err != nil {
			expected = append(expected, err)
		}
		return expected
	}
	for word, err := range messageWords {
		if strings.Contains(c.Expect, word) {
			expected = append(expected, err)
		}
	}
	require.NotEmpty(t, expected, c.Expect)
	return expected
}

// readWhole reads the one message of a stream, by a Reader, and decodes its struct.
func readWhole(r *codec.Reader, p codec.Protocol, framed bool, c *codec.Any, v any) error {
	var args []byte
	if framed {
		frame, err := r.Frame()
		if err != nil {
			return err
		}
		_, n, err := codec.ParseMessage(frame, p)
		if err != nil {
			return err
		}
		args = frame[n:]
	} else {
		var err error
		if _, args, err = r.Message(p); err != nil {
			return err
		}
	}
	_, err := c.Decode(args, v)
	return err
}

// TestMalformedMessages reads every malformed message, from a slice where it is in no frame, and from streams.
func TestMalformedMessages(t *testing.T) {
	ran := map[string]bool{}
	for _, c := range wiretest.Malformed() {
		if c.Protocol == "header_message" || !strings.HasSuffix(c.Protocol, "_message") {
			continue
		}
		kind, framed := strings.CutPrefix(strings.TrimSuffix(c.Protocol, "_message"), "framed_")
		p := codec.Binary
		if kind == "compact" {
			p = codec.Compact
		}
		ran[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			expected := messageVerdict(t, c)
			v := wiretest.Lookup(c.Type).New()
			dec := codecOf(t, v, p, codec.Options{})
			check := func(what string, err error) {
				t.Helper()
				if what != "slice" && len(c.Input) == 0 {
					require.Equal(t, io.EOF, err, "%s: the end between two messages", what)
					return
				}
				if len(expected) == 0 {
					require.NoError(t, err, what)
					return
				}
				fits := func(e error) bool { return errors.Is(err, e) }
				require.True(t, slices.ContainsFunc(expected, fits), "%s: %v, want one of %v (%s)", what, err, expected, c.Why)
				var e *codec.Error
				require.ErrorAs(t, err, &e, what)
			}
			if strings.Contains(c.Expect, "size exceeds input") {
				expected = append(expected, codec.ErrLimit) // a stream does not end, but has a limit
			}
			if !framed {
				m, n, err := codec.ParseMessage(c.Input, p)
				if err == nil {
					require.NotEmpty(t, m.Name)
					_, err = dec.Decode(c.Input[n:], v)
				}
				check("slice", err)
			}
			allocated := wiretest.AllocBytes(func() {
				check("stream", readWhole(codec.NewReader(bytes.NewReader(c.Input), codec.Limits{}), p, framed, dec, v))
			})
			require.LessOrEqual(t, allocated, uint64(rejectedBase))
			r := codec.NewReader(iotest.OneByteReader(bytes.NewReader(c.Input)), codec.Limits{})
			check("single bytes", readWhole(r, p, framed, dec, v))
		})
	}
	require.Len(t, ran, 70)
	for name := range messageChoices {
		require.True(t, ran[name], "no case %s", name)
	}
}
