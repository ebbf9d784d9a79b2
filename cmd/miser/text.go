package main

import (
	"bufio"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/miserwire/miser/layout"
)

// How much of a value a line shows unless everything is wanted.
const (
	maxText    = 64 // bytes of a string
	maxHex     = 32 // bytes of a binary
	wrapWidth  = 72 // characters of numbers on a line
	maxNumRows = 4  // lines of numbers of one container
	maxIndent  = 64 // levels; deeper ones stand below each other
)

// textSink prints one line a value: its offset, then the field, element or key
// indented by depth. Numbers of a list share lines.
type textSink struct {
	w     *bufio.Writer
	width int // of the offset column
	full  bool
	level int
	key   string // label of the map entry whose value comes next; "" for none

	// The line of numbers being collected.
	line      []byte
	lineOff   int
	lineIndex int
	rows      int // lines of this container so far
	left      int // numbers not shown
}

func newTextSink(w *bufio.Writer, input int, full bool) *textSink {
	return &textSink{w: w, width: max(len(strconv.Itoa(input)), 4), full: full}
}

// print prints one line at the current depth.
func (s *textSink) print(off int, text string) {
	fmt.Fprintf(s.w, "%*d  %s%s\n", s.width, off, s.indent(), text)
}

func (s *textSink) indent() string { return strings.Repeat("  ", min(s.level, maxIndent)) }

func (s *textSink) open(e *event) {
	if e.role == roleRoot {
		return // the heading said it
	}
	s.print(e.off, s.label(e)+" "+containerText(e))
	s.level++
	s.rows, s.left = 0, 0
}

func (s *textSink) close(e *event) {
	s.flush()
	if e.role == roleRoot {
		return
	}
	s.level--
	if e.role == roleKey {
		s.key = fmt.Sprintf("value %d:", e.index)
	}
}

func (s *textSink) scalar(e *event) {
	text := s.scalarText(e)
	switch {
	case e.role == roleKey:
		s.key = text + ":"
	case e.role == roleElement && e.kind != layout.String && e.kind != layout.UUID:
		s.number(e, text)
	case e.role == roleField:
		s.print(e.off, s.label(e)+" "+kindText(e)+" "+text)
	default:
		s.print(e.off, s.label(e)+" "+text)
	}
}

// label names a field, an element, a key that is a container, or the value of
// a map entry, which the key names.
func (s *textSink) label(e *event) string {
	switch e.role {
	case roleField:
		if e.field != nil {
			return fmt.Sprintf("%d %s:", e.id, e.field.Name)
		}
		return fmt.Sprintf("%d:", e.id)
	case roleElement:
		return fmt.Sprintf("[%d]", e.index)
	case roleKey:
		return fmt.Sprintf("key %d:", e.index)
	}
	key := s.key
	s.key = ""
	return key
}

// number adds a number to the line being collected.
func (s *textSink) number(e *event, text string) {
	if !s.full && s.rows >= maxNumRows {
		s.left++
		return
	}
	if len(s.line) > 0 && len(s.line)+1+len(text) > wrapWidth {
		s.printNumbers()
		s.number(e, text)
		return
	}
	if len(s.line) == 0 {
		s.lineOff, s.lineIndex = e.off, e.index
	}
	s.line = append(append(s.line, ' '), text...)
}

func (s *textSink) printNumbers() {
	s.print(s.lineOff, fmt.Sprintf("[%d]%s", s.lineIndex, s.line))
	s.line = s.line[:0]
	s.rows++
}

// flush prints what is held back: numbers, and a key whose value never came.
func (s *textSink) flush() {
	if len(s.line) > 0 {
		s.printNumbers()
	}
	if s.left > 0 {
		fmt.Fprintf(s.w, "%*s  %s%d more\n", s.width, "", s.indent(), s.left)
	}
	s.rows, s.left = 0, 0
	if s.key != "" {
		fmt.Fprintf(s.w, "%*s  %s%s\n", s.width, "", s.indent(), s.key)
		s.key = ""
	}
}

// containerText describes a struct, list, set or map.
func containerText(e *event) string {
	switch e.kind {
	case layout.KindStruct:
		text := "struct"
		if e.typ != nil {
			text = e.typ.Struct.Go.Name()
		}
		if e.empty {
			text += " {}"
		}
		return text
	case layout.Map:
		if e.size == 0 {
			return "map, empty"
		}
		return fmt.Sprintf("map<%v:%v>, size %d", e.key, e.elem, e.size)
	}
	elem := e.elem.String()
	if e.typ != nil {
		if t := matching(e.typ.Elem, e.elem.kind); t != nil && t.Struct != nil {
			elem = t.Struct.Go.Name()
		}
	}
	if e.size == 0 {
		return fmt.Sprintf("%v<%s>, empty", e.kind, elem)
	}
	return fmt.Sprintf("%v<%s>, size %d", e.kind, elem, e.size)
}

// kindText names the type of a scalar. The wire does not tell strings from
// binary; where no plan does, what the bytes look like decides.
func kindText(e *event) string {
	switch {
	case e.kind != layout.String:
		return e.kind.String()
	case e.typ != nil:
		return e.typ.Kind.String()
	case isText(e.bytes):
		return "string"
	}
	return "binary"
}

func (s *textSink) scalarText(e *event) string {
	switch e.kind {
	case layout.Bool:
		return strconv.FormatBool(e.num != 0)
	case layout.Double:
		return doubleText(e.real)
	case layout.String:
		return s.bytesText(e.bytes)
	case layout.UUID:
		b := e.bytes
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	text := strconv.FormatInt(e.num, 10)
	if name := enumText(e); name != "" {
		text += " (" + name + ")"
	}
	return text
}

// enumText is the name of an enum value that a plan's Go type can give.
func enumText(e *event) string {
	if e.typ == nil || !e.typ.Enum {
		return ""
	}
	v := reflect.New(e.typ.Go).Elem()
	if !v.CanInt() {
		return ""
	}
	v.SetInt(e.num)
	named, ok := v.Interface().(fmt.Stringer)
	if !ok || named.String() == strconv.FormatInt(e.num, 10) {
		return ""
	}
	return named.String()
}

func doubleText(v float64) string {
	if math.IsNaN(v) {
		return fmt.Sprintf("NaN (bits 0x%016x)", math.Float64bits(v))
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// bytesText shows a string or binary, cut with its length when it is long.
func (s *textSink) bytesText(b []byte) string {
	limit, text := maxHex, isText(b)
	if text {
		limit = maxText
	}
	cut := ""
	if !s.full && len(b) > limit {
		cut = fmt.Sprintf("... length %d", len(b))
		b = b[:limit]
		for text && !utf8.Valid(b) {
			b = b[:len(b)-1]
		}
	}
	if text {
		return strconv.Quote(string(b)) + cut
	}
	return fmt.Sprintf("0x%x%s", b, cut)
}

// isText reports whether b is UTF-8 that a terminal shows as it is.
func isText(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		if !unicode.IsPrint(r) && r != '\t' && r != '\n' && r != '\r' {
			return false
		}
		b = b[n:]
	}
	return true
}
