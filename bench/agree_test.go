package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	segmentio "github.com/segmentio/encoding/thrift"
	"google.golang.org/protobuf/proto"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/pb"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/seg"
)

// build makes a workload, or skips what is not at hand on this machine.
func build(tb testing.TB, w Workload) *peers.Set {
	tb.Helper()
	s, err := w.Build()
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("%s is not at hand: %v", w.Name, err)
	}
	if err != nil {
		tb.Fatalf("%s: %v", w.Name, err)
	}
	return s
}

// TestAgree proves that what is compared is the same work: every contestant
// writes Apache Thrift's bytes (in another order where there are maps) and
// reads from them Apache Thrift's values.
func TestAgree(t *testing.T) {
	for _, w := range Workloads() {
		t.Run(w.Name, func(t *testing.T) {
			s := build(t, w)
			for proto, wire := range s.Wire {
				for i, b := range wire {
					want := canonical(t, s, proto, b)
					for _, p := range s.Proofs {
						if p.Proto == proto {
							agree(t, s, p, i, b, want)
						}
					}
				}
			}
		})
	}
}

// canonical returns the value of b as miser reads it. That Apache's own reader
// agrees is one of the proofs.
func canonical(t *testing.T, s *peers.Set, proto string, b []byte) []byte {
	for _, p := range s.Proofs {
		if p.Peer == peers.Miser && p.Proto == proto {
			c, err := p.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
	}
	t.Fatalf("%s/%s has no miser", s.Work, proto)
	return nil
}

func agree(t *testing.T, s *peers.Set, p peers.Proof, i int, wire, want []byte) {
	t.Helper()
	if p.Decode != nil {
		got, err := p.Decode(bytes.Clone(wire))
		if err != nil {
			t.Fatalf("%s/%s message %d: %s reads: %v", s.Work, p.Proto, i, p.Peer, err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s/%s message %d: %s reads another value:\n% .200x\n% .200x", s.Work, p.Proto, i, p.Peer, got, want)
		}
	}
	if p.Encode == nil || p.Except != nil && p.Except(i) {
		return
	}
	got, err := p.Encode(i)
	if err != nil {
		t.Fatalf("%s/%s message %d: %s writes: %v", s.Work, p.Proto, i, p.Peer, err)
	}
	if bytes.Equal(got, wire) {
		return
	}
	// The order of a map is anyone's choice, so its bytes are compared as values.
	if len(got) != len(wire) || !bytes.Equal(canonical(t, s, p.Proto, got), want) {
		t.Fatalf("%s/%s message %d: %s writes\n% .200x, want\n% .200x", s.Work, p.Proto, i, p.Peer, got, wire)
	}
}

// TestOrdered proves that without maps the bytes themselves are the same.
func TestOrdered(t *testing.T) {
	for _, name := range []string{"media-fixed", "media-varied", "one-of-each", "scalars", "list-i64-mixed", "list-string"} {
		w, _ := Find(name)
		s := build(t, w)
		for _, p := range s.Proofs {
			if p.Encode == nil {
				continue
			}
			for i, want := range s.Wire[p.Proto] {
				if got, err := p.Encode(i); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s/%s: %s writes %x (%v), want %x", name, p.Proto, p.Peer, got, err, want)
				}
			}
		}
	}
}

// TestSizes: the published object has the published sizes.
func TestSizes(t *testing.T) {
	w, _ := Find("media-fixed")
	s := build(t, w)
	if b, c := len(s.Wire[peers.Binary][0]), len(s.Wire[peers.Compact][0]); b != 353 || c != 234 {
		t.Errorf("MediaContent has %d bytes in Binary and %d in Compact, want 353 and 234", b, c)
	}
}

// wrong lists where a peer is not Apache Thrift, so that it takes no part
// there. Each row is proved below; one that no longer holds must go.
var wrong = []struct {
	peer, proto, what string
	holds             func() error
}{
	{"segmentio", peers.Compact, "doubles are in the other byte order", func() error {
		want := data.ListF64()
		v := new(seg.ListF64)
		if err := segmentio.Unmarshal(&segmentio.CompactProtocol{}, wireOf("list-double", peers.Compact), v); err != nil {
			return err
		}
		if v.V[0] == want.V[0] {
			return errors.New("it reads Apache's doubles")
		}
		return nil
	}},
	{"segmentio", peers.Binary, "its Binary protocol has Compact's type codes", func() error {
		v := new(seg.MediaContent)
		err := segmentio.Unmarshal(&segmentio.BinaryProtocol{}, wireOf("media-fixed", peers.Binary), v)
		if err == nil && len(v.Image) == 2 {
			return errors.New("it reads Apache's Binary")
		}
		return nil
	}},
}

func wireOf(work, proto string) []byte {
	w, _ := Find(work)
	s, err := w.Build()
	if err != nil {
		panic(err)
	}
	return s.Wire[proto][0]
}

// TestWrong proves each row of what is known to be wrong.
func TestWrong(t *testing.T) {
	for _, row := range wrong {
		if err := row.holds(); err != nil {
			t.Errorf("%s/%s: %q no longer holds (%v): let it take part", row.peer, row.proto, row.what, err)
		}
	}
}

// TestProtobuf proves that the yardsticks carry the same values: what
// protobuf-go writes, vtprotobuf reads, and its text says what Thrift's says.
func TestProtobuf(t *testing.T) {
	in := data.MediaFixed()[0]
	m := new(pb.MediaContent)
	if err := peers.ToProto(in, m); err != nil {
		t.Fatal(err)
	}
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	got := new(pb.MediaContent)
	if err := got.UnmarshalVT(b); err != nil || !proto.Equal(m, got) {
		t.Fatalf("vtprotobuf reads %v (%v), want %v", got, err, m)
	}
	want := fmt.Sprint(in.Image[1].URI, *in.Media.Title, in.Media.Duration, *in.Media.Bitrate, in.Media.Person)
	if have := fmt.Sprint(got.Image[1].Uri, *got.Media.Title, got.Media.Duration, *got.Media.Bitrate, got.Media.Person); have != want {
		t.Errorf("protobuf has %s, want %s", have, want)
	}
}
