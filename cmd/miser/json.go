package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/miserwire/miser/layout"
)

// jsonHelp documents the form for users.
const jsonHelp = `The JSON of -json, on one line:
  struct   {"struct":[{"id":1,"type":"i32","value":5}, ...]} in wire order;
           a field that a known struct names has "name" too
  list     {"list":"i32","values":[...]}, set {"set":"i32","values":[...]}
  map      {"map":["binary","i32"],"entries":[[key,value], ...]};
           an empty one {"map":null,"entries":[]}
  i8-i32   number; i64 decimal string; bool true or false
  double   "bits:0x" and 16 hex digits; uuid 32 hex digits
  string   type "binary": {"text":...} when UTF-8, else {"base64":...}
  message  {"method":{"text":...},"message_type":1,"seqid":7,"body":{...}}
An input that ends in an error gives what came before it, closed, and an
"error" beside the outermost value.`

// jsonSink writes the tree as it is read.
//
// Invariants: ends holds what closes each open bracket, outermost first; more
// is true when a comma must precede the next item.
type jsonSink struct {
	w    *bufio.Writer
	ends []string
	more bool
}

func (s *jsonSink) open(e *event) {
	s.before(e)
	switch e.kind {
	case layout.KindStruct:
		s.push(`{"struct":[`, "]}")
	case layout.Map:
		if e.size == 0 {
			s.push(`{"map":null,"entries":[`, "]}")
			break
		}
		s.push(fmt.Sprintf(`{"map":[%q,%q],"entries":[`, jsonType(e.key), jsonType(e.elem)), "]}")
	default:
		s.push(fmt.Sprintf(`{%q:%q,"values":[`, e.kind.String(), jsonType(e.elem)), "]}")
	}
}

func (s *jsonSink) close(e *event) {
	s.pop()
	s.after(e)
}

func (s *jsonSink) scalar(e *event) {
	s.before(e)
	switch e.kind {
	case layout.Bool:
		s.w.WriteString(strconv.FormatBool(e.num != 0))
	case layout.I64:
		fmt.Fprintf(s.w, `"%d"`, e.num)
	case layout.Double:
		fmt.Fprintf(s.w, `"bits:0x%016x"`, math.Float64bits(e.real))
	case layout.String:
		s.text(e.bytes)
	case layout.UUID:
		fmt.Fprintf(s.w, `"%x"`, e.bytes)
	default:
		s.w.WriteString(strconv.FormatInt(e.num, 10))
	}
	s.after(e)
}

// before writes what leads to a value: a comma, a field's head, the bracket of
// a map entry.
func (s *jsonSink) before(e *event) {
	if s.more {
		s.w.WriteByte(',')
	}
	s.more = false
	switch e.role {
	case roleField:
		s.push(fmt.Sprintf(`{"id":%d,"type":%q,`, e.id, jsonType(wireType{kind: e.kind})), "}")
		if e.field != nil {
			s.w.WriteString(`"name":`)
			s.quote(e.field.Name)
			s.w.WriteByte(',')
		}
		s.w.WriteString(`"value":`)
	case roleKey:
		s.push("[", "]")
	}
}

// after writes what closes the field or map entry that a value ends.
func (s *jsonSink) after(e *event) {
	s.more = true
	if e.role == roleField || e.role == roleValue {
		s.pop()
	}
}

func (s *jsonSink) push(text, end string) {
	s.w.WriteString(text)
	s.ends = append(s.ends, end)
	s.more = false
}

func (s *jsonSink) pop() {
	s.w.WriteString(s.ends[len(s.ends)-1])
	s.ends = s.ends[:len(s.ends)-1]
	s.more = true
}

// finish closes what a fault left open and ends the line. The outermost value
// says what the fault was.
func (s *jsonSink) finish(f *fault) {
	for len(s.ends) > 1 {
		s.pop()
	}
	if len(s.ends) == 1 {
		// "]}" of the root struct, or "}" of a message's body.
		end := s.ends[0]
		s.w.WriteString(end[:len(end)-1])
		if f != nil {
			fmt.Fprintf(s.w, `,"error":{"offset":%d,"text":`, f.off)
			s.quote(f.err.Error())
			s.w.WriteByte('}')
		}
		s.w.WriteByte('}')
	}
	s.ends = nil
	s.w.WriteByte('\n')
}

// message opens the object around a message's struct.
func (s *jsonSink) message(m message) {
	s.push(`{"method":`, "}")
	s.text(m.name)
	fmt.Fprintf(s.w, `,"message_type":%d,"seqid":%d,"body":`, m.typ, m.seq)
}

func (s *jsonSink) text(b []byte) {
	if !utf8.Valid(b) {
		fmt.Fprintf(s.w, `{"base64":"%s"}`, base64.StdEncoding.EncodeToString(b))
		return
	}
	s.w.WriteString(`{"text":`)
	s.quote(string(b))
	s.w.WriteByte('}')
}

func (s *jsonSink) quote(text string) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string always encodes
	s.w.Write(bytes.TrimRight(b.Bytes(), "\n"))
}

// jsonType names a type; the wire has one type for strings and binary.
func jsonType(t wireType) string {
	if t.kind == layout.String {
		return layout.Binary.String()
	}
	return t.String()
}
