package segmentio_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/segmentio/encoding/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/readme"
)

// difference is something that the two do differently: what each makes of it,
// and why miser does not do as the peer does.
type difference struct {
	what         string
	theirs, ours string
	why          string
	do           func() (theirs, ours string)
}

var (
	theirCompact = &thrift.CompactProtocol{}
	theirBinary  = &thrift.BinaryProtocol{}
)

// TestDifferences pins each, and that the README lists it.
func TestDifferences(t *testing.T) {
	table := readme.Table{Head: []string{"what", "segmentio/encoding", "miser", "why"}}
	for _, d := range append(written(), read()...) {
		theirs, ours := d.do()
		require.Equal(t, d.theirs, theirs, "%s: the peer", d.what)
		require.Equal(t, d.ours, ours, "%s: miser", d.what)
		table.Rows = append(table.Rows, []string{d.what, code(theirs), code(ours), d.why})
	}
	readme.Check(t, "README.md", "differences", table)
}

// code sets text as code where it is bytes.
func code(text string) string {
	if len(text) > 1 && strings.Trim(text, "0123456789abcdef ") == "" {
		return "`" + text + "`"
	}
	return text
}

// caught is what do returns, or what it panics with.
func caught(do func() string) (result string) {
	defer func() {
		if r := recover(); r != nil {
			result = fmt.Sprintf("panic: %v", r)
		}
	}()
	return do()
}

func hexOr(b []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("% x", b)
}

// write has both write v.
func write[T any](peer thrift.Protocol, p codec.Protocol, v T) func() (string, string) {
	return func() (string, string) {
		theirs := caught(func() string { return hexOr(thrift.Marshal(peer, &v)) })
		c, err := codec.New[T](p, codec.Options{})
		if err != nil {
			return theirs, err.Error()
		}
		return theirs, hexOr(c.Append(nil, &v))
	}
}

// decode has both read b and show the value.
func decode[T any](peer thrift.Protocol, p codec.Protocol, text string) func() (string, string) {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return func() (string, string) {
		theirs := caught(func() string {
			v := new(T)
			if err := thrift.Unmarshal(peer, b, v); err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%+v", *v)
		})
		v := new(T)
		n, err := codec.Must(codec.New[T](p, codec.Options{})).Decode(b, v)
		if err != nil {
			return theirs, err.Error()
		}
		if n < len(b) {
			return theirs, fmt.Sprintf("%+v, %d bytes used", *v, n)
		}
		return theirs, fmt.Sprintf("%+v", *v)
	}
}
