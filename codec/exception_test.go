package codec_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// TestEnvelopesOfExceptions: an ApplicationException has the bytes that others write.
func TestEnvelopesOfExceptions(t *testing.T) {
	exceptions := 0
	eachForm(t, func(t *testing.T, v wiretest.Envelope, f envelopeForm) {
		if v.Type != "TApplicationException" || f.framed {
			return
		}
		exceptions++
		_, err := codec.ParseReply(f.wire, f.p, v.Method, v.SeqID)
		var e *codec.ApplicationException
		require.ErrorAs(t, err, &e)
		if f.written {
			b, err := codec.AppendException(nil, f.p, message(v), e)
			require.NoError(t, err)
			require.Equal(t, f.wire, b)
		}
	})
	require.Positive(t, exceptions)
}

func TestApplicationException(t *testing.T) {
	for _, p := range bothProtocols {
		call := codec.Message{Name: "get", Type: codec.Call, Seq: 7}
		sent := &codec.ApplicationException{Message: "no", Type: codec.ExceptionInternalError}
		b, err := codec.AppendException(nil, p, call, sent)
		require.NoError(t, err)
		n, err := codec.ParseReply(b, p, "get", 7)
		require.Zero(t, n)
		var got *codec.ApplicationException
		require.ErrorAs(t, err, &got)
		require.Equal(t, sent, got)
		require.EqualError(t, err, "thrift: internal error: no")

		var misfit *codec.Error
		require.False(t, errors.As(err, &misfit))
		_, err = codec.ParseReply(b, p, "get", 8)
		require.ErrorAs(t, err, &misfit)
		require.EqualError(t, err, "thrift: "+p.String()+": unmarshal Message at offset 0: bad sequence id: got 7, want 8; was a oneway call answered?")
		require.ErrorAs(t, err, &got)
		require.Equal(t, codec.ExceptionBadSequenceID, got.Type)
		reply := codec.AppendMessage(nil, p, codec.Message{Name: "put", Type: codec.Reply, Seq: 7})
		_, err = codec.ParseReply(reply, p, "get", 7)
		require.ErrorAs(t, err, &got)
		require.Equal(t, codec.ExceptionWrongMethodName, got.Type)
		n, err = codec.ParseReply(reply, p, "put", 7)
		require.NoError(t, err)
		require.Equal(t, len(reply), n)
		_, err = codec.ParseReply(codec.AppendMessage(nil, p, call), p, "get", 7)
		require.ErrorAs(t, err, &got)
		require.Equal(t, codec.ExceptionInvalidMessageType, got.Type)
		_, err = codec.ParseReply(b[:len(b)-1], p, "get", 7)
		require.ErrorIs(t, err, codec.ErrTruncated)
		var where *codec.Error
		require.ErrorAs(t, err, &where)
		require.Greater(t, where.Offset, 8)
	}
	var e error = codec.ApplicationException{Type: 99}
	require.EqualError(t, e, "thrift: application exception 99")
}
