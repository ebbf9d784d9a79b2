package wiretest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestGoldenCounts(t *testing.T) {
	got := map[string]int{}
	for _, v := range Golden() {
		got[v.File]++
		if v.Name == "" || len(v.MadeBy) < 2 || cap(v.Binary) != len(v.Binary) || cap(v.Compact) != len(v.Compact) {
			t.Errorf("%s %q: incomplete", v.File, v.Name)
		}
	}
	got["envelopes"] = len(Envelopes())
	got["cross_read"] = len(CrossRead())
	got["default_constructed"] = len(DefaultConstructed())
	want := map[string]int{
		"binaries": 15, "bools": 9, "cross_read": 52, "default_constructed": 86, "doubles": 30, "enums": 6,
		"envelopes": 35, "everyday": 20, "evolution": 4, "exceptions": 10, "ids": 11, "ints": 180, "lists": 67,
		"maps": 131, "negative_ids": 3, "nested": 18, "random": 37, "recursive": 9, "required": 2,
		"service_structs": 17, "sets": 45, "strings": 25, "structs": 29, "typedefs": 3, "unions": 12, "uuid": 7,
	}
	if !maps.Equal(got, want) {
		t.Errorf("vectors by file:\n%v, want\n%v", got, want)
	}
}

func TestMalformedCounts(t *testing.T) {
	got := map[string]int{}
	for _, c := range Malformed() {
		got[c.File]++
		got[c.Protocol]++
		got[c.Strength]++
		Lookup(c.Type)
		if c.Name == "" || c.Why == "" || cap(c.Input) != len(c.Input) {
			t.Errorf("%s %q: incomplete", c.File, c.Name)
		}
		if !strings.HasPrefix(c.Expect, "accept") && !strings.HasPrefix(c.Expect, "error") {
			t.Errorf("%s: Expect = %q", c.Name, c.Expect)
		}
	}
	want := map[string]int{
		"amplification": 13, "bools": 13, "depth": 53, "duplicates": 6, "enums": 1, "frames": 12, "messages": 58,
		"noncanonical": 15, "required": 9, "sizes": 143, "trailing": 4, "truncated": 325, "types": 96, "unions": 5,
		"utf8": 7, "varint": 19, "wrong_field_type": 22,

		"binary": 429, "compact": 302, "binary_message": 33, "compact_message": 25,
		"framed_binary_message": 6, "framed_compact_message": 6,

		"must": 585, "should": 77, "choice": 139,
	}
	if !maps.Equal(got, want) {
		t.Errorf("malformed inputs:\n%v, want\n%v", got, want)
	}
}

func TestBugCases(t *testing.T) {
	got := map[string]int{}
	for _, c := range BugCases() {
		got[c.Op]++
		if c.ID == "" || c.Expect == "" || c.Struct == "" || cap(c.Input) != len(c.Input) {
			t.Errorf("%s: incomplete", c.ID)
		}
		if c.ID == "T104" && (len(c.Input) != 200_000*7+8 || c.MaxMillis != 200) {
			t.Errorf("T104: %d bytes, %d ms", len(c.Input), c.MaxMillis)
		}
	}
	want := map[string]int{
		"api": 1, "build": 1, "concurrency": 2, "decode": 57, "decode-into": 4, "encode": 15, "frame": 4,
		"message": 6, "plan": 4, "roundtrip": 12, "suite": 2,
	}
	if !maps.Equal(got, want) {
		t.Errorf("bug cases by op:\n%v, want\n%v", got, want)
	}
}

// TestBuild builds every value in every form of its type. Ordered forms give the vector's bytes; a Go map
// may give them in another order.
func TestBuild(t *testing.T) {
	check := func(name, typ string, value json.RawMessage, want []byte) {
		s := Lookup(typ)
		if got := appendBinary(MustBuild(s.Ordered(), value)); !bytes.Equal(got, want) {
			t.Errorf("%s: built value gives\n%.200x, want\n%.200x", name, got, want)
		}
		for _, form := range []func() any{s.New, s.AsMap} {
			if form == nil {
				continue
			}
			got := appendBinary(MustBuild(form(), value))
			slices.Sort(got)
			if !bytes.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%s: built value has other bytes", name)
			}
		}
	}
	for _, v := range Golden() {
		check(v.Name, v.Type, v.Value, v.Binary)
	}
	for _, c := range CrossRead() {
		check(c.Name, c.WrittenAs, c.Value, c.Binary)
		for _, r := range c.Results {
			if r.Value != nil {
				MustBuild(Lookup(c.ReadAs).New(), r.Value)
			}
		}
	}
	for _, e := range Envelopes() {
		header := len(e.Method) + 12
		check(e.Name, e.Type, e.Value, e.Binary[header:])
		if got := string(e.FramedBinary[4:]); got != string(e.Binary) {
			t.Errorf("%s: frame holds %x", e.Name, got)
		}
	}
	for _, c := range DefaultConstructed() {
		for _, a := range c.Alternatives {
			MustBuild(Lookup(c.Type).New(), a.Value)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	for _, value := range []string{`{"w":1}`, `{"v":true}`, `{"v":300}`, `{"v":[]}`, `[]`, `1`, ``} {
		if err := Build(new(I8Box), json.RawMessage(value)); err == nil {
			t.Errorf("Build(I8Box, %s) = nil, want an error", value)
		}
	}
}

func TestSchemas(t *testing.T) {
	entries, asMap := 0, 0
	for _, s := range Schemas() {
		if s.Entries != nil {
			entries++
		}
		if s.AsMap != nil {
			asMap++
		}
	}
	if len(Schemas()) != 134 || entries != 34 || asMap != 29 {
		t.Errorf("%d schemas, %d with Entries, %d with AsMap, want 134, 34 and 29", len(Schemas()), entries, asMap)
	}
}
