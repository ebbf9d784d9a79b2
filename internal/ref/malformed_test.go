package ref_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// decisions are the outcomes where the vectors leave a choice, by the beginning of a case's name. The
// longest one that fits counts.
var decisions = map[string]struct {
	accept bool
	why    string
}{
	"bool/":                           {true, "other than 1 is false"},
	"depth/":                          {false, "deeper than 64 levels"},
	"depth/binary/chain/64":           {true, "64 levels below the root"},
	"depth/compact/chain/64":          {true, "64 levels below the root"},
	"depth/binary/skip_struct/64":     {true, "64 levels below the root"},
	"depth/compact/skip_struct/64":    {true, "64 levels below the root"},
	"depth/binary/skip_list/64":       {true, "64 levels below the root"},
	"depth/compact/skip_list/64":      {true, "64 levels below the root"},
	"depth/binary/skip_map/64":        {true, "64 levels below the root"},
	"depth/compact/skip_map/64":       {true, "64 levels below the root"},
	"depth/compact/skip_mapkey/64":    {true, "64 levels below the root"},
	"dup/":                            {true, "the list keeps both"},
	"varint/i16/overlong_zero":        {true, "2 of 3 bytes"},
	"varint/i16/overlong_":            {false, "more than 3 bytes"},
	"varint/i32/overlong_":            {true, "at most 5 bytes"},
	"varint/i64/overlong_10":          {true, "10 bytes"},
	"varint/size/overlong":            {true, "at most 5 bytes"},
	"varint/":                         {false, "bits or bytes beyond the kind"},
	"fieldid/compact/stop_with_delta": {false, "stop nibble with a delta"},
	"fieldid/":                        {false, "beyond int16"},
	"required/":                       {false, "a default does not excuse"},
	"elem_mismatch/":                  {true, "skipped"},
	"field_type/":                     {true, "skipped"},
	"evolution/":                      {true, "skipped"},
	"uuid_skip/":                      {true, "skipped"},
	"union/":                          {true, "last wins"},
	"utf8/":                           {true, "kept"},
	"trailing/":                       {true, "left to the caller"},
	"string_size/":                    {false, "beyond 31 bits"},
	"list_size/":                      {false, "beyond 31 bits"},
	"map_size/":                       {false, "beyond 31 bits"},
	"set_size/":                       {false, "beyond 31 bits"},
	"string_size_skip/":               {false, "beyond 31 bits"},
	"container_size_skip/":            {false, "beyond 31 bits"},
}

// tree63 is accepted by every implementation, which count 63 levels for 63 structs, each in a list in the
// one before. This library counts the lists too.
const tree63 = "depth/compact/tree/63"

// verdict tells whether a case is to be accepted.
func verdict(t *testing.T, c wiretest.BadCase) bool {
	accept := strings.HasPrefix(c.Expect, "accept")
	switch {
	case c.Name == tree63:
		return false
	case c.Strength != "choice":
		return accept
	case strings.HasPrefix(c.Name, "elem_type"), strings.HasPrefix(c.Name, "map_types"):
		return strings.HasSuffix(c.Name, "/n0") // an unknown type counts when an element follows
	}
	best := ""
	for name, d := range decisions {
		if strings.HasPrefix(c.Name, name) && len(name) >= len(best) {
			best, accept = name, d.accept
		}
	}
	if best == "" {
		t.Errorf("no decision for %s: %s, %s", c.Name, c.Why, c.Expect)
	}
	return accept
}

// classes are the sentinels that the words of an expectation stand for.
var classes = []struct {
	words string
	is    error
}{
	{"truncated", walk.ErrTruncated},
	{"size exceeds input", walk.ErrTruncated},
	{"negative size", walk.ErrInvalid},
	{"unknown type", walk.ErrInvalid},
	{"varint overflow", walk.ErrOverflow},
	{"field id out of range", walk.ErrOverflow},
	{"depth", walk.ErrLimit},
	{"missing required", walk.ErrMissingRequired},
	{"as stop or error", walk.ErrInvalid},
}

// uuidElements are cases whose element type was unknown before there were uuids. Now they are too short.
var uuidElements = regexp.MustCompile("binary/(list_16|16_16)/|compact/list_13/")

func TestMalformed(t *testing.T) {
	for _, c := range wiretest.Malformed() {
		p := map[string]ref.Protocol{"binary": ref.Binary, "compact": ref.Compact}[c.Protocol]
		if p == 0 {
			continue
		}
		t.Run(c.File+"/"+c.Name, func(t *testing.T) {
			v := wiretest.Lookup(c.Type).New()
			n, err := ref.Decode(c.Input, p, v, ref.Options{})
			if accept := verdict(t, c); accept != (err == nil) {
				t.Fatalf("Decode = %d, %v; accept %v expected: %s (%s; %s)", n, err, accept, c.Expect, c.Why, c.Strength)
			}
			switch {
			case err == nil:
				checkValue(t, c, n, v)
			case uuidElements.MatchString(c.Name):
				c.Expect = "error: truncated"
				checkClass(t, c, err)
			case c.Name != tree63:
				checkClass(t, c, err)
			}
		})
	}
}

// checkClass checks that the error is of a class that the expectation names.
func checkClass(t *testing.T, c wiretest.BadCase, err error) {
	for _, class := range classes {
		if strings.Contains(c.Expect, class.words) && errors.Is(err, class.is) {
			return
		}
	}
	t.Errorf("error %v; expected %s", err, c.Expect)
}

// ownWay are choices where others do not do as this library does; TestDecisions has their values.
var ownWay = regexp.MustCompile("^(elem_mismatch|evolution|union)/")

// checkValue checks that another implementation used as many bytes, and, where its record is whole, that
// one of them had the same value.
func checkValue(t *testing.T, c wiretest.BadCase, n int, v any) {
	if c.Strength == "choice" && ownWay.MatchString(c.Name) {
		return
	}
	got, err := ref.Append(nil, ref.Binary, v, ref.Options{Canonical: true})
	if err != nil {
		t.Fatal(err)
	}
	used := fmt.Sprintf("accepted consumed=%d value=", n)
	accepted, sameUse, whole := false, false, false
	for _, b := range c.Behaviours {
		rest, ok := strings.CutPrefix(b, used)
		if ok && rest == fmt.Sprintf("%x", got) {
			return
		}
		accepted = accepted || strings.HasPrefix(b, "accepted")
		sameUse = sameUse || ok
		whole = whole || ok && !strings.Contains(rest, ".")
	}
	if accepted && (!sameUse || whole) {
		t.Errorf("value %x after %d bytes is nobody's: %v", got, n, c.Behaviours)
	}
}
