package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// TestGoldenVectors dumps and converts the vectors that other implementations
// wrote. Their Binary and Compact must give the same tree and each other.
func TestGoldenVectors(t *testing.T) {
	vectors := wiretest.Golden()
	for _, c := range wiretest.CrossRead() {
		vectors = append(vectors, wiretest.Vector{File: "cross_read", Name: c.Name, Binary: c.Binary, Compact: c.Compact})
	}
	for _, v := range vectors {
		name := v.File + "/" + v.Name
		fromBinary := dumpOf(t, name, v.Binary, "dump", "-p", "binary", "-json", "-")
		fromCompact := dumpOf(t, name, v.Compact, "dump", "-p", "compact", "-json", "-")
		if fromBinary != fromCompact {
			t.Errorf("%s: the trees differ\n%s%s", name, fromBinary, fromCompact)
		}
		if !json.Valid([]byte(fromBinary)) {
			t.Errorf("%s: not JSON: %s", name, fromBinary)
		}
		dumpOf(t, name, v.Binary, "dump", "-p", "binary", "-")
		dumpOf(t, name, v.Compact, "dump", "-p", "compact", "-full", "-")
		convertTo(t, name, v.Binary, v.Compact, "-from", "binary", "-to", "compact")
		convertTo(t, name, v.Compact, withoutMapTypes(t, v.Binary), "-from", "compact", "-to", "binary")
	}
}

func dumpOf(t *testing.T, name string, in []byte, args ...string) string {
	t.Helper()
	code, stdout, stderr := miser(in, args...)
	if code != 0 || stderr != "" {
		t.Errorf("%s: miser %s: exit %d: %s", name, strings.Join(args, " "), code, stderr)
	}
	return stdout
}

func convertTo(t *testing.T, name string, in, want []byte, flags ...string) {
	t.Helper()
	args := append(append([]string{"convert"}, flags...), "-")
	code, stdout, stderr := miser(in, args...)
	if code != 0 || stderr != "" {
		t.Errorf("%s: miser %s: exit %d: %s", name, strings.Join(args, " "), code, stderr)
	} else if stdout != string(want) {
		t.Errorf("%s: miser %s\n got %x\nwant %x", name, strings.Join(args, " "), stdout, want)
	}
}

// withoutMapTypes clears the types of empty maps in a Binary struct: Compact
// does not have them.
func withoutMapTypes(t *testing.T, in []byte) []byte {
	out := bytes.Clone(in)
	s := &mapSink{onEmpty: func(e *event) {
		off := e.off
		if e.role == roleField {
			off += 3
		}
		out[off], out[off+1] = 0, 0
	}}
	r := &reader{wire: binaryProtocol, in: in, sink: s, depth: maxDepth}
	if _, err := r.root(0, nil); err != nil {
		t.Fatal(err)
	}
	return out
}

type mapSink struct{ onEmpty func(*event) }

func (s *mapSink) open(e *event) {
	if e.kind == layout.Map && e.size == 0 {
		s.onEmpty(e)
	}
}
func (*mapSink) scalar(*event) {}
func (*mapSink) close(*event)  {}

// TestEnvelopes dumps and converts whole messages, and finds out their form.
func TestEnvelopes(t *testing.T) {
	for _, v := range wiretest.Envelopes() {
		for _, tt := range []struct {
			in   []byte
			want string
		}{
			{v.Binary, "binary message"},
			{v.BinaryOld, "binary message"},
			{v.Compact, "compact message"},
			{v.FramedBinary, "framed binary message"},
			{v.FramedCompact, "framed compact message"},
		} {
			if f, err := detect(tt.in, 64); err != nil || f.String() != tt.want {
				t.Errorf("%s: detect(%x) = %v, %v; want %s", v.Name, tt.in, f, err, tt.want)
			}
			out := dumpOf(t, v.Name, tt.in, "dump", "-full", "-")
			if want := fmt.Sprintf("%q, sequence id %d\n", v.Method, v.SeqID); !strings.Contains(out, want) {
				t.Errorf("%s: dump does not say %s:\n%s", v.Name, want, out)
			}
		}
		convertTo(t, v.Name, v.Binary, v.Compact, "-from", "binary", "-to", "compact", "-message")
		convertTo(t, v.Name, v.BinaryOld, v.Compact, "-from", "binary", "-to", "compact", "-message")
		convertTo(t, v.Name, v.FramedBinary, v.FramedCompact, "-from", "binary", "-to", "compact", "-message", "-framed")
		if hasEmptyMap(v.Binary) {
			continue
		}
		convertTo(t, v.Name, v.Compact, v.Binary, "-from", "compact", "-to", "binary", "-message")
		convertTo(t, v.Name, v.FramedCompact, v.FramedBinary, "-from", "compact", "-to", "binary", "-message", "-framed")
	}
}

func hasEmptyMap(in []byte) bool {
	found := false
	head, err := form{binaryProtocol, false, true}.open(in)
	if err != nil {
		return false
	}
	r := &reader{wire: binaryProtocol, in: in, depth: 64, sink: &mapSink{func(*event) { found = true }}}
	_, err = r.root(head.start, nil)
	return found && err == nil
}

// TestDetectStructs finds out the protocol of bare structs. Few of them read
// whole as either; those are left to the first form that does.
func TestDetectStructs(t *testing.T) {
	n, wrong := 0, 0
	for _, v := range wiretest.Golden() {
		for _, tt := range []struct {
			in   []byte
			want wire
		}{{v.Binary, binaryProtocol}, {v.Compact, compactProtocol}} {
			n++
			f, err := detect(tt.in, 64)
			if err != nil {
				t.Errorf("%s/%s: %v", v.File, v.Name, err)
				continue
			}
			if f.wire == tt.want && !f.message && !f.framed {
				continue
			}
			wrong++
			if end, ok := f.reach(tt.in, 64); !ok || end != len(tt.in) {
				t.Errorf("%s/%s: taken for %v, which does not read %x whole", v.File, v.Name, f, tt.in)
			}
		}
	}
	t.Logf("%d of %d structs read whole as something else too", wrong, n)
}

// TestMalformed reads every malformed input: no panic, and the same outcome,
// to the offset, as Skip has.
func TestMalformed(t *testing.T) {
	for _, c := range wiretest.Malformed() {
		for _, f := range forms {
			head, err := f.open(c.Input)
			if err != nil {
				continue
			}
			for _, s := range []sink{
				newTextSink(bufio.NewWriter(io.Discard), len(c.Input), false),
				&jsonSink{w: bufio.NewWriter(io.Discard)},
			} {
				r := &reader{wire: f.wire, in: head.in, sink: s, depth: 64}
				end, flt := r.root(head.start, nil)
				n, at := f.wire.skip(head.in[head.start:], 64)
				switch {
				case (flt != nil) != (n < 0):
					t.Errorf("%s/%s as %v: %v, Skip gives %d", c.File, c.Name, f, flt, n)
				case flt != nil && flt.off != head.start+at:
					t.Errorf("%s/%s as %v: %v, Skip fails at %d", c.File, c.Name, f, flt, head.start+at)
				case flt == nil && end != head.start+n:
					t.Errorf("%s/%s as %v: ends at %d, Skip at %d", c.File, c.Name, f, end, head.start+n)
				}
			}
		}
		if code, _, _ := miser(c.Input, "dump", "-"); code != exitOK && code != exitFailed {
			t.Errorf("%s/%s: exit %d", c.File, c.Name, code)
		}
	}
}

// TestBrokenJSON cuts and mutates an input: the JSON stays JSON.
func TestBrokenJSON(t *testing.T) {
	in, err := hex.DecodeString(kindsCompact)
	if err != nil {
		t.Fatal(err)
	}
	check := func(b []byte) {
		code, stdout, _ := miser(b, "dump", "-p", "compact", "-json", "-")
		if !json.Valid([]byte(stdout)) {
			t.Fatalf("%x: not JSON: %s", b, stdout)
		}
		if (code != 0) != strings.Contains(stdout, `,"error":{"offset":`) {
			t.Fatalf("%x: exit %d, JSON %s", b, code, stdout)
		}
		if code, _, _ := miser(b, "dump", "-p", "compact", "-"); code != exitOK && code != exitFailed {
			t.Fatalf("%x: exit %d", b, code)
		}
	}
	for b := range wiretest.Prefixes(in) {
		check(b)
	}
	for b := range wiretest.Mutations(in, 1, 2000) {
		check(b)
	}
}

// TestCanonicalHashes compares the trees of the Parquet vectors with those of
// an independent dumper, by the SHA-256 of a canonical text.
func TestCanonicalHashes(t *testing.T) {
	const dir = "../../../shared/vectors/parquet"
	f, err := os.Open(filepath.Join(dir, "index.jsonl"))
	if err != nil {
		t.Skipf("no Parquet vectors to read: %v", err)
	}
	defer f.Close()
	n := 0
	for lines := json.NewDecoder(f); ; n++ {
		var row struct {
			Name, Kind, Bin      string
			Offset, Length, Used int
			Canon                string `json:"canon_sha256"`
		}
		if err := lines.Decode(&row); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(filepath.Join(dir, row.Bin))
		if err != nil {
			t.Fatal(err)
		}
		var s canonSink
		plan, err := parquetPlan(row.Kind)
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{wire: compactProtocol, in: file[row.Offset : row.Offset+row.Length], sink: &s, depth: 64}
		end, flt := r.root(0, plan)
		if flt != nil || end != row.Used {
			t.Errorf("%s: %v, ends at %d, want %d", row.Name, flt, end, row.Used)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(s.text.String()))); got != row.Canon {
			t.Errorf("%s: hash %s, want %s", row.Name, got, row.Canon)
		}
	}
	t.Logf("%d structs", n)
}

// canonSink writes the canonical text.
type canonSink struct {
	text strings.Builder
	more bool
}

func (s *canonSink) before(e *event) {
	if s.more && e.role != roleValue {
		s.text.WriteByte(',')
	}
	s.more = false
	switch e.role {
	case roleField:
		fmt.Fprintf(&s.text, "%d:%s=", e.id, jsonType(wireType{kind: e.kind}))
	case roleValue:
		s.text.WriteByte('=')
	}
}

func (s *canonSink) open(e *event) {
	s.before(e)
	switch e.kind {
	case layout.KindStruct:
		s.text.WriteByte('{')
	case layout.List:
		s.text.WriteString("[" + jsonType(e.elem) + ":")
	case layout.Set:
		s.text.WriteString("<" + jsonType(e.elem) + ":")
	case layout.Map:
		s.text.WriteByte('(')
		if e.size > 0 {
			s.text.WriteString(jsonType(e.key) + ">" + jsonType(e.elem) + ":")
		}
	}
}

func (s *canonSink) close(e *event) {
	s.text.WriteString(map[layout.Kind]string{layout.KindStruct: "}", layout.List: "]", layout.Set: ">", layout.Map: ")"}[e.kind])
	s.more = true
}

func (s *canonSink) scalar(e *event) {
	s.before(e)
	s.more = true
	switch e.kind {
	case layout.Bool:
		s.text.WriteByte("ft"[e.num])
	case layout.Double:
		fmt.Fprintf(&s.text, "%016x", math.Float64bits(e.real))
	case layout.String:
		fmt.Fprintf(&s.text, "x%x", e.bytes)
	case layout.UUID:
		fmt.Fprintf(&s.text, "%x", e.bytes)
	default:
		fmt.Fprint(&s.text, e.num)
	}
}
