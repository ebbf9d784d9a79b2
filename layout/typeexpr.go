package layout

import (
	"fmt"
	"strconv"
	"strings"
)

// typeExpr is a parsed TYPE of a tag. It is immutable. A nil typeExpr says
// nothing: the Go type alone decides.
type typeExpr struct {
	op   exprOp
	kind Kind      // of exprBase
	elem *typeExpr // of exprList, exprSet and exprMap (the value)
	key  *typeExpr // of exprMap
	text string    // the TYPE in its one canonical spelling
}

type exprOp uint8

const (
	exprBase exprOp = iota // bool to uuid
	exprName               // an enum on an integer, a struct's name on a struct
	exprEnum               // the enum option of the form that starts with the id
	exprList
	exprSet
	exprMap
)

// enumOption is the TYPE that the enum option stands for.
var enumOption = &typeExpr{op: exprEnum, text: "enum option"}

// baseKinds are the base types of a TYPE.
var baseKinds = map[string]Kind{
	"bool": Bool, "byte": I8, "i8": I8, "i16": I16, "i32": I32, "i64": I64,
	"double": Double, "string": String, "binary": Binary, "uuid": UUID,
}

// notTypes are words that cannot be the name of an enum or struct: as such
// they would only hide a mistake, int64 as an enum say.
var notTypes = map[string]bool{
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "float": true, "float32": true,
	"float64": true, "uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "bytes": true,
	"rune": true, "any": true, "error": true, "struct": true, "union": true, "exception": true, "enum": true,
	"void": true, "required": true, "optional": true, "default": true, "writezero": true, "nocopy": true,
	"hasdefault": true,
}

const (
	typeGrammar = "write bool, byte, i8, i16, i32, i64, double, string, binary, uuid, list<T>, set<T>, map<K:V> or the name of an enum or struct"

	// maxTypeDepth bounds how deep the containers of a TYPE may nest.
	maxTypeDepth = 64
)

// String returns the TYPE in its canonical spelling, empty for nil.
func (x *typeExpr) String() string {
	if x == nil {
		return ""
	}
	return x.text
}

// elems returns what x says of the elements, or of a map's values.
func (x *typeExpr) elems() *typeExpr {
	if x == nil {
		return nil
	}
	return x.elem
}

// keys returns what x says of the keys.
func (x *typeExpr) keys() *typeExpr {
	if x == nil {
		return nil
	}
	return x.key
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
	p.space()
	if p.off < len(p.text) {
		return nil, p.fail(strconv.Quote(p.text[p.off:]) + " follows it")
	}
	return x, nil
}

func (p *typeParser) parse(depth int) (*typeExpr, *fault) {
	if depth == 0 {
		return nil, p.fail(fmt.Sprintf("containers nest deeper than %d", maxTypeDepth))
	}
	name := p.name()
	if name == "" {
		return nil, p.fail("a type is missing at offset " + strconv.Itoa(p.off))
	}
	if k, ok := baseKinds[name]; ok {
		return &typeExpr{op: exprBase, kind: k, text: k.String()}, nil
	}
	switch name {
	case "list":
		return p.container(exprList, depth)
	case "set":
		return p.container(exprSet, depth)
	case "map":
		return p.container(exprMap, depth)
	}
	if name[0] == '.' || name[len(name)-1] == '.' || strings.Contains(name, "..") || isDigit(name[0]) {
		return nil, p.fail(strconv.Quote(name) + " is no name")
	}
	if notTypes[name] {
		return nil, p.fail(strconv.Quote(name) + " is no Thrift type")
	}
	return &typeExpr{op: exprName, text: name}, nil
}

// container parses what follows the word list, set or map.
func (p *typeParser) container(op exprOp, depth int) (*typeExpr, *fault) {
	if err := p.expect('<'); err != nil {
		return nil, err
	}
	x := &typeExpr{op: op}
	var err *fault
	if op == exprMap {
		if x.key, err = p.parse(depth - 1); err != nil {
			return nil, err
		}
		if err = p.expect(':'); err != nil {
			return nil, err
		}
	}
	if x.elem, err = p.parse(depth - 1); err != nil {
		return nil, err
	}
	if err = p.expect('>'); err != nil {
		return nil, err
	}
	switch op {
	case exprList:
		x.text = "list<" + x.elem.text + ">"
	case exprSet:
		x.text = "set<" + x.elem.text + ">"
	default:
		x.text = "map<" + x.key.text + ":" + x.elem.text + ">"
	}
	return x, nil
}

func (p *typeParser) space() {
	for p.off < len(p.text) && p.text[p.off] == ' ' {
		p.off++
	}
}

// name reads a name, with dots, as far as it goes; empty when there is none.
func (p *typeParser) name() string {
	p.space()
	start := p.off
	for p.off < len(p.text) && isNameByte(p.text[p.off]) {
		p.off++
	}
	return p.text[start:p.off]
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

// isNameByte reports whether c may stand in a Thrift identifier. Bytes of
// letters outside ASCII, which no generator writes, may too.
func isNameByte(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '.' || c >= 0x80
}
