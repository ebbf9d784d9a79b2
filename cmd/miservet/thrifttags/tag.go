package thrifttags

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// tag is what the struct tag of one Go field says.
type tag struct {
	raw      string // the value of the tag as written
	is       tagIs
	name     string // Thrift name; may be empty
	id       int16
	required bool
	optional bool
	zeros    bool // writezero
	nocopy   bool
	typ      *typeExpr
}

type tagIs uint8

const (
	tagNone  tagIs = iota // no tag
	tagSkip               // "-"
	tagUnion              // ",union"
	tagField
)

const (
	nameForm   = `thrift:"name,id[,required|optional|default[,TYPE]]"`
	shortForm  = `write thrift:"name,id"`
	idForm     = `thrift:"id[,required|optional|enum|writezero]"`
	frugalForm = `frugal:"id,required|optional|default[,TYPE[,nocopy]]"`
)

// parseTag reads a whole struct tag. A frugal tag wins over a thrift tag, which
// then gives the name alone.
func parseTag(text string) (tag, *fault) {
	st := reflect.StructTag(text)
	thrift, hasThrift, err := lookup(st, "thrift")
	frugal, hasFrugal, err2 := lookup(st, "frugal")
	switch {
	case err != nil, err2 != nil:
		return tag{raw: text}, cmp.Or(err, err2)
	case hasFrugal:
		t, err := parseFrugal(frugal)
		if first, _, _ := strings.Cut(thrift, ","); validName(first) {
			t.name = first
		}
		return t, err
	case hasThrift:
		t, err := parseThrift(thrift)
		_, db := st.Lookup("db")
		_, omit, _ := strings.Cut(st.Get("json"), ",")
		first, rest, _ := strings.Cut(thrift, ",")
		if db && omit == "omitempty" && t.is == tagField && !strings.Contains(rest, ",") && !isNumber(strings.Trim(first, " ")) {
			t.required, t.optional = false, true // Apache's generator says so
		}
		return t, err
	}
	return tag{}, nil
}

// lookup is [reflect.StructTag.Lookup]. It is a fault when a key stands where that
// does not see it, since its field would be left out.
func lookup(st reflect.StructTag, key string) (text string, ok bool, err *fault) {
	if !strings.Contains(string(st), key+":") {
		return "", false, nil
	}
	if text, ok = st.Lookup(key); !ok && !wellFormed(string(st)) {
		err = &fault{
			"the struct tag is malformed, so that its " + key + " part is not seen",
			`write key:"value" pairs, one space between two of them`,
		}
	}
	return text, ok, err
}

func parseThrift(text string) (tag, *fault) {
	t := tag{raw: text}
	toks := splitTag(text)
	switch first := toks[0]; {
	case text == "-":
		t.is = tagSkip
		return t, nil
	case text == "":
		return t, &fault{"the tag is empty", shortForm + `, or thrift:"-" for what is no Thrift field`}
	case len(toks) == 2 && first == "" && toks[1] == "union":
		t.is = tagUnion
		return t, nil
	case isNumber(first):
		return t, t.parseNumeric(toks)
	case first != "" && !validName(first):
		return t, &fault{strconv.Quote(first) + " is neither a name nor an id", "write " + nameForm}
	case len(toks) == 1:
		return t, &fault{"there is no id", shortForm}
	}
	t.is, t.name = tagField, toks[0]
	if err := t.parseID(toks[1], shortForm); err != nil {
		return t, err
	}
	rest := toks[2:]
	if n := len(rest); n > 0 && rest[n-1] == "hasdefault" {
		rest = rest[:n-1]
	}
	if len(rest) == 0 {
		return t, nil
	}
	return t, t.parseTail(rest, nameForm)
}

func parseFrugal(text string) (tag, *fault) {
	t := tag{raw: text, is: tagField}
	if text == "-" {
		t.is = tagSkip
		return t, nil
	}
	toks := splitTag(text)
	if err := t.parseID(toks[0], "write "+frugalForm); err != nil {
		return t, err
	}
	if len(toks) == 1 {
		return t, &fault{"there is no requiredness", "write " + frugalForm}
	}
	return t, t.parseTail(toks[1:], frugalForm)
}

func (t *tag) parseID(tok, remedy string) *fault {
	if !isNumber(tok) {
		return &fault{fmt.Sprintf("id %q is not a number", tok), remedy}
	}
	id, err := strconv.ParseInt(tok, 10, 16)
	if err != nil {
		return &fault{
			fmt.Sprintf("id %s is outside %d to %d", tok, math.MinInt16, math.MaxInt16),
			"choose an id that fits in 16 bits",
		}
	}
	t.id = int16(id)
	return nil
}

// parseTail parses requiredness[,TYPE[,nocopy]].
func (t *tag) parseTail(toks []string, form string) *fault {
	switch toks[0] {
	case "default":
	case "required":
		t.required = true
	case "optional":
		t.optional = true
	default:
		return &fault{fmt.Sprintf("%q is none of required, optional and default", toks[0]), "write " + form}
	}
	toks = toks[1:]
	if n := len(toks); n > 1 && toks[n-1] == "nocopy" {
		t.nocopy, toks = true, toks[:n-1]
	}
	switch {
	case len(toks) == 0 || len(toks) == 1 && toks[0] == "":
		return nil
	case len(toks) == 1:
		var err *fault
		t.typ, err = parseType(toks[0])
		return err
	case strings.Count(toks[0], "<") > strings.Count(toks[0], ">"):
		return &fault{fmt.Sprintf("TYPE %q has a comma", strings.Join(toks, ",")), "write map<K:V>, with a colon"}
	}
	return &fault{fmt.Sprintf("%q follows the TYPE", toks[1]), "write " + form}
}

// parseNumeric parses the form that starts with the id.
func (t *tag) parseNumeric(toks []string) *fault {
	t.is = tagField
	id, err := strconv.ParseInt(toks[0], 10, 16)
	if err != nil || id < 0 {
		return &fault{
			fmt.Sprintf("id %s is outside 0 to %d", toks[0], math.MaxInt16),
			fmt.Sprintf(`choose another id, or write thrift:"name,id" for ids from %d`, math.MinInt16),
		}
	}
	t.id = int16(id)
	for _, tok := range toks[1:] {
		switch tok {
		case "required":
			t.required = true
		case "optional":
			t.optional = true
		case "enum":
			t.typ = &typeExpr{op: "enum", text: "enum option"}
		case "writezero":
			t.zeros = true
		default:
			return &fault{fmt.Sprintf("%q is no option of the form that starts with the id", tok), "write " + idForm + " or " + nameForm}
		}
		if t.required && t.optional {
			return &fault{"the field is both required and optional", "keep one of them"}
		}
	}
	return nil
}

// splitTag splits at commas and drops the spaces around each token.
func splitTag(text string) []string {
	toks := strings.Split(text, ",")
	for i, tok := range toks {
		toks[i] = strings.Trim(tok, " ")
	}
	return toks
}

// isNumber reports whether s is an integer, in or out of range.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// validName reports whether s can be the name of a Thrift field.
func validName(s string) bool {
	return s != "" && !isDigit(s[0]) && nameLen(s) == len(s)
}

// wellFormed reports whether st is a list of key:"value" pairs, as package
// reflect reads it, and no key begins with what was to part two pairs.
func wellFormed(st string) bool {
	for st = strings.TrimLeft(st, " "); st != ""; st = strings.TrimLeft(st, " ") {
		end := strings.IndexFunc(st, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' || r == 0x7f })
		if end <= 0 || nameLen(st[:1]) == 0 && st[0] != '-' || !strings.HasPrefix(st[end:], `:"`) {
			return false
		}
		value, err := strconv.QuotedPrefix(st[end+1:])
		if err != nil {
			return false
		}
		st = st[end+1+len(value):]
	}
	return true
}
