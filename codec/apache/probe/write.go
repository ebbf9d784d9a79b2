package probe

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"
)

// written is what came of a Write.
type written struct {
	root     *value // nil on error
	err      error
	begun    bool       // it called the protocol
	panicked bool       // err is about a panic
	at       *wireField // on error, the field that had begun last; nil before the first
	within   bool       // that one had not ended
}

// write calls the generated Write of what v points to.
func write(v reflect.Value) (w written) {
	r := newRecorder()
	defer func() {
		x := recover()
		if x != nil {
			w.panicked, w.err = true, fmt.Errorf("its Write panics: %v", x)
		}
		w.begun = r.n > 0
		if w.err == nil {
			w.root = r.root
		} else if r.root != nil && len(r.root.fields) > 0 {
			w.at, w.within = &r.root.fields[len(r.root.fields)-1], len(r.open) > 0 && r.open[0].inField
		}
	}()
	err := v.Interface().(thrift.TStruct).Write(context.Background(), r)
	switch {
	case r.fault != nil:
		w.err = fmt.Errorf("its Write writes no struct: %w", r.fault)
	case err != nil:
		w.err = fmt.Errorf("its Write fails: %w", err)
	case r.root == nil || len(r.open) > 0:
		w.err = errors.New("its Write ends before the struct does")
	}
	return w
}

// failWrite records that a Write failed.
func (p *prober) failWrite(s *structure, w written) {
	switch {
	case w.at == nil:
		p.fail(s, "", w.err.Error(), remedy)
	case w.within:
		p.fail(s, s.goName(w.at), fmt.Sprintf("in field %d, %s, %v", w.at.id, w.at.name, w.err), remedy)
	default:
		p.fail(s, "", fmt.Sprintf("after field %d, %s, %v", w.at.id, w.at.name, w.err), remedy)
	}
}

// goName guesses which Go field goes out as w, empty where that is not known.
func (s *structure) goName(w *wireField) string {
	plain := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
	for _, f := range s.fields {
		_, rest, tagged := strings.Cut(f.tag.Get("thrift"), ",")
		id, _, _ := strings.Cut(rest, ",")
		if tagged && id == strconv.Itoa(int(w.id)) || !tagged && plain(f.name) == plain(w.name) {
			return f.name
		}
	}
	return ""
}

// findUnions finds the types whose Write refuses a value without fields before it
// begins to write.
func (p *prober) findUnions() {
	for _, s := range p.structs {
		w := write(reflect.New(s.typ))
		s.union = w.err != nil && !w.panicked && !w.begun
	}
}

// findFields finds out what each field is on the wire.
func (p *prober) findFields() {
	for _, s := range p.structs {
		var found []wireField
		for _, w := range p.writings(s) {
			if w.err != nil {
				p.failWrite(s, w)
				break
			}
			for _, f := range w.root.fields {
				if !slices.ContainsFunc(found, func(o wireField) bool { return o.id == f.id }) {
					found = append(found, f)
				}
			}
		}
		for i := range found {
			p.match(s, &found[i])
		}
	}
}

// writings writes full values of s: two, since one may hold the default of a
// field, or of a union one for each field.
func (p *prober) writings(s *structure) []written {
	if !s.union {
		return []written{write(p.full(s, 0)), write(p.full(s, 1))}
	}
	var ws []written
	for _, f := range s.fields {
		v := reflect.New(s.typ)
		if e, ok := p.fill(f.typ, 0, 0); ok {
			v.Elem().Field(f.index).Set(e)
			ws = append(ws, write(v))
		}
	}
	return ws
}

// match finds the Go field that goes out as w: the one that a Read sets.
func (p *prober) match(s *structure, w *wireField) {
	v := reflect.New(s.typ)
	err := readInto(v, []wireField{{w.name, w.id, w.typ, w.value.bare()}})
	var set []*field
	for _, f := range s.fields {
		if !v.Elem().Field(f.index).IsZero() {
			set = append(set, f)
		}
	}
	where := fmt.Sprintf("field %d, %s, is written", w.id, w.name)
	switch {
	case len(set) == 0 && err != nil:
		p.fail(s, s.goName(w), fmt.Sprintf("%s, and then %v", where, err), remedy)
	case len(set) == 0:
		p.fail(s, s.goName(w), where+", and Read sets nothing when it comes", remedy)
	case len(set) > 1:
		p.fail(s, set[0].name, where+", and Read sets more than that one when it comes", remedy)
	case set[0].wire != nil:
		p.fail(s, set[0].name, fmt.Sprintf("it goes out as field %d and as field %d", set[0].id, w.id), remedy)
	default:
		p.bind(s, set[0], w)
	}
}

// bind makes f what w says.
func (p *prober) bind(s *structure, f *field, w *wireField) {
	f.id, f.wireName, f.wire = w.id, w.name, w.value
	var err error
	if f.text, err = p.spell(f.typ, w.value); err != nil {
		p.fail(s, f.name, fmt.Sprintf("field %d, %s, %v", w.id, w.name, err), remedy)
	}
}

// findOptional finds the fields that Write leaves out while they are unset, or
// equal to their default.
func (p *prober) findOptional() {
	for _, s := range p.structs {
		if s.union {
			continue
		}
		unset := p.absent(s, reflect.New(s.typ))
		var equal, sometimes map[*field]bool
		if s.def.IsValid() {
			equal = p.absent(s, s.def)
		} else {
			sometimes = p.absent(s, p.full(s, 0))
		}
		for _, f := range s.fields {
			f.optional = !f.required && (unset[f] || equal[f])
			f.open = !f.required && !f.optional && sometimes[f]
		}
	}
}

// absent returns the fields that Write leaves out of v, a *s.typ. Where it does not
// write v, each is tried alone in a full value.
func (p *prober) absent(s *structure, v reflect.Value) map[*field]bool {
	absent := map[*field]bool{}
	w := write(v)
	for _, f := range s.fields {
		if f.wire == nil {
			continue
		}
		root := w.root
		if w.err != nil {
			one := p.full(s, 0)
			one.Elem().Field(f.index).Set(v.Elem().Field(f.index))
			root = write(one).root
		}
		absent[f] = root != nil && root.field(f.id) == nil
	}
	return absent
}
