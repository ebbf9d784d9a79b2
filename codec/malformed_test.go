package codec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// choices are what this library does where the vectors leave it open, by the beginning of a case's name; the
// longest one that fits counts. A nil error accepts; value is what comes of it then, where one is given.
var choices = map[string]struct {
	err   error
	value string
	why   string
}{
	"bool/binary/":         {nil, `{"v": false}`, "a bool byte other than 0 and 1 is false"},
	"bool/binary/list_128": {nil, `{"v": [true, false]}`, "so is an element"},
	"bool/binary/list_255": {nil, `{"v": [true, false]}`, "so is an element"},
	"bool/compact/list_":   {nil, `{"v": [true, false]}`, "a bool element other than 1 is false"},
	"bool/compact/map_":    {nil, `{"m_bool": [[1, false]]}`, "so is a value"},

	"depth/":                       {codec.ErrLimit, "", "more than 64 levels below the root"},
	"depth/binary/chain/64":        {nil, "", "64 levels"},
	"depth/compact/chain/64":       {nil, "", "64 levels"},
	"depth/binary/skip_struct/64":  {nil, "{}", "64 levels, unknown ones alike"},
	"depth/compact/skip_struct/64": {nil, "{}", "64 levels, unknown ones alike"},
	"depth/binary/skip_list/64":    {nil, "{}", "64 levels, unknown ones alike"},
	"depth/compact/skip_list/64":   {nil, "{}", "64 levels, unknown ones alike"},
	"depth/binary/skip_map/64":     {nil, "{}", "64 levels, unknown ones alike"},
	"depth/compact/skip_map/64":    {nil, "{}", "64 levels, unknown ones alike"},
	"depth/compact/skip_mapkey/64": {nil, "{}", "64 levels, unknown ones alike"},

	"dup/binary/set":  {nil, `{"v": [1, 1, 2]}`, "a set in a slice keeps both"},
	"dup/compact/set": {nil, `{"v": [1, 1, 2]}`, "a set in a slice keeps both"},

	"varint/":                  {codec.ErrOverflow, "", "bits beyond the kind, or more bytes than it can need"},
	"varint/i16/overlong_":     {codec.ErrOverflow, "", "more than 3 bytes"},
	"varint/i16/overlong_zero": {nil, `{"v": 0}`, "overlong, and within 3 bytes"},
	"varint/i32/overlong_zero": {nil, `{"v": 0}`, "overlong, and within 5 bytes"},
	"varint/i32/overlong_5":    {nil, `{"v": 5}`, "overlong, and within 5 bytes"},
	"varint/i64/overlong_10":   {nil, `{"v": "5"}`, "overlong, and within 10 bytes"},
	"varint/size/overlong":     {nil, `{"v": "abc"}`, "overlong, and within 5 bytes"},
	"list_size/":               {codec.ErrOverflow, "", "a size beyond 31 bits"},
	"map_size/":                {codec.ErrOverflow, "", "a size beyond 31 bits"},

	"fieldid/":                        {codec.ErrOverflow, "", "beyond int16"},
	"fieldid/compact/stop_with_delta": {codec.ErrInvalid, "", "a stop nibble with a delta"},
	"required/":                       {codec.ErrMissingRequired, "", "a default does not excuse"},

	"elem_type":                         {codec.ErrInvalid, "", "an unknown element type, and elements"},
	"map_types":                         {codec.ErrInvalid, "", "an unknown element type, and elements"},
	"elem_type/binary/list_0/n0":        {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/binary/list_1/n0":        {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/binary/list_17/n0":       {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/binary/list_127/n0":      {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/binary/list_255/n0":      {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/compact/list_0/n0":       {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/compact/list_13/n0":      {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/compact/list_14/n0":      {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type/compact/list_15/n0":      {nil, `{"v": []}`, "no element: its type does not matter"},
	"elem_type_skip/binary/list_0/n0":   {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_7/n0":   {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_9/n0":   {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_16/n0":  {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_17/n0":  {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_127/n0": {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/binary/list_255/n0": {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/compact/list_0/n0":  {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/compact/list_14/n0": {nil, "{}", "the same in an unknown field"},
	"elem_type_skip/compact/list_15/n0": {nil, "{}", "the same in an unknown field"},

	"elem_mismatch/": {nil, `{}`, "another known element type: skipped whole"},
	"evolution/": {nil, `{"kept": 1, "retyped": "", "tail": 4, "counted": 42}`,
		"another known element type: skipped whole"},
	"field_type/binary/16/unknown_id": {nil, `{"x": 5}`, "a uuid is skipped"},
	"field_type/binary/16/known_id":   {nil, `{}`, "another wire type: skipped"},
	"field_type/compact/13/known_id":  {nil, `{}`, "another wire type: skipped"},
	"uuid_skip/":                      {nil, `{"x": 5}`, "a uuid is skipped"},

	"union/":           {nil, `{}`, "no arm, or an unknown one"},
	"union/binary/two": {nil, `{"text": "x"}`, "the last wins, the others are cleared"},

	"utf8/":     {nil, "", "bytes are kept"},
	"trailing/": {nil, `{"x": 1, "y": 2}`, "what follows is the caller's"},
}

// words are the sentinels that an expectation's words stand for.
var words = map[string]error{
	"truncated":             codec.ErrTruncated,
	"size exceeds input":    codec.ErrTruncated,
	"negative size":         codec.ErrInvalid,
	"unknown type":          codec.ErrInvalid,
	"wrong element type":    codec.ErrTypeMismatch,
	"varint overflow":       codec.ErrOverflow,
	"field id out of range": codec.ErrOverflow,
	"depth":                 codec.ErrLimit,
	"missing required":      codec.ErrMissingRequired,
}

// The cases that bind, and where this library still has a way of its own.
var (
	// Since there are uuids, their type code is no unknown one: these inputs are too short for them.
	uuidElements = regexp.MustCompile("binary/(list_16|16_16)/|compact/list_13/")

	// A tree's lists count as levels beside its structs: the documented limit is reached.
	countedLists = regexp.MustCompile("^depth/compact/tree/63$")
)

// verdict is what a decode has to give: errors of which one is expected, none for a value.
func verdict(t *testing.T, c wiretest.BadCase) (expected []error, value string) {
	switch {
	case c.Strength == "choice":
		best := ""
		for name := range choices {
			if strings.HasPrefix(c.Name, name) && len(name) > len(best) {
				best = name
			}
		}
		if best == "" {
			t.Fatalf("no choice was made: %s; %s", c.Why, c.Expect)
		}
		if err := choices[best].err; err != nil {
			expected = append(expected, err)
		}
		return expected, choices[best].value
	case countedLists.MatchString(c.Name):
		return []error{codec.ErrLimit}, ""
	case strings.HasPrefix(c.Expect, "accept"):
		return nil, ""
	case uuidElements.MatchString(c.Name):
		return []error{codec.ErrTruncated}, ""
	}
	for word, err := range words {
		if strings.Contains(c.Expect, word) {
			expected = append(expected, err)
		}
	}
	if len(expected) == 0 {
		t.Fatalf("no class in %q", c.Expect)
	}
	return expected, ""
}

// strictRefuses are accepted cases in which a known field has another type, which Strict refuses.
var strictRefuses = regexp.MustCompile("^(elem_mismatch/[a-z]+/[^b]|evolution/|field_type/.*/known_id$|union/binary/wrong_type$|wrong_type/)")

// malformedStructs runs f for each case about a bare struct of a known protocol.
func malformedStructs(t *testing.T, f func(t *testing.T, p codec.Protocol, c wiretest.BadCase)) {
	for _, c := range wiretest.Malformed() {
		for _, p := range bothProtocols {
			if c.Protocol == p.String() {
				t.Run(c.File+"/"+c.Name, func(t *testing.T) { f(t, p, c) })
			}
		}
	}
}

// The cost that any input may have.
const (
	longestDecode  = time.Second
	rejectedBase   = 64 << 10 // bytes allocated for an input that is refused,
	rejectedFactor = 32       // and for each of its bytes
)

// TestMalformed decodes every malformed input with the zero Options.
func TestMalformed(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	malformedStructs(t, func(t *testing.T, p codec.Protocol, c wiretest.BadCase) {
		expected, value := verdict(t, c)
		v := wiretest.Lookup(c.Type).New()
		dec := codecOf(t, v, p, codec.Options{})
		src := guard.Put(c.Input)
		var n int
		var err error
		begin := time.Now()
		allocated := wiretest.AllocBytes(func() { n, err = dec.Decode(src, v) })
		if d := time.Since(begin); d > longestDecode {
			t.Errorf("took %v", d)
		}
		if !bytes.Equal(src, c.Input) {
			t.Error("Decode changed its input")
		}
		if (err == nil) != (len(expected) == 0) {
			t.Fatalf("Decode = %d, %v, want %v (%s: %s; %s)", n, err, expected, c.Strength, c.Expect, c.Why)
		}
		if err == nil {
			checkAccepted(t, c, n, v, value)
			return
		}
		if !slices.ContainsFunc(expected, func(e error) bool { return errors.Is(err, e) }) {
			t.Errorf("Decode: %v, want one of %v (%s)", err, expected, c.Expect)
		}
		if n != 0 {
			t.Errorf("n = %d with an error", n)
		}
		checkDecodeError(t, err, p, len(src), v)
		if most := uint64(rejectedBase + rejectedFactor*len(src)); allocated > most {
			t.Errorf("%d bytes allocated for %d bytes that are refused", allocated, len(src))
		}
	})
}

// checkAccepted checks the value that was made of the first n bytes: it is the given one, or else one that
// some other implementation has, after as many bytes. Records that end in "..." are cut.
func checkAccepted(t *testing.T, c wiretest.BadCase, n int, v any, value string) {
	t.Helper()
	if n < 1 || n > len(c.Input) {
		t.Fatalf("n = %d of %d", n, len(c.Input))
	}
	if value != "" {
		want := wiretest.MustBuild(wiretest.Lookup(c.Type).New(), json.RawMessage(value))
		if d := wiretest.Diff(v, want); d != "" {
			t.Errorf("the value differs%s; %s", d, c.Why)
		}
		return
	}
	got, err := codecOf(t, v, codec.Binary, codec.Options{Canonical: true}).Append(nil, v)
	if err != nil {
		t.Fatalf("Append of what was accepted: %v", err)
	}
	mine := fmt.Sprintf("accepted consumed=%d value=%x", n, got)
	for _, b := range c.Behaviours {
		if whole, _, _ := strings.Cut(b, " ["); whole == mine {
			return
		}
		if head, _, cut := strings.Cut(b, "..."); cut && strings.HasPrefix(mine, head) {
			return
		}
	}
	t.Errorf("%s is nobody's: %q", mine, slices.Sorted(maps.Values(c.Behaviours)))
}

// TestMalformedModes decodes every malformed input in every mode. The mode changes nothing but where memory
// comes from; Strict refuses more.
func TestMalformedModes(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	malformedStructs(t, func(t *testing.T, p codec.Protocol, c wiretest.BadCase) {
		for _, f := range formsOf(c.Type) {
			plain := f.new()
			plainN, plainErr := codecOf(t, plain, p, codec.Options{}).Decode(c.Input, plain)
			for _, mode := range decodeModes {
				v := f.new()
				dec := codecOf(t, v, p, mode.o)
				for _, kind := range []string{"fresh", "used"} {
					n, err := dec.Decode(guard.Put(c.Input), v)
					if err != nil {
						checkDecodeError(t, err, p, len(c.Input), v)
					}
					mismatch := errors.Is(err, codec.ErrTypeMismatch)
					if mode.o.Strict && plainErr == nil && strictRefuses.MatchString(c.Name) != mismatch {
						t.Errorf("%s, strict: Decode = %d, %v, want ErrTypeMismatch: %v", f.name, n, err, !mismatch)
					}
					if mode.o.Strict && mismatch {
						continue // what else is wrong with it does not come to light
					}
					if n != plainN || fmt.Sprint(err) != fmt.Sprint(plainErr) {
						t.Errorf("%s, %s, %s: Decode = %d, %v, want %d, %v", f.name, mode.name, kind, n, err, plainN, plainErr)
					}
					if d := wiretest.Diff(v, plain); err == nil && d != "" {
						t.Errorf("%s, %s, %s: the value differs%s", f.name, mode.name, kind, d)
					}
				}
			}
		}
	})
}

// TestChoices checks that each choice above is one about some case.
func TestChoices(t *testing.T) {
	used := map[string]bool{}
	for _, c := range wiretest.Malformed() {
		if c.Strength != "choice" {
			continue
		}
		best := ""
		for name := range choices {
			if strings.HasPrefix(c.Name, name) && len(name) > len(best) {
				best = name
			}
		}
		used[best] = true
	}
	for name := range choices {
		if !used[name] {
			t.Errorf("no case for %s", name)
		}
	}
}

// TestTruncatedHeaders cuts inputs whose next field, by the plan, has id 0: what is missing of a header is not
// to be taken for zeros.
func TestTruncatedHeaders(t *testing.T) {
	type zero struct {
		A int8              `thrift:"a,-1"`
		L [][]int32         `thrift:"l,0"`
		M map[string][]bool `thrift:"m,1"`
	}
	guard := wiretest.NewGuard(t, 1<<10)
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			c := codec.Must(codec.New[zero](p, mode.o))
			src, err := c.Append(nil, &zero{A: 1, L: [][]int32{{1, 2}, {}}, M: map[string][]bool{"": {true}}})
			if err != nil {
				t.Fatal(err)
			}
			twice := append(src[:len(src)-1:len(src)-1], src...) // every field again
			if p == codec.Compact {
				twice = append(src[:len(src)-1:len(src)-1], 0x03, 0x01) // -1 in the long form
				twice = append(twice, src[2:]...)
			}
			var v zero
			if n, err := c.Decode(guard.Put(twice), &v); p == codec.Binary && (n != len(twice) || err != nil) {
				t.Fatalf("%v, %s: Decode = %d, %v, want %d", p, mode.name, n, err, len(twice))
			}
			for cut := range wiretest.Prefixes(twice) {
				if n, err := c.Decode(guard.Put(cut), &v); n == 0 != (err != nil) || n > len(cut) {
					t.Errorf("%v, %s: Decode of %d bytes = %d, %v", p, mode.name, len(cut), n, err)
				}
			}
		}
	}
}

// TestRepeatedMismatch repeats a field whose elements, far inside, have another type the second time: it is
// skipped whole, and what came first stays, however deep the elements nest.
func TestRepeatedMismatch(t *testing.T) {
	type lists struct {
		L [][]*wiretest.Chain `thrift:"l,1"`
	}
	const levels = 100
	deep := new(wiretest.Chain)
	for range levels {
		deep = &wiretest.Chain{Rest: deep}
	}
	o := codec.Options{Limits: codec.Limits{Depth: 2 * levels}}
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[lists](p, o))
		first, err := c.Append(nil, &lists{[][]*wiretest.Chain{{{Value: 7}}}})
		if err != nil {
			t.Fatal(err)
		}
		second, err := c.Append(nil, &lists{[][]*wiretest.Chain{{deep}, {deep}}})
		if err != nil {
			t.Fatal(err)
		}
		// The second list of the second field becomes one of an i32.
		if p == codec.Binary {
			half := len(second) - 1 - (len(second)-9)/2
			second = append(second[:half], 8, 0, 0, 0, 1, 0, 0, 0, 5)
		} else {
			half := len(second) - 1 - (len(second)-3)/2
			second = append(second[:half], 0x15, 10)
			second = append([]byte{0x09, 0x02}, second[1:]...) // id 1 again, in the long form
		}
		src := append(append(first[:len(first)-1:len(first)-1], second...), 0)
		var v lists
		if n, err := c.Decode(src, &v); n != len(src) || err != nil {
			t.Fatalf("%v: Decode = %d, %v, want %d", p, n, err, len(src))
		}
		if d := wiretest.Diff(&v, &lists{[][]*wiretest.Chain{{{Value: 7}}}}); d != "" {
			t.Errorf("%v: the value differs%s", p, d)
		}
	}
}
