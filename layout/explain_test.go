package layout

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unsafe"
)

var rewrite = flag.Bool("rewrite", false, "rewrite the golden files")

type (
	explained struct {
		_unknownFields []byte
		ID             int64             `thrift:"id,1,required"`
		Emails         []string          `thrift:"emails,2,optional"`
		Tags           []string          `thrift:"tags,-3,optional,set<string>"`
		Colour         apacheEnum        `thrift:"colour,4"`
		Shade          *int64            `thrift:"5,enum,optional"`
		Age            myI64             `thrift:"6"`
		Attrs          map[string][]int8 `thrift:"attrs,7"`
		Boss           *explained        `thrift:"boss,8,required"`
		Where          explainedPlace    `frugal:"9,optional,base.Place" thrift:"where"`
		Nothing        *blank            `thrift:"nothing,10"`
		*explainedHop
	}
	explainedHop struct {
		Pad  [2]int64
		Blob []byte `thrift:"blob,300"`
	}
	explainedPlace struct {
		_     struct{}  `thrift:",union"`
		Point *point    `thrift:"point,1"`
		Key   *[16]byte `thrift:"key,2"`
	}
)

func (e *explained) InitDefault() { e.Emails = []string{"a@b"} }

func TestExplain(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the golden file has the offsets of a 64-bit machine")
	}
	_ = explained{}._unknownFields
	s, err := Of(typ[explained]())
	if err != nil {
		t.Fatal(err)
	}
	got := s.Explain()
	const golden = "testdata/explain.txt"
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s; -rewrite writes it anew\ngot:\n%s", golden, got)
	}
	if strings.Contains(got, " \n") {
		t.Error("a line ends in a space")
	}
	for range 10 {
		if s.Explain() != got {
			t.Fatal("the text changes")
		}
	}
}
