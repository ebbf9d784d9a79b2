package agree

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/equal"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// check compares values of one type.
type check struct {
	tally
	peer   Peer
	codec  *codec.Any
	plan   *layout.Struct
	filler *fill.Filler
	equal  *equal.Values

	ours, theirs []byte
}

func newCheck(peer Peer, p codec.Protocol, schema *layout.Schema, typ reflect.Type) (*check, error) {
	c := &check{peer: peer}
	var err error
	if c.plan, err = schema.Of(typ); err != nil {
		return nil, err
	}
	if c.codec, err = codec.ForType(typ, p, codec.Options{Schema: schema}); err != nil {
		return nil, err
	}
	if c.filler, err = fill.New(c.plan, peer.Rules); err != nil {
		return nil, err
	}
	c.equal, err = equal.Of(c.plan)
	return c, err
}

// value makes a value and compares it. single says that its maps have one entry
// at most.
func (c *check) value(r *rand.Rand, single bool) (err error) {
	entries := 8
	if single {
		entries = 1
	}
	sent := c.filler.Make(r, entries)
	v := sent.Interface()
	if c.theirs, err = c.peer.Write(c.theirs[:0], v); err != nil {
		return fmt.Errorf("the peer writes: %w", err)
	}
	if c.ours, err = c.codec.Append(c.ours[:0], v); err != nil {
		return fmt.Errorf("miser writes: %w", err)
	}
	size, err := c.codec.Size(v)
	switch {
	case err != nil:
		return fmt.Errorf("miser sizes: %w", err)
	case size != len(c.ours):
		return fmt.Errorf("miser sizes: got %d, wrote %d", size, len(c.ours))
	}
	if err := c.bytes(single); err != nil {
		return err
	}
	if err := c.read("what miser wrote", c.ours, sent); err != nil {
		return err
	}
	if !bytes.Equal(c.ours, c.theirs) {
		return c.read("what the peer wrote", c.theirs, sent)
	}
	return nil
}

// bytes compares what was written.
func (c *check) bytes(single bool) error {
	c.tally.values++
	c.tally.bytes += int64(len(c.theirs))
	if single {
		c.exact++
		if !bytes.Equal(c.ours, c.theirs) {
			return c.differ("bytes")
		}
		return nil
	}
	var counts [256]int
	for _, b := range c.ours {
		counts[b]++
	}
	for _, b := range c.theirs {
		counts[b]--
	}
	if counts != [256]int{} {
		return c.differ("bytes, apart from order")
	}
	return nil
}

// differ is the fault that other bytes were written.
func (c *check) differ(what string) error {
	at := 0
	for at < min(len(c.ours), len(c.theirs)) && c.ours[at] == c.theirs[at] {
		at++
	}
	return fmt.Errorf("%s: got %d, want %d, from offset %d on others:\n got %s\nwant %s",
		what, len(c.ours), len(c.theirs), at, show(c.ours, at), show(c.theirs, at))
}

// show is b around at, as text.
func show(b []byte, at int) string {
	const before, most = 32, 160
	from := max(0, at-before)
	to := min(len(b), from+most)
	text := fmt.Sprintf("% x", b[from:to])
	if from > 0 {
		text = "... " + text
	}
	if to < len(b) {
		text += " ..."
	}
	return text
}

// read has both read src, which is what was made of sent.
func (c *check) read(which string, src []byte, sent reflect.Value) error {
	theirs := c.newValue()
	if err := c.peer.Read(src, theirs); err != nil {
		return fmt.Errorf("the peer reads %s: %w\n%s", which, err, show(src, 0))
	}
	ours := reflect.New(c.plan.Go)
	n, err := c.codec.Decode(src, ours.Interface())
	if err != nil {
		return fmt.Errorf("miser reads %s: %w\n%s", which, err, show(src, 0))
	}
	if n != len(src) {
		return fmt.Errorf("miser reads %s: %d of %d bytes", which, n, len(src))
	}
	want := reflect.ValueOf(theirs).Elem()
	if at := c.equal.Same(ours.Elem(), want); at != "" {
		return fmt.Errorf("both read %s, and differ at %s: %s\n%s", which, at, wiretest.Diff(ours.Interface(), theirs), show(src, 0))
	}
	if at := c.equal.Arrived(sent.Elem(), ours.Elem()); at != "" {
		return fmt.Errorf("miser reads %s, which differs from what was sent at %s: %s\n%s", which, at, wiretest.Diff(sent.Interface(), ours.Interface()), show(src, 0))
	}
	return nil
}

func (c *check) newValue() any {
	if c.peer.New != nil {
		return c.peer.New(c.plan.Go)
	}
	return reflect.New(c.plan.Go).Interface()
}
