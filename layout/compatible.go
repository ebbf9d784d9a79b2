package layout

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/miserwire/miser/unsafeio"
)

// Change is what became of a field between two versions of a schema.
type Change uint8

// The changes.
const (
	Added      Change = iota // only the new version has the field
	Removed                  // only the old version has it
	Retyped                  // its wire type is another one
	Need                     // its requiredness is another one
	Narrowed                 // an enum is held in another width
	NewDefault               // what its absence stands for is another value
	Renamed                  // its Thrift name is another one, which no byte tells
	Union                    // a struct became a union, or the other way round
)

var changeNames = [...]string{"added", "removed", "retyped", "requiredness", "enum width", "default", "renamed", "union"}

// String returns the change in a word or two.
func (c Change) String() string { return changeNames[c] }

// Severity is what a change does to a reader of the other version's bytes.
type Severity uint8

// The severities, the least first.
const (
	Harmless Severity = iota // it gets what was written
	Loses                    // it gets the message, but something in it is missing or another
	Refuses                  // it may refuse the whole message
)

var severityNames = [...]string{"harmless", "loses", "refuses"}

// String returns the severity in a word.
func (s Severity) String() string { return severityNames[s] }

// Finding is one difference between two versions of a schema.
type Finding struct {
	Path     string // Go names from the root, such as Order.Items[].Price; of a map's keys and values [key] and [value]
	ID       int16  // of the field; 0 for a struct
	Change   Change
	Old, New string   // what each version says, empty where it has no such field
	Backward Severity // for a reader of the new version, of what the old one wrote
	Forward  Severity // for a reader of the old version, of what the new one wrote
}

// Severity returns the worse of both directions.
func (f Finding) Severity() Severity { return max(f.Backward, f.Forward) }

// String returns the finding as a line.
func (f Finding) String() string {
	what := f.New
	switch {
	case f.New == "":
		what = f.Old
	case f.Old != "":
		what = f.Old + " -> " + f.New
	}
	return fmt.Sprintf("%s (%d): %s: %s; new reads old: %s, old reads new: %s", f.Path, f.ID, f.Change, what, f.Backward, f.Forward)
}

// Compatible compares two versions of a schema and returns what a reader with
// one and a writer with the other would lose or refuse, and what they agree on
// though it changed: in the order of the fields' ids, outer structs first. No
// finding means that they mean the same, defaults included. Structs that
// are met again on the way, as in a recursive type, are compared once.
//
// It speaks of readers without codec.Options.Strict, which refuse more: they
// skip a field of another wire type, and one that they do not know unless the
// struct retains it. What values an enum has, Go types do not say.
func Compatible(old, new *Struct) []Finding {
	c := comparison{seen: map[[2]*Struct]bool{}}
	c.structs(old, new, baseName(old.Name))
	return c.found
}

// baseName is a type's name without its package and type arguments.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name[strings.LastIndexByte(name, '.')+1:]
}

type comparison struct {
	found []Finding
	seen  map[[2]*Struct]bool
}

func (c *comparison) add(path string, id int16, change Change, old, new string, backward, forward Severity) {
	c.found = append(c.found, Finding{path, id, change, old, new, backward, forward})
}

// structs compares two versions of a struct.
func (c *comparison) structs(old, new *Struct, path string) {
	if pair := [2]*Struct{old, new}; c.seen[pair] {
		return
	} else {
		c.seen[pair] = true
	}
	if old.Union != new.Union {
		c.add(path, 0, Union, old.form(), new.form(), unionOf(new), unionOf(old))
	}
	i, j := 0, 0
	for i < len(old.Fields) || j < len(new.Fields) {
		switch {
		case j == len(new.Fields) || i < len(old.Fields) && old.Fields[i].ID < new.Fields[j].ID:
			f := &old.Fields[i]
			c.add(path+"."+f.GoName, f.ID, Removed, f.says(), "", new.unknown(), f.absent())
			i++
		case i == len(old.Fields) || new.Fields[j].ID < old.Fields[i].ID:
			f := &new.Fields[j]
			c.add(path+"."+f.GoName, f.ID, Added, "", f.says(), f.absent(), old.unknown())
			j++
		default:
			c.fields(&old.Fields[i], &new.Fields[j], path+"."+new.Fields[j].GoName)
			i, j = i+1, j+1
		}
	}
}

// form is what kind of struct s is.
func (s *Struct) form() string {
	if s.Union {
		return "union"
	}
	return "struct"
}

// unionOf is how a reader takes what is a struct to the writer if it is a
// union, and the other way round: a union keeps the last field only.
func unionOf(reader *Struct) Severity {
	if reader.Union {
		return Loses
	}
	return Harmless
}

// unknown is how a reader of s takes a field that s has not.
func (s *Struct) unknown() Severity {
	if s.UnknownOff >= 0 {
		return Harmless
	}
	return Loses
}

// absent is how a reader that has f takes a message without it.
func (f *Field) absent() Severity {
	if f.Req == Required {
		return Refuses
	}
	return Harmless
}

// omits reports whether a writer may leave f out.
func (f *Field) omits() bool { return f.Presence != Always && f.Presence != Must }

// says is f in the words of its tag.
func (f *Field) says() string {
	if f.Req == Default {
		return f.Type.String()
	}
	return f.Req.String() + " " + f.Type.String()
}

// fields compares two versions of a field.
func (c *comparison) fields(old, new *Field, path string) {
	if old.Name != new.Name {
		c.add(path, new.ID, Renamed, old.Name, new.Name, Harmless, Harmless)
	}
	if !sameWire(old.Type, new.Type) {
		// The reader skips it, and then it is absent.
		c.add(path, new.ID, Retyped, old.says(), new.says(), max(Loses, new.absent()), max(Loses, old.absent()))
		return
	}
	if backward, forward := needs(new, old), needs(old, new); old.Req != new.Req || backward != forward {
		c.add(path, new.ID, Need, old.goes(), new.goes(), backward, forward)
	}
	if backward, forward := otherDefault(new, old), otherDefault(old, new); backward || forward {
		c.add(path, new.ID, NewDefault, old.defaultText(), new.defaultText(), loses(backward), loses(forward))
	}
	c.types(old.Type, new.Type, path, new.ID)
}

// goes is how f's requiredness works out.
func (f *Field) goes() string { return fmt.Sprintf("%s, goes out %s", f.Req, f.Presence) }

// needs is how a reader takes it that the writer may leave the field out.
func needs(reader, writer *Field) Severity {
	if writer.omits() {
		return reader.absent()
	}
	return Harmless
}

func loses(yes bool) Severity {
	if yes {
		return Loses
	}
	return Harmless
}

// sameWire reports whether two types are the same on the wire, structs left
// closed.
func sameWire(a, b *Type) bool {
	a, b = a.value(), b.value()
	if wireKind(a.Kind) != wireKind(b.Kind) || (a.Key == nil) != (b.Key == nil) || (a.Elem == nil) != (b.Elem == nil) {
		return false
	}
	return (a.Key == nil || sameWire(a.Key, b.Key)) && (a.Elem == nil || sameWire(a.Elem, b.Elem))
}

// wireKind is k as far as bytes tell it: a string is a binary.
func wireKind(k Kind) Kind {
	if k == String {
		return Binary
	}
	return k
}

// value is t without what may say that it is absent.
func (t *Type) value() *Type {
	for t.Mem == MemPtr || t.Mem == MemNull || t.Mem == MemMember {
		t = t.Elem
	}
	return t
}

// types compares what is inside of two types that are the same on the wire.
func (c *comparison) types(old, new *Type, path string, id int16) {
	old, new = old.value(), new.value()
	switch {
	case old.Struct != nil:
		c.structs(old.Struct, new.Struct, path)
	case old.Kind == Map:
		c.types(old.Key, new.Key, path+"[key]", id)
		c.types(old.Elem, new.Elem, path+"[value]", id)
	case old.Elem != nil:
		c.types(old.Elem, new.Elem, path+"[]", id)
	case old.Kind == I32 && width(old) != width(new) && min(width(old), width(new)) < 32:
		c.add(path, id, Narrowed, inBits(old), inBits(new), narrow(new, old), narrow(old, new))
	}
}

// width is the bits of an integer in memory.
func width(t *Type) int {
	switch t.Mem {
	case MemInt8:
		return 8
	case MemInt16:
		return 16
	case MemInt32:
		return 32
	}
	return 64
}

func inBits(t *Type) string { return fmt.Sprintf("%s in %d bits", t, width(t)) }

// narrow is how a reader takes numbers that the writer holds in more bits.
func narrow(reader, writer *Type) Severity {
	if width(reader) < min(width(writer), 32) {
		return Refuses
	}
	return Harmless
}

// otherDefault reports whether the writer leaves a value out that the reader
// does not put in its place.
func otherDefault(reader, writer *Field) bool {
	if writer.Presence != NonZero && writer.Presence != NotDefault {
		return false
	}
	return writer.defaultText() != reader.defaultText()
}

// defaultText is the value that a message without f stands for; to a pointer,
// nil stands for zero.
func (f *Field) defaultText() string {
	v := reflect.Zero(f.Type.Go)
	if !f.Zero.IsNil() {
		v = unsafeio.At(f.Type.Go, f.Zero).Elem()
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v = reflect.Zero(f.Type.value().Go)
			break
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprint(v.Int())
	case reflect.Float64:
		return fmt.Sprint(v.Float())
	case reflect.Bool:
		return fmt.Sprint(v.Bool())
	}
	if v.IsZero() {
		return "zero"
	}
	return fmt.Sprintf("%+v", v)
}
