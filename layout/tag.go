package layout

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
	raw     string // the value of the tag as written
	is      tagIs
	name    string // Thrift name; may be empty
	id      int16
	req     Requiredness
	numeric bool // the form that starts with the id, which leaves zeros out
	zeros   bool // writezero
	nocopy  bool // allowed on string and binary only
	hinted  bool // of a Hint
	typ     *typeExpr
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
	idForm     = `thrift:"id[,required|optional|enum|writezero]"`
	frugalForm = `frugal:"id,required|optional|default[,TYPE[,nocopy]]"`
)

// parseTag reads the tags of a Go field. A frugal tag wins over a thrift tag,
// which then gives the name alone.
func parseTag(st reflect.StructTag) (tag, *fault) {
	thrift, ok, err := lookup(st, "thrift")
	frugal, found, err2 := lookup(st, "frugal")
	switch {
	case err != nil, err2 != nil:
		return tag{raw: string(st)}, cmp.Or(err, err2)
	case found:
		t, err := parseFrugal(frugal)
		if first, _, _ := strings.Cut(thrift, ","); ok && validName(first) {
			t.name = first
		}
		return t, err
	case ok:
		t, err := parseThrift(thrift)
		if t.is == tagField && !t.numeric && strings.Count(thrift, ",") == 1 && apacheOptional(st) {
			t.req = Optional
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

// apacheOptional reports whether a tag without requiredness stands beside what
// Apache's generator says optional with: its db tag, and omitempty for JSON.
func apacheOptional(st reflect.StructTag) bool {
	if _, db := st.Lookup("db"); !db {
		return false
	}
	_, omit, _ := strings.Cut(st.Get("json"), ",")
	return omit == "omitempty"
}

// parseThrift parses the value of a thrift tag.
func parseThrift(text string) (tag, *fault) {
	t := tag{raw: text}
	var room [6]string
	toks := splitTag(room[:0], text)
	switch first := toks[0]; {
	case text == "-":
		t.is = tagSkip
		return t, nil
	case text == "":
		return t, &fault{"the tag is empty", `write thrift:"name,id", or thrift:"-" for what is no Thrift field`}
	case len(toks) == 2 && first == "" && toks[1] == "union":
		t.is = tagUnion
		return t, nil
	case isNumber(first):
		return t, t.parseNumeric(toks)
	case first != "" && !validName(first):
		return t, &fault{strconv.Quote(first) + " is neither a name nor an id", "write " + nameForm}
	case len(toks) == 1:
		return t, &fault{"there is no id", `write thrift:"name,id"`}
	}
	t.is, t.name = tagField, toks[0]
	if err := t.parseID(toks[1], `write thrift:"name,id"`); err != nil {
		return t, err
	}
	rest := toks[2:]
	if n := len(rest); n > 0 && rest[n-1] == "hasdefault" {
		rest = rest[:n-1]
	}
	return t, t.parseTail(rest, nameForm)
}

// parseFrugal parses the value of a frugal tag.
func parseFrugal(text string) (tag, *fault) {
	t := tag{raw: text}
	if text == "-" {
		t.is = tagSkip
		return t, nil
	}
	t.is = tagField
	var room [6]string
	toks := splitTag(room[:0], text)
	if err := t.parseID(toks[0], "write "+frugalForm); err != nil {
		return t, err
	}
	if len(toks) == 1 {
		return t, &fault{"there is no requiredness", "write " + frugalForm}
	}
	return t, t.parseTail(toks[1:], frugalForm)
}

// parseID sets the id of the forms that allow every int16.
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

// parseTail parses [requiredness[,TYPE[,nocopy]]].
func (t *tag) parseTail(toks []string, form string) *fault {
	if len(toks) == 0 {
		return nil
	}
	switch toks[0] {
	case "default":
	case "required":
		t.req = Required
	case "optional":
		t.req = Optional
	default:
		return &fault{fmt.Sprintf("%q is none of required, optional and default", toks[0]), "write " + form}
	}
	if n := len(toks); n > 2 && toks[n-1] == "nocopy" {
		t.nocopy = true
		toks = toks[:n-1]
	}
	if len(toks) > 2 {
		if strings.Count(toks[1], "<") > strings.Count(toks[1], ">") {
			return &fault{fmt.Sprintf("TYPE %q has a comma", strings.Join(toks[1:], ",")), "write map<K:V>, with a colon"}
		}
		return &fault{fmt.Sprintf("%q follows the TYPE", toks[2]), "write " + form}
	}
	if len(toks) == 1 || toks[1] == "" {
		return nil
	}
	var err *fault
	t.typ, err = parseType(toks[1])
	return err
}

// parseNumeric parses the form that starts with the id.
func (t *tag) parseNumeric(toks []string) *fault {
	t.is, t.numeric = tagField, true
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
		case "required", "optional":
			req := Required
			if tok == "optional" {
				req = Optional
			}
			if t.req != Default && t.req != req {
				return &fault{"the field is both required and optional", "keep one of them"}
			}
			t.req = req
		case "enum":
			t.typ = enumOption
		case "writezero":
			t.zeros = true
		default:
			return &fault{fmt.Sprintf("%q is no option of the form that starts with the id", tok), "write " + idForm + " or " + nameForm}
		}
	}
	return nil
}

// splitTag splits at commas and drops the spaces around each token. The
// result has at least one token.
func splitTag(toks []string, text string) []string {
	for more := true; more; {
		var tok string
		tok, text, more = strings.Cut(text, ",")
		toks = append(toks, strings.Trim(tok, " "))
	}
	return toks
}

// isNumber reports whether s is an integer, in or out of range.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" {
		return false
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// validName reports whether s can be the name of a Thrift field.
func validName(s string) bool {
	if s == "" || isDigit(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}

// wellFormed reports whether st is a list of key:"value" pairs, as package
// reflect reads it, and no key begins with what was to part two pairs.
func wellFormed(st string) bool {
	for {
		st = strings.TrimLeft(st, " ")
		if st == "" {
			return true
		}
		i := 0
		for i < len(st) && (isNameByte(st[0]) || st[0] == '-') && st[i] > ' ' && st[i] != ':' && st[i] != '"' && st[i] != 0x7f {
			i++
		}
		if i == 0 || i+1 >= len(st) || st[i] != ':' || st[i+1] != '"' {
			return false
		}
		value, err := strconv.QuotedPrefix(st[i+1:])
		if err != nil {
			return false
		}
		st = st[i+1+len(value):]
	}
}
