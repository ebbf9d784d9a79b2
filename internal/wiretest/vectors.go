package wiretest

import (
	"encoding/json"
	"sync"
)

// Vector is a value and its bytes in both protocols, on which at least two implementations agree.
type Vector struct {
	File  string // maps, strings, ...
	Name  string
	Type  string          // for Lookup
	Value json.RawMessage // for Build: exactly the fields on the wire

	Binary, Compact []byte

	MadeBy                  []string // implementations that wrote both
	AlsoBinary, AlsoCompact []string // implementations that wrote only that one so
	CompactReadBy           []string // implementations that read Compact and gave Binary back
}

// Golden returns the vectors of all files about bare structs, in the order of their files.
func Golden() []Vector { return golden() }

var golden = sync.OnceValue(func() []Vector {
	type line struct {
		Name, Type      string
		Value           json.RawMessage
		Binary, Compact hexBytes
		MadeBy          []string `json:"made_by"`
		AlsoBinary      []string `json:"also_binary"`
		AlsoCompact     []string `json:"also_compact"`
		CompactReadBy   []string `json:"compact_read_back_by"`
	}
	var out []Vector
	for _, p := range files("golden") {
		switch fileName(p) {
		case "cross_read", "default_constructed", "envelopes":
			continue
		}
		for _, l := range load[line](p) {
			out = append(out, Vector{
				fileName(p), l.Name, l.Type, l.Value, l.Binary, l.Compact,
				l.MadeBy, l.AlsoBinary, l.AlsoCompact, l.CompactReadBy,
			})
		}
	}
	return out
})

// Envelope is a whole message: a header and a struct, in every form that the two protocols have.
type Envelope struct {
	Name        string
	Method      string
	MessageType uint8 // 1 call, 2 reply, 3 exception, 4 oneway
	SeqID       int32
	Type        string
	Value       json.RawMessage

	Binary, BinaryOld, Compact  []byte // BinaryOld has the unversioned header
	FramedBinary, FramedCompact []byte
	MadeBy                      map[string][]string // by form: binary, binary_old, compact, framed_binary, framed_compact
}

// Envelopes returns the vectors about messages.
func Envelopes() []Envelope { return envelopes() }

var envelopes = sync.OnceValue(func() []Envelope {
	type line struct {
		Name, Method    string
		MessageType     uint8 `json:"message_type"`
		SeqID           int32
		Type            string
		Value           json.RawMessage
		Binary, Compact hexBytes
		BinaryOld       hexBytes            `json:"binary_old"`
		FramedBinary    hexBytes            `json:"framed_binary"`
		FramedCompact   hexBytes            `json:"framed_compact"`
		MadeBy          map[string][]string `json:"made_by"`
	}
	var out []Envelope
	for _, l := range load[line]("testdata/golden/envelopes.jsonl.gz") {
		out = append(out, Envelope{
			l.Name, l.Method, l.MessageType, l.SeqID, l.Type, l.Value,
			l.Binary, l.BinaryOld, l.Compact, l.FramedBinary, l.FramedCompact, l.MadeBy,
		})
	}
	return out
})

// CrossCase is a struct written as one type and read as another: schema evolution, and skipping.
type CrossCase struct {
	Name              string
	WrittenAs, ReadAs string
	Value             json.RawMessage // as written
	Binary, Compact   []byte
	Results           []CrossResult // most common first
}

// CrossResult is one outcome of a read, and the implementations that had it. Fields with a default value
// appear in Value as the implementation writes them.
type CrossResult struct {
	Value                       json.RawMessage // nil after an error
	Error                       string
	FromBinaryBy, FromCompactBy []string
}

// CrossRead returns the vectors about reading another type than was written.
func CrossRead() []CrossCase { return crossRead() }

var crossRead = sync.OnceValue(func() []CrossCase {
	type line struct {
		Name            string
		WrittenAs       string `json:"written_as"`
		ReadAs          string `json:"read_as"`
		Value           json.RawMessage
		Binary, Compact hexBytes
		Results         []struct {
			Value         json.RawMessage
			Error         string
			FromBinaryBy  []string `json:"read_from_binary_by"`
			FromCompactBy []string `json:"read_from_compact_by"`
		}
	}
	var out []CrossCase
	for _, l := range load[line]("testdata/golden/cross_read.jsonl.gz") {
		c := CrossCase{l.Name, l.WrittenAs, l.ReadAs, l.Value, l.Binary, l.Compact, nil}
		for _, r := range l.Results {
			c.Results = append(c.Results, CrossResult(r))
		}
		out = append(out, c)
	}
	return out
})

// DefaultCase is what the implementations write for a freshly constructed object. They differ; it is for
// study, not one truth.
type DefaultCase struct {
	Name, Type   string
	Alternatives []DefaultAlternative
	Refused      map[string]string // implementation to its error
}

// DefaultAlternative is one way to write the object, and the implementations that do.
type DefaultAlternative struct {
	Value           json.RawMessage
	Binary, Compact []byte
	MadeBy          []string
}

// DefaultConstructed returns the vectors about freshly constructed objects.
func DefaultConstructed() []DefaultCase { return defaultConstructed() }

var defaultConstructed = sync.OnceValue(func() []DefaultCase {
	type line struct {
		Name, Type   string
		Alternatives []struct {
			Value           json.RawMessage
			Binary, Compact hexBytes
			MadeBy          []string `json:"made_by"`
		}
		Refused map[string]string
	}
	var out []DefaultCase
	for _, l := range load[line]("testdata/golden/default_constructed.jsonl.gz") {
		c := DefaultCase{l.Name, l.Type, nil, l.Refused}
		for _, a := range l.Alternatives {
			c.Alternatives = append(c.Alternatives, DefaultAlternative{a.Value, a.Binary, a.Compact, a.MadeBy})
		}
		out = append(out, c)
	}
	return out
})
