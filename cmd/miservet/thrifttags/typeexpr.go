package thrifttags

import (
	"fmt"
	"strconv"
	"strings"
)

// typeExpr is a parsed TYPE of a tag. A nil typeExpr says nothing: the Go type
// alone decides.
type typeExpr struct {
	op   string // base, name, enum (the option), list, set or map
	elem *typeExpr
	key  *typeExpr
	text string // canonical spelling
}

// baseTypes are the base types of a TYPE with their canonical spelling.
var baseTypes = map[string]string{
	"bool": "bool", "byte": "i8", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64",
	"double": "double", "string": "string", "binary": "binary", "uuid": "uuid",
}

// notTypes are words that cannot name an enum or struct: as such they would
// only hide a mistake.
const notTypes = " int int8 int16 int32 int64 float float32 float64 uint uint8 uint16 uint32 uint64 bytes rune any error" +
	" struct union exception enum void required optional default writezero nocopy hasdefault "

const (
	typeGrammar = "write bool, byte, i8, i16, i32, i64, double, string, binary, uuid, list<T>, set<T>, map<K:V> or the name of an enum or struct"

	maxTypeDepth = 64
)

func (x *typeExpr) String() string {
	if x == nil {
		return ""
	}
	return x.text
}

// parts returns what x says of the keys and of the elements.
func (x *typeExpr) parts() (key, elem *typeExpr) {
	if x == nil {
		return nil, nil
	}
	return x.key, x.elem
}

// same reports whether x and y say the same. Which name an enum or struct has
// does not matter.
func (x *typeExpr) same(y *typeExpr) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.op == y.op && (x.op != "base" || x.text == y.text) && x.key.same(y.key) && x.elem.same(y.elem)
}

// typeParser reads a TYPE from left to right.
type typeParser struct {
	text string
	off  int
}

// parseType parses the whole of text as one TYPE.
func parseType(text string) (*typeExpr, *fault) {
	p := &typeParser{text: text}
	x, err := p.parse(maxTypeDepth)
	if err != nil {
		return nil, err
	}
	if p.space(); p.off < len(text) {
		return nil, p.fail(strconv.Quote(text[p.off:]) + " follows it")
	}
	return x, nil
}

func (p *typeParser) parse(depth int) (*typeExpr, *fault) {
	if depth == 0 {
		return nil, p.fail(fmt.Sprintf("containers nest deeper than %d", maxTypeDepth))
	}
	p.space()
	name := p.text[p.off : p.off+nameLen(p.text[p.off:])]
	p.off += len(name)
	base := baseTypes[name]
	switch {
	case name == "":
		return nil, p.fail("a type is missing at offset " + strconv.Itoa(p.off))
	case base != "":
		return &typeExpr{op: "base", text: base}, nil
	case name == "list" || name == "set" || name == "map":
		return p.container(name, depth)
	case name[0] == '.' || name[len(name)-1] == '.' || strings.Contains(name, "..") || isDigit(name[0]):
		return nil, p.fail(strconv.Quote(name) + " is no name")
	case strings.Contains(notTypes, " "+name+" "):
		return nil, p.fail(strconv.Quote(name) + " is no Thrift type")
	}
	return &typeExpr{op: "name", text: name}, nil
}

// container parses what follows the word list, set or map.
func (p *typeParser) container(op string, depth int) (x *typeExpr, err *fault) {
	if err = p.expect('<'); err != nil {
		return nil, err
	}
	x = &typeExpr{op: op}
	inner := ""
	if op == "map" {
		if x.key, err = p.parse(depth - 1); err != nil {
			return nil, err
		}
		if err = p.expect(':'); err != nil {
			return nil, err
		}
		inner = x.key.text + ":"
	}
	if x.elem, err = p.parse(depth - 1); err != nil {
		return nil, err
	}
	x.text = op + "<" + inner + x.elem.text + ">"
	return x, p.expect('>')
}

func (p *typeParser) space() {
	for p.off < len(p.text) && p.text[p.off] == ' ' {
		p.off++
	}
}

func (p *typeParser) expect(c byte) *fault {
	p.space()
	if p.off == len(p.text) || p.text[p.off] != c {
		return p.fail(strconv.QuoteRune(rune(c)) + " is missing at offset " + strconv.Itoa(p.off))
	}
	p.off++
	return nil
}

func (p *typeParser) fail(problem string) *fault {
	return &fault{"TYPE " + strconv.Quote(p.text) + ": " + problem, typeGrammar}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameLen returns how many bytes at the start of s may stand in a Thrift
// identifier, with dots. Letters outside ASCII may.
func nameLen(s string) int {
	i := 0
	for i < len(s) && (isDigit(s[i]) || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z' || s[i] == '_' || s[i] == '.' || s[i] >= 0x80) {
		i++
	}
	return i
}
