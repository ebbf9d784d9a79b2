package wiretest

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"
)

// BadCase is an input that is malformed, or valid in an odd way, and what a reader of Type should do.
type BadCase struct {
	File     string // truncated, sizes, ...
	Name     string
	Protocol string // binary or compact: a bare struct; with _message: header, then the struct; framed_ before that
	Type     string // for Lookup
	Input    []byte
	Why      string

	// Expect begins with "accept" or "error". Strength tells how much it binds: "must", every reference
	// implementation does so; "should", they differ and the careful ones do; "choice", both outcomes are
	// defensible.
	Expect, Strength string

	Consensus                     string   // all accept, all reject, split
	AcceptedBy, RejectedBy, Mixed []string // language families; Mixed where variants of one language differ

	// Behaviours is what each implementation did: "accepted consumed=N value=HEX", the value written back in
	// Binary and cut when it is long, or its error.
	Behaviours map[string]string
}

// Malformed returns the malformed inputs, in the order of their files.
func Malformed() []BadCase { return malformed() }

var malformed = sync.OnceValue(func() []BadCase {
	type line struct {
		Name, Protocol, Type             string
		Hex                              hexBytes
		Why, Expect, Strength, Consensus string
		AcceptedBy                       []string `json:"accepted_by"`
		RejectedBy                       []string `json:"rejected_by"`
		Mixed                            []string
		Behaviours                       map[string]string
	}
	var out []BadCase
	for _, p := range files("malformed") {
		for _, l := range load[line](p) {
			out = append(out, BadCase{
				fileName(p), l.Name, l.Protocol, l.Type, l.Hex, l.Why, l.Expect, l.Strength,
				l.Consensus, l.AcceptedBy, l.RejectedBy, l.Mixed, l.Behaviours,
			})
		}
	}
	return out
})

// BugCase is a small case after a public bug report, with the right outcome in words. Struct describes a
// type of its own, in the notation of the case; there are no Go types for it here.
type BugCase struct {
	ID, Source, Kind string
	Protocol         string // binary, compact, both or framed
	Op               string // decode, encode, roundtrip, message, ...
	Struct           string
	Input            []byte // nil where the case has none
	Expect           string
	ExpectBytes      []byte // nil where the case has none
	Value            string
	MaxAlloc         int64 // bytes; 0 where the case sets no limit
	MaxMillis        int64
	Policy, Why      string
	Seen             map[string]string // what other libraries did
}

// BugCases returns the cases after public bug reports.
func BugCases() []BugCase { return bugCases() }

var bugCases = sync.OnceValue(func() []BugCase {
	type line struct {
		ID, Source, Kind, Protocol, Op, Struct string
		InputHex                               hexBytes `json:"input_hex"`
		InputGen                               []repeat `json:"input_gen"`
		Expect                                 string
		ExpectHex                              hexBytes `json:"expect_hex"`
		Value                                  string
		Limits                                 struct {
			MaxAlloc int64 `json:"max_alloc_bytes"`
			MaxMS    int64 `json:"max_ms"`
		}
		Policy, Why string
		Seen        map[string]string
	}
	var out []BugCase
	for _, l := range load[line]("testdata/bugcases.jsonl.gz") {
		for _, r := range l.InputGen {
			l.InputHex = append(l.InputHex, bytes.Repeat(r.bytes, r.times)...)
		}
		out = append(out, BugCase{
			l.ID, l.Source, l.Kind, l.Protocol, l.Op, l.Struct, slices.Clip(l.InputHex), l.Expect, l.ExpectHex,
			l.Value, l.Limits.MaxAlloc, l.Limits.MaxMS, l.Policy, l.Why, l.Seen,
		})
	}
	return out
})

// repeat is a part of a generated input: bytes, and how often they come.
type repeat struct {
	bytes hexBytes
	times int
}

func (r *repeat) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&r.bytes, &r.times})
}
