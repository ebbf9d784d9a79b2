package fuzz

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzMessage reads any bytes as a message's header, and as what Detect is for. What is accepted is written back, and read
// as the same.
func FuzzMessage(f *testing.F) {
	for i, b := range messages() {
		f.Add(b, i%2 == 1)
	}
	for _, v := range wiretest.Envelopes() {
		f.Add(v.FramedBinary, false)
		f.Add(v.FramedCompact, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, isCompact bool) {
		p, _ := protocolOf(isCompact)
		src := own(data)
		m, n, err := codec.ParseMessage(src, p)
		detected, framed, detectErr := codec.Detect(src)
		require.True(t, detectErr != nil || detected == codec.Binary || detected == codec.Compact)
		require.True(t, bytes.Equal(data, src))
		if err != nil {
			require.Zero(t, n)
			require.Empty(t, m)
			return
		}
		if len(data) >= 6 && !framed && len(m.Name) < 1<<16 && (isCompact || data[0] == 0x80) {
			require.NoError(t, detectErr)
			require.Equal(t, p, detected)
		}
		again, k, err := codec.ParseMessage(codec.AppendMessage(nil, p, m), p)
		require.NoError(t, err)
		require.Equal(t, m, again)
		require.True(t, k == n || k < n && isCompact || data[0] < 0x80 && k == n+3, "%d, %d", k, n)
	})
}

// FuzzReader reads any stream: the results must not depend on how it was cut, nor on timeouts in between.
func FuzzReader(f *testing.F) {
	all := messages()
	for i := range all {
		f.Add(slices.Concat(all[i], all[(i+2)%len(all)]), byte(2+i%2), uint16(0), uint64(i))
	}
	sample(11, func(s seed) {
		kind := byte(4)
		if s.compact {
			kind = 5
		}
		f.Add(slices.Concat(s.data, s.data), kind, s.selector, uint64(s.options))
	})
	for i, v := range wiretest.Envelopes() {
		f.Add(slices.Concat(v.FramedBinary, v.FramedCompact), byte(i%2), uint16(i*77), uint64(i))
	}
	f.Fuzz(func(t *testing.T, stream []byte, kind byte, limits uint16, cuts uint64) {
		if len(stream) <= maxInput {
			compareReader(t, stream, kind, limits, cuts)
		}
	})
}

// TestReaderMutated is FuzzReader on damaged streams of frames, and on long ones.
func TestReaderMutated(t *testing.T) {
	for i, v := range wiretest.Envelopes() {
		for b := range wiretest.Mutations(slices.Concat(v.FramedBinary, v.FramedCompact, v.FramedBinary), uint64(i), 10) {
			compareReader(t, b, 0, uint16(len(b)), uint64(i))
		}
	}
	for i, size := range []int{5000, 9000, 70_000, 300_000, 1 << 21} {
		for kind := range byte(6) {
			var long []byte
			for j := range 3 {
				c := codec.Must(codec.New[texts](protocolOfKind(kind), codec.Options{}))
				v := &texts{string(make([]byte, size>>(4*j))), make([]byte, size/2)}
				var mark int
				if kind < 2 {
					long, mark = codec.BeginFrame(long)
				}
				var err error
				if kind < 4 {
					long = codec.AppendMessage(long, protocolOfKind(kind), codec.Message{Name: "long", Type: codec.Call, Seq: int32(j)})
				}
				long, err = c.Append(long, v)
				require.NoError(t, err)
				if kind < 2 {
					long, err = codec.EndFrame(long, mark)
					require.NoError(t, err)
				}
			}
			require.Equal(t, 3, compareReader(t, long, kind, uint16(i), uint64(i)))
		}
	}
}

type texts struct {
	A string `thrift:"a,1"`
	B []byte `thrift:"b,2"`
}

func protocolOfKind(kind byte) codec.Protocol {
	if kind%2 == 1 {
		return codec.Compact
	}
	return codec.Binary
}

var errPause = errors.New("a timeout")

// pieces is a stream that comes in pieces, with a timeout before each of them where pauses is set.
type pieces struct {
	left   []byte
	cut    func(left int) int
	pauses bool
	paused bool
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	if p.pauses && !p.paused {
		p.paused = true
		return 0, errPause
	}
	p.paused = false
	n := copy(b, p.left[:p.cut(len(p.left))])
	p.left = p.left[n:]
	return n, nil
}

// limitsOf returns the limits that a number stands for.
func limitsOf(x uint16) (l codec.Limits) {
	l.Direct = int(x&3) * 3000
	if x&4 != 0 {
		l.Container = int(x >> 8)
	}
	if x&8 != 0 {
		l.Bytes = int(x >> 4)
	}
	if x&16 != 0 {
		l.Message = int(x) + 1
	}
	if x&32 != 0 {
		l.Depth = int(x>>6)%8 + 1
	}
	return l
}

// item is what a Reader returned; the last one has an error.
type item struct {
	name  string
	typ   codec.MessageType
	bytes string
	err   string
}

// readAll returns what a Reader makes of a stream.
func readAll(p *pieces, kind byte, l codec.Limits) (got []item) {
	r := codec.NewReader(p, l)
	for {
		var b []byte
		var m codec.Message
		var err error
		for err = errPause; err == errPause; {
			switch kind % 6 {
			case 0, 1:
				b, err = r.Frame()
			case 2, 3:
				m, b, err = r.Message(protocolOfKind(kind))
			default:
				b, err = r.Struct(protocolOfKind(kind))
			}
		}
		if err != nil {
			return append(got, item{err: err.Error()})
		}
		got = append(got, item{name: strings.Clone(m.Name), typ: m.Type, bytes: string(b)})
	}
}

// compareReader is one input of FuzzReader.
func compareReader(t *testing.T, stream []byte, kind byte, limits uint16, cuts uint64) (items int) {
	t.Helper()
	l := limitsOf(limits)
	whole := readAll(&pieces{left: stream, cut: func(left int) int { return left }}, kind, l)
	cut := cutter(cuts)
	if len(stream) > maxInput {
		cut = func(left int) int { return min(left, 1000+int(cuts)) }
	} else {
		require.Equal(t, whole, readAll(&pieces{left: stream, cut: func(int) int { return 1 }}, kind, l))
	}
	require.Equal(t, whole, readAll(&pieces{left: stream, cut: cut, pauses: true}, kind, l))

	// The items stand in the stream, one behind the other.
	at := 0
	for _, item := range whole[:len(whole)-1] {
		i := bytes.Index(stream[at:], []byte(item.bytes))
		require.GreaterOrEqual(t, i, 0)
		at += i + len(item.bytes)
	}
	return len(whole) - 1
}
