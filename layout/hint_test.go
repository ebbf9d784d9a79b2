package layout

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/miserwire/miser/unsafeio"
)

type (
	openList struct {
		Items  []openItem  `thrift:"items,1"`
		Ids    []int32     `thrift:"ids,2"`
		Kind   myI64       `thrift:"kind,3"`
		Count  int32       `thrift:"count,4"`
		Choice *openChoice `thrift:"choice,5"`
		Note   string
		Skip   float64 `thrift:"skip,6"`
	}
	openItem struct {
		Name string    `thrift:"name,1"`
		Up   *openList `thrift:"up,2"`
	}
	openChoice struct {
		A *int32    `thrift:"a,1"`
		B []string  `thrift:"b,2"`
		C *openItem `thrift:"c,3"`
	}
	saidList struct {
		Items  []saidItem  `thrift:"items,1"`
		Ids    []int32     `thrift:"ids,2,default,set<i32>"`
		Kind   myI64       `thrift:"kind,3,required,Kind"`
		Count  int32       `thrift:"count,4,optional"`
		Choice *saidChoice `thrift:"choice,5"`
		Note   string      `thrift:"note,-7"`
		Skip   float64     `thrift:"-"`
	}
	saidItem struct {
		Name string    `thrift:"name,1,optional"`
		Up   *saidList `thrift:"up,2,optional"`
	}
	saidChoice struct {
		_ struct{}  `thrift:",union"`
		A *int32    `thrift:"a,1"`
		B []string  `thrift:"b,2"`
		C *saidItem `thrift:"c,3"`
	}
)

func (v *saidList) InitDefault() { v.Count = 7 }

func openHints() []Hint {
	return []Hint{
		{Type: typ[openList](), Fields: []FieldHint{{"Ids", "ids,2,default,set<i32>"}, {"Kind", "kind,3,required,Kind"}, {"Count", "count,4,optional"}}},
		{Type: typ[openList](), Fields: []FieldHint{{"Note", "note,-7"}, {"Skip", "-"}}, New: func() any { return &openList{Count: 7} }},
		{Type: typ[openItem](), Fields: []FieldHint{{"Name", "name,1,optional"}, {"Up", "up,2,optional"}}},
		{Type: typ[openChoice](), Union: true},
	}
}

func planIn(t *testing.T, s *Schema, typ reflect.Type) *Struct {
	t.Helper()
	p, err := s.Of(typ)
	if err != nil {
		t.Fatal(err)
	}
	checkPlan(t, p)
	return p
}

// TestHintsAreTags: hints give the plan that tags would give.
func TestHintsAreTags(t *testing.T) {
	s, err := NewSchema(openHints()...)
	if err != nil {
		t.Fatal(err)
	}
	hinted, tagged, open := planIn(t, s, typ[openList]()), planIn(t, nil, typ[saidList]()), planIn(t, nil, typ[openList]())
	if hinted.Fingerprint() != tagged.Fingerprint() {
		t.Errorf("fingerprints differ:\n%s\n%s", hinted.Explain(), tagged.Explain())
	}
	if hinted.Fingerprint() == open.Fingerprint() || open == hinted {
		t.Error("the hints say nothing")
	}
	for _, f := range Compatible(hinted, tagged) {
		t.Errorf("not the same: %s", f)
	}
	for i, h := range hinted.All() {
		g := tagged.All()[i]
		if h.Union != g.Union || len(h.Fields) != len(g.Fields) || (h.Init == nil) != (g.Init == nil) {
			t.Errorf("%s and %s differ", h.Name, g.Name)
			continue
		}
		for j := range h.Fields {
			a, b := &h.Fields[j], &g.Fields[j]
			if a.ID != b.ID || a.Name != b.Name || a.GoName != b.GoName || a.Req != b.Req || a.Presence != b.Presence || a.Assumed != b.Assumed || a.Type.Mem != b.Type.Mem {
				t.Errorf("%s.%s:\n got %+v\nwant %+v", h.Name, a.GoName, a, b)
			}
		}
	}
	var found []string
	for _, f := range Compatible(open, hinted) {
		found = append(found, fmt.Sprintf("%d %s %s/%s", f.ID, f.Change, f.Backward, f.Forward))
	}
	want := "-7 added harmless/loses, 2 retyped loses/loses, 3 retyped refuses/loses, 4 requiredness harmless/harmless, 4 default harmless/loses, " +
		"6 removed loses/harmless, 1 requiredness harmless/harmless, 2 requiredness harmless/harmless, 0 union loses/harmless, " +
		"1 requiredness harmless/harmless, 2 requiredness harmless/harmless, 3 requiredness harmless/harmless"
	if got := strings.Join(found, ", "); !sameWords(got, want) {
		t.Errorf("Compatible with the plain plan:\n got %s\nwant %s", got, want)
	}
	if fs := Compatible(open, open); len(fs) > 0 {
		t.Errorf("a plan is not compatible with itself: %v", fs)
	}
}

// sameWords compares lists whose order does not matter.
func sameWords(a, b string) bool {
	count := map[string]int{}
	for _, w := range strings.Split(a, ", ") {
		count[w]++
	}
	for _, w := range strings.Split(b, ", ") {
		count[w]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestHintsExplained(t *testing.T) {
	s, err := NewSchema(append(openHints(), Hint{Type: typ[explainedEnum](), Fields: []FieldHint{{"A", "1,enum"}, {"B", "b,2,default,list<Kind>"}, {"C", "c,3"}}})...)
	if err != nil {
		t.Fatal(err)
	}
	text := planIn(t, s, typ[openList]()).Explain() + planIn(t, s, typ[explainedEnum]()).Explain()
	for _, want := range []string{
		"struct layout.openList: 6 fields", ", constructor in schema\n", "  no Thrift field: Skip float64\n", "union layout.openChoice: 3 fields",
		"set<i32>", "TYPE in schema\n", "unless 7", "enum in schema\n", "list<enum(i32)>", "assumed: list (a set needs TYPE)\n", "TYPE in tag\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("Explain lacks %q:\n%s", want, text)
		}
	}
	plain := planIn(t, nil, typ[openList]()).Explain() + planIn(t, nil, typ[explainedEnum]()).Explain()
	if strings.Contains(plain, "schema") {
		t.Errorf("the plain plan speaks of a schema:\n%s", plain)
	}
}

type explainedEnum struct {
	A int64   `thrift:"a,1"`
	B []myI64 `thrift:"b,2"`
	C []int32 `thrift:"c,3"`
	D int16   `thrift:"d,4,default,Kind"`
}

// TestSchemasHaveTheirOwnPlans: one plan for each type and schema, nil being the plain one.
func TestSchemasHaveTheirOwnPlans(t *testing.T) {
	var schemas [3]*Schema
	for i := range 2 {
		schemas[i], _ = NewSchema(openHints()...)
	}
	of, _ := Of(typ[openList]())
	seen := map[*Struct]int{}
	for i, s := range schemas {
		for range 2 {
			for _, p := range planIn(t, s, typ[openList]()).All() {
				if j, ok := seen[p]; ok && j != i {
					t.Errorf("%s: schemas %d and %d have one plan", p.Name, i, j)
				}
				seen[p] = i
				if same := planIn(t, s, p.Go); same != p {
					t.Errorf("%s: schema %d has two plans", p.Name, i)
				}
			}
		}
	}
	if len(seen) != 9 || seen[of] != 2 {
		t.Errorf("%d plans, want 9", len(seen))
	}
	var zero Schema
	if p := planIn(t, &zero, typ[point]()); p.Fingerprint() != planIn(t, nil, typ[point]()).Fingerprint() {
		t.Error("the zero Schema knows something")
	}
}

// TestConstructorOnce: it is run when the plan is built, and then no more where it gives numbers and strings.
func TestConstructorOnce(t *testing.T) {
	runs := 0
	s, err := NewSchema(Constructor(func() *plainDefaults { runs++; d := new(plainDefaults); d.InitDefault(); return d }))
	if err != nil {
		t.Fatal(err)
	}
	p, twin := planIn(t, s, typ[plainDefaults]()), planIn(t, nil, typ[plainDefaults]())
	if !p.Init.Named || twin.Init.Named || !p.Init.Plain() {
		t.Errorf("named %v and %v, plain %v", p.Init.Named, twin.Init.Named, p.Init.Plain())
	}
	for range 3 {
		var got, want plainDefaults
		p.Init.Apply(unsafeio.Of(&got))
		if want.InitDefault(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if runs != 1 {
		t.Errorf("it ran %d times", runs)
	}

	s, _ = NewSchema(Constructor(func() *defaults { d := new(defaults); d.InitDefault(); return d }))
	p = planIn(t, s, typ[defaults]())
	var a, b, want defaults
	p.Init.Apply(unsafeio.Of(&a))
	p.Init.Apply(unsafeio.Of(&b))
	if want.InitDefault(); !reflect.DeepEqual(a, want) || p.Init.Plain() || p.Init.Trivial {
		t.Errorf("got %+v, want %+v", a, want)
	}
	if &a.List[0] == &b.List[0] || a.P == b.P || &a.Blob[0] == &b.Blob[0] || a.Table["x"] == b.Table["x"] {
		t.Error("two values share memory")
	}
}

// TestSchemaInConstructor: a constructor may itself need a plan of its schema, of a type that does not lead back.
func TestSchemaInConstructor(t *testing.T) {
	var s *Schema
	s, err := NewSchema(Constructor(func() *openItem {
		_, err := s.Of(typ[point]())
		return &openItem{Name: fmt.Sprint(err)}
	}))
	if err != nil {
		t.Fatal(err)
	}
	p := planIn(t, s, typ[openItem]())
	if got := *p.Fields[0].Zero.String(); got != "<nil>" {
		t.Errorf("Of in a constructor: %s", got)
	}
}

// TestConcurrentSchema is TestConcurrentOf for a schema.
func TestConcurrentSchema(t *testing.T) {
	for range 10 {
		s, err := NewSchema(openHints()...)
		if err != nil {
			t.Fatal(err)
		}
		types := []reflect.Type{typ[openList](), typ[openItem](), typ[openChoice]()}
		var got [32][3]*Struct
		start := make(chan struct{})
		var wg sync.WaitGroup
		for w := range got {
			wg.Go(func() {
				<-start
				for i := range types {
					at := (i + w) % len(types)
					got[w][at], _ = s.Of(types[at])
				}
			})
		}
		close(start)
		wg.Wait()
		for w := range got {
			if got[w] != got[0] || got[w][0] == nil {
				t.Fatalf("worker %d has other plans: %v, %v", w, got[w], got[0])
			}
		}
	}
}
