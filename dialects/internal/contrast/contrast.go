// Package contrast pins where a peer and miser differ: what each writes or reads,
// and what each makes of a tag on a Go type. Each row is asked of both, and
// stands in a table of the peer's README.
package contrast

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/readme"
)

// Peer is a library in one protocol. A panic of either function is one of its
// results.
type Peer struct {
	Protocol  codec.Protocol
	Marshal   func(v any) ([]byte, error)
	Unmarshal func(b []byte, v any) error
}

// Difference is something that the two do differently.
type Difference struct {
	what         string
	theirs, ours string
	why          string
	do           func() (theirs, ours string)
}

// New returns the difference in what: do gives theirs and ours, and why says for
// what reason miser does not do as the peer does.
func New(what, theirs, ours, why string, do func() (theirs, ours string)) Difference {
	return Difference{what, theirs, ours, why, do}
}

// Check does each of ds, and compares the table in the README.
func Check(t *testing.T, peer string, ds []Difference) {
	t.Helper()
	table := readme.Table{Head: []string{"what", peer, "miser", "why"}}
	for _, d := range ds {
		theirs, ours := d.do()
		if theirs != d.theirs {
			t.Errorf("%s: the peer gives %q, want %q", d.what, theirs, d.theirs)
		}
		if ours != d.ours {
			t.Errorf("%s: miser gives %q, want %q", d.what, ours, d.ours)
		}
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

// Text is what do returns, or what it panics with.
func Text(do func() string) (result string) {
	defer func() {
		if r := recover(); r != nil {
			result = fmt.Sprintf("panic: %v", r)
		}
	}()
	return do()
}

// Hex is b as text, or the error.
func Hex(b []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("% x", b)
}

// Bytes is the inverse of Hex.
func Bytes(text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// Write has both write v.
func Write[T any](p Peer, v T) func() (theirs, ours string) {
	return func() (string, string) {
		theirs := Text(func() string { return Hex(p.Marshal(&v)) })
		c, err := codec.New[T](p.Protocol, codec.Options{})
		if err != nil {
			return theirs, err.Error()
		}
		return theirs, Hex(c.Append(nil, &v))
	}
}

// Read has both read bytes, and show the value.
func Read[T any](p Peer, text string) func() (theirs, ours string) {
	b := Bytes(text)
	return func() (string, string) {
		theirs := Text(func() string {
			v := new(T)
			err := p.Unmarshal(b, v)
			return show(*v, err)
		})
		v := new(T)
		n, err := codec.Must(codec.New[T](p.Protocol, codec.Options{})).Decode(b, v)
		if err == nil && n < len(b) {
			return theirs, fmt.Sprintf("%+v, %d bytes used", *v, n)
		}
		return theirs, show(*v, err)
	}
}

func show(v any, err error) string {
	if err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			return line
		}
	}
	return fmt.Sprintf("%+v", v)
}

// Refusal is the reason for which New refuses T.
func Refusal[T any](p codec.Protocol) error {
	_, err := codec.New[T](p, codec.Options{})
	if err == nil {
		return errors.New("it is not refused")
	}
	return err
}
