package codec_test

import (
	"errors"
	"math"
	"runtime"
	"strconv"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// beyond has each kind of place for a text or a container that is longer than the wire can say. Elements of no
// size make containers of any length without memory.
type (
	nobody struct{}
	beyond struct {
		Text    string                           `thrift:"text,1"`
		Maybe   *string                          `thrift:"maybe,2,optional"`
		Bytes   []byte                           `thrift:"bytes,3,optional"`
		Texts   []string                         `thrift:"texts,4,optional"`
		Map     map[int8]string                  `thrift:"map,5,optional"`
		Keys    map[string]int8                  `thrift:"keys,6,optional"`
		Set     map[string]struct{}              `thrift:"set,7,optional"`
		List    []nobody                         `thrift:"list,8,optional"`
		Bodies  []nobody                         `thrift:"bodies,9,optional,set<nobody>"`
		Entries []wiretest.Entry[nobody, nobody] `thrift:"entries,10,optional,map<nobody:nobody>"`
		Lists   [][]nobody                       `thrift:"lists,11,optional"`
		Boxed   *[]nobody                        `thrift:"boxed,12,optional"`
		Blobs   [][]byte                         `thrift:"blobs,13,optional"`
		Inner   *beyond                          `thrift:"inner,14,optional"`
		Inners  []*beyond                        `thrift:"inners,15,optional"`
		Entry   []wiretest.Entry[string, []byte] `thrift:"entry,16,optional,map<string:binary>"`
	}
)

// TestTooLong: what is longer than 2^31-1 is ErrOverflow, before a byte of it is read.
func TestTooLong(t *testing.T) {
	if strconv.IntSize == 32 || runtime.GOOS != "linux" {
		t.Skip("there is no text of 2 GiB on 32 bits, nor one that takes no memory elsewhere")
	}
	size := math.MaxInt32
	size++ // as a constant it is no int of 32 bits
	raw := wiretest.NewGuard(t, size).Tail(size)
	text := unsafeio.StringAt(unsafeio.Input(raw), size)
	empty := make([]nobody, size)
	for _, tt := range []struct {
		path string
		v    beyond
	}{
		{"Text", beyond{Text: text}},
		{"Maybe", beyond{Maybe: &text}},
		{"Bytes", beyond{Bytes: raw}},
		{"Texts[1]", beyond{Texts: []string{"", text}}},
		{"Map[value 0]", beyond{Map: map[int8]string{1: text}}},
		{"List", beyond{List: empty}},
		{"Bodies", beyond{Bodies: empty}},
		{"Entries", beyond{Entries: make([]wiretest.Entry[nobody, nobody], size)}},
		{"Lists[1]", beyond{Lists: [][]nobody{nil, empty}}},
		{"Boxed", beyond{Boxed: &empty}},
		{"Blobs[0]", beyond{Blobs: [][]byte{raw}}},
		{"Inner.Text", beyond{Inner: &beyond{Text: text}}},
		{"Inners[1].List", beyond{Inners: []*beyond{nil, {List: empty}}}},
		{"Entry[key 0]", beyond{Entry: []wiretest.Entry[string, []byte]{{Key: text}}}},
		{"Entry[value 0]", beyond{Entry: []wiretest.Entry[string, []byte]{{Value: raw}}}},
	} {
		for _, p := range bothProtocols {
			c := codec.Must(codec.New[beyond](p, codec.Options{}))
			room := make([]byte, 1<<10)
			for name, call := range map[string]func() (int, error){
				"Size":                  func() (int, error) { return c.Size(&tt.v) },
				"Encode":                func() (int, error) { return c.Encode(room, &tt.v) },
				"Append":                func() (int, error) { b, err := c.Append(nil, &tt.v); return len(b), err },
				"Append to spare bytes": func() (int, error) { b, err := c.Append(room[:0], &tt.v); return len(b), err },
			} {
				n, err := call()
				e := new(codec.Error)
				if n != 0 || !errors.Is(err, codec.ErrOverflow) || !errors.As(err, &e) {
					t.Errorf("%s, %v: %s = %d, %v, want ErrOverflow", tt.path, p, name, n, err)
				} else if e.Path != "beyond."+tt.path {
					t.Errorf("%s, %v: %s: the error's path is %s", tt.path, p, name, e.Path)
				}
			}
		}
	}
}
