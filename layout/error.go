package layout

import (
	"reflect"
	"strconv"
	"strings"
)

// Error is one fault of a Go type that has to become a plan. When a type has
// several, [Of] returns them joined.
type Error struct {
	Type    reflect.Type // the struct type at fault; nil when there is none
	Field   string       // path of the Go field, with embedded structs; empty for the type as a whole
	Tag     string       // the tag as written; empty for the type as a whole
	Problem string       // what is wrong
	Remedy  string       // what to write instead
}

// Error returns the fault on one line: where, tag, problem, remedy.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("thrift: ")
	if e.Type == nil {
		b.WriteString("nil type")
	} else {
		b.WriteString(e.Type.String())
	}
	if e.Field != "" {
		b.WriteString("." + e.Field)
	}
	if e.Tag != "" {
		b.WriteString(": tag " + strconv.Quote(e.Tag))
	}
	b.WriteString(": " + e.Problem)
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// fault is what is wrong with a tag or a Go type, before it is known of which
// struct and field.
type fault struct {
	problem string
	remedy  string
}
