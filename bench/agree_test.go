package bench

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	pgthrift "github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	segmentio "github.com/segmentio/encoding/thrift"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/gen/parquet"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/seg"
	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// build makes a workload.
func build(tb testing.TB, name string) *peers.Set {
	tb.Helper()
	w, ok := Find(name)
	if !ok {
		tb.Fatalf("no workload %s", name)
	}
	s, err := w.Build()
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return s
}

// TestAgree proves that what is compared is the same work: every contestant of
// every case does each message once, in the loop that is measured, and what it
// leaves is checked. An encoding is Apache Thrift's bytes, where there are maps
// in another order; a decoded value is Apache Thrift's; a skip goes over as
// many bytes. Protocol Buffers carry the same leaves. A contestant without a
// check fails; so does a workload without contestants.
func TestAgree(t *testing.T) {
	for _, w := range Workloads() {
		t.Run(w.Name, func(t *testing.T) {
			s := build(t, w.Name)
			checked := 0
			for _, c := range s.Cases {
				checked += agree(t, c)
			}
			if checked == 0 {
				t.Error("nothing was checked")
			}
		})
	}
}

// agree checks the contestants of c and returns how many did.
func agree(t *testing.T, c *harness.Case) (checked int) {
	if c.Prepare != nil {
		defer c.Prepare()()
	}
	for _, p := range c.Contestants {
		if p.Check == nil {
			t.Errorf("%s: %s has no check", c.Name(), p.Name)
			continue
		}
		for i := range max(1, c.Messages) {
			p.Run(1)
			if err := p.Check(i); err != nil {
				t.Errorf("%s, message %d: %s: %v", c.Name(), i, p.Name, err)
				break
			}
		}
		checked++
	}
	return checked
}

// TestAlias proves which contestants' values point into the input, so that
// tables can hold those apart: when the input is overwritten after a decode,
// theirs change and nobody else's.
func TestAlias(t *testing.T) {
	for _, name := range []string{"media-fixed", "footer-alltypes"} {
		s := build(t, name)
		for _, c := range s.Cases {
			if c.Op != peers.Decode && c.Op != peers.DecodeReuse {
				continue
			}
			for _, p := range c.Contestants {
				p.Run(1)
				if err := p.Check(0); err != nil {
					t.Fatalf("%s: %s: %v", c.Name(), p.Name, err)
				}
				overwrite(s)
				err := p.Check(0)
				overwrite(s)
				if aliases := slices.Contains(peers.Aliasing, p.Name); aliases != (err != nil) {
					t.Errorf("%s: %s is said to alias: %v; with the input overwritten: %v", c.Name(), p.Name, aliases, err)
				}
			}
		}
	}
}

// overwrite turns every bit of the messages, and back the second time.
func overwrite(s *peers.Set) {
	for _, wire := range s.Wire {
		for _, b := range wire {
			for i := range b {
				b[i] = ^b[i]
			}
		}
	}
}

// TestSizes: the published object has the published sizes.
func TestSizes(t *testing.T) {
	s := build(t, "media-fixed")
	if b, c := len(s.Wire[peers.Binary][0]), len(s.Wire[peers.Compact][0]); b != 353 || c != 234 {
		t.Errorf("MediaContent has %d bytes in Binary and %d in Compact, want 353 and 234", b, c)
	}
}

// differs lists where a peer does not do as Apache Thrift or miser does, so
// that it takes no part there, or is checked by what it does keep. Each row is
// proved; one that no longer holds must go.
var differs = []struct {
	peer, proto, what string
	holds             func(t *testing.T) error
}{
	{peers.Segmentio, peers.Compact, "doubles are in the other byte order, so it takes no part where there are any", func(t *testing.T) error {
		v := new(seg.ListF64)
		if err := segmentio.Unmarshal(&segmentio.CompactProtocol{}, wireOf(t, "list-double", peers.Compact), v); err != nil {
			return err
		}
		if v.V[0] == data.ListF64().V[0] {
			return errors.New("it reads Apache's doubles")
		}
		return nil
	}},
	{peers.Segmentio, peers.Binary, "its Binary protocol has Compact's type codes, so it takes no part", func(t *testing.T) error {
		v := new(seg.MediaContent)
		err := segmentio.Unmarshal(&segmentio.BinaryProtocol{}, wireOf(t, "media-fixed", peers.Binary), v)
		if err == nil && len(v.Image) == 2 {
			return errors.New("it reads Apache's Binary")
		}
		return nil
	}},
	{peers.Apache, peers.Compact, "it leaves out an optional field that equals its default, as is_compressed = true of a page header", func(t *testing.T) error {
		for _, b := range build(t, "pages").Wire[peers.Compact] {
			v := new(parquet.PageHeader)
			if err := peers.ApacheRead(peers.Compact, b, v); err != nil {
				return err
			}
			if got, err := peers.ApacheBytes(peers.Compact, v); err != nil || !bytes.Equal(got, b) {
				return err // some page differs
			}
		}
		return errors.New("it writes every page header as it was")
	}},
	{peers.ParquetGo, peers.Compact, "its own structs lack is_max_value_exact and is_min_value_exact, and do not tell a zero from nothing: most zeros of optional fields are not written, a null_count of 0 always is", func(*testing.T) error {
		in := &pq.PageHeader{DataPageHeader: &pq.DataPageHeader{NumValues: 1, Statistics: &pq.Statistics{
			MaxValue: []byte("a"), IsMaxValueExact: new(true), IsMinValueExact: new(true),
		}}, CRC: new(int32(0))}
		out, err := throughParquetGo(in)
		if err != nil {
			return err
		}
		if s := out.DataPageHeader.Statistics; string(s.MaxValue) != "a" || s.IsMaxValueExact != nil || s.IsMinValueExact != nil || s.NullCount == nil || *s.NullCount != 0 || out.CRC != nil {
			return fmt.Errorf("it makes %+v, CRC %v", s, out.CRC)
		}
		return nil
	}},
	{peers.Fastgo, peers.Binary, "FastRead into a used object keeps optional fields that do not come; no workload has one in its outermost struct, and those inside are new", func(t *testing.T) error {
		kept, title := new(fast.MediaContent), "kept"
		if _, err := kept.FastRead(wireOf(t, "media-fixed", peers.Binary)); err != nil {
			return err
		}
		kept.Image[0].Title = &title
		image := kept.Image[0]
		if _, err := image.FastRead((&fast.Image{}).FastAppend(nil)); err != nil {
			return err
		}
		if image.Title != &title {
			return errors.New("it clears them")
		}
		return nil
	}},
}

// throughParquetGo returns what is left of v after parquet-go read and wrote it.
func throughParquetGo(v *pq.PageHeader) (*pq.PageHeader, error) {
	c := codec.Must(codec.New[pq.PageHeader](codec.Compact, codec.Options{}))
	b, err := c.Append(nil, v)
	if err != nil {
		return nil, err
	}
	theirs, p := new(format.PageHeader), &pgthrift.CompactProtocol{}
	if err := pgthrift.Unmarshal(p, b, theirs); err != nil {
		return nil, err
	}
	if b, err = pgthrift.Marshal(p, theirs); err != nil {
		return nil, err
	}
	out := new(pq.PageHeader)
	_, err = c.Decode(b, out)
	return out, err
}

func wireOf(t *testing.T, work, proto string) []byte { return build(t, work).Wire[proto][0] }

// TestDiffers proves each row of what is known to be different.
func TestDiffers(t *testing.T) {
	for _, row := range differs {
		if err := row.holds(t); err != nil {
			t.Errorf("%s/%s: %q no longer holds: %v", row.peer, row.proto, row.what, err)
		}
	}
}
