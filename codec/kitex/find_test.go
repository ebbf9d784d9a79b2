package miserkitex

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/cloudwego/gopkg/bufiox"
	"github.com/cloudwego/kitex/pkg/remote"
	np "github.com/cloudwego/kitex/pkg/remote/trans/netpoll"
	"github.com/cloudwego/netpoll"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// stingy has one message. It counts what is asked of it, and refuses what a
// connection would wait for.
type stingy struct {
	remote.ByteBuffer
	t     *testing.T
	b     []byte
	looks int
}

func (s *stingy) Peek(n int) ([]byte, error) {
	require.LessOrEqual(s.t, n, len(s.b), "it waits for what does not come")
	s.looks++
	return s.b[:n:n], nil
}

// pieces returns b as netpoll has it that got so many bytes at a time.
func pieces(b []byte, size int) remote.ByteBuffer {
	all := netpoll.NewLinkBuffer()
	for len(b) > 0 {
		n := min(size, len(b))
		part := netpoll.NewLinkBuffer(n)
		part.WriteBinary(bytes.Clone(b[:n]))
		part.Flush()
		all.Append(part)
		b = b[n:]
	}
	return np.NewReaderByteBuffer(all)
}

// goldenMessages returns a call for each golden struct.
func goldenMessages(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, v := range wiretest.Golden() {
		head := codec.AppendMessage(nil, codec.Binary, codec.Message{Name: v.Name, Type: codec.Call, Seq: 1})
		all[v.Name] = append(head, v.Binary...)
	}
	require.Greater(t, len(all), 100)
	return all
}

func defaults(t *testing.T) *payloads {
	t.Helper()
	c, err := newPayloads(codec.Binary, codec.Options{})
	require.NoError(t, err)
	return c
}

// TestFind finds the end of every golden message, however it comes, and asks
// for nothing behind it.
func TestFind(t *testing.T) {
	c := defaults(t)
	for name, b := range goldenMessages(t) {
		more := append(bytes.Clone(b), "more"...)
		for how, in := range map[string]remote.ByteBuffer{
			"asked for":  &stingy{t: t, b: b},
			"whole":      pieces(more, len(more)),
			"in pieces":  pieces(more, 1+len(b)/50),
			"Go's net":   remote.NewByteBufferFromBufiox(nil, bufiox.NewDefaultReader(bytes.NewReader(more))),
			"all before": pieces(more, len(b)),
		} {
			n, err := c.find(in)
			require.NoError(t, err, "%s, %s", name, how)
			require.Equal(t, len(b), n, "%s, %s", name, how)
		}
	}
}

// TestFindLooksSeldom: what a long list or text needs is asked for together.
func TestFindLooksSeldom(t *testing.T) {
	type long struct {
		Texts   []string `thrift:"texts,1"`
		Numbers []int64  `thrift:"numbers,2"`
		Text    string   `thrift:"text,3"`
	}
	v := long{make([]string, 10_000), make([]int64, 10_000), strings.Repeat("x", 5<<20)}
	l := codec.Must(codec.New[long](codec.Binary, codec.Options{}))
	b, err := l.AppendMessage(nil, codec.Message{Name: "m", Type: codec.Call}, &v)
	require.NoError(t, err)
	in := &stingy{t: t, b: b}
	n, err := defaults(t).find(in)
	require.NoError(t, err)
	require.Len(t, b, n)
	require.Less(t, in.looks, 100)
}

// TestFindAgrees: on damaged messages it says what a codec.Reader says.
func TestFindAgrees(t *testing.T) {
	c := defaults(t)
	for name, b := range goldenMessages(t) {
		for damaged := range wiretest.Mutations(b, 1, 10) {
			_, args, want := codec.NewReader(bytes.NewReader(damaged), c.o.Limits).Message(codec.Binary)
			n, err := c.find(pieces(damaged, len(damaged)))
			if want != nil {
				require.Error(t, err, "%s: %x: want %v", name, damaged, want)
				continue
			}
			require.NoError(t, err, "%s: %x", name, damaged)
			_, head, err := codec.ParseMessage(damaged, codec.Binary)
			require.NoError(t, err)
			require.Equal(t, head+len(args), n)
			_, err = c.find(pieces(damaged[:n-1], n))
			require.Error(t, err)
		}
	}
}

// TestMemoryFollowsArrival: what is only declared takes no memory beyond
// Limits.Direct, and what the pool of Go's net rounds it up to.
func TestMemoryFollowsArrival(t *testing.T) {
	const declared, direct = 90 << 20, 1 << 20
	c, err := newPayloads(codec.Binary, codec.Options{Limits: codec.Limits{Direct: direct}})
	require.NoError(t, err)
	head := codec.AppendMessage(nil, codec.Binary, codec.Message{Name: "m", Type: codec.Call})
	text := append(head, 0x0b, 0, 1, declared>>24, declared>>16&0xff, declared>>8&0xff, declared&0xff)
	some := append(text, make([]byte, direct/2)...)
	for name, read := range map[string]func(remote.ByteBuffer) error{
		"a payload": func(in remote.ByteBuffer) error {
			_, err := c.take(in, declared)
			return err
		},
		"a text": func(in remote.ByteBuffer) error {
			_, err := c.find(in)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := remote.NewByteBufferFromBufiox(nil, bufiox.NewDefaultReader(bytes.NewReader(some)))
			took := wiretest.AllocBytes(func() { err = read(in) })
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Less(t, took, uint64(4*direct))
		})
	}
}
