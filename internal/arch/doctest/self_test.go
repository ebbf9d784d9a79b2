package doctest

import (
	"path/filepath"
	"strings"
	"testing"
)

const program = `package main

import "fmt"

type T struct {
	A int
}

func main() {
	t := T{1}

	fmt.Println(t.A) // prints
}
`

const examples = `package codec_test

import "fmt"

// T is.
type T struct{
	A   int
}

func ExampleT() {
	t := T{1}
	fmt.Println(t.A)
	// Output: 1
}

func ExampleOther() {
	fmt.Println(2)
	// Output: 2
}
`

func TestBlocks(t *testing.T) {
	page := "# x\n<!-- example: ExampleT -->\n\n```go\n" + program + "```\n<!-- example: Gone -->\ntext\n```go\nx := 1\n```\n```sh\npackage main\n```\n"
	got := blocks(page)
	if len(got) != 2 {
		t.Fatalf("got %d blocks, want 2", len(got))
	}
	if b := got[0]; b.line != 4 || b.example != "ExampleT" || b.text != program || !b.isProgram() {
		t.Errorf("first block: got %+v", b)
	}
	if b := got[1]; b.example != "" || b.isProgram() {
		t.Errorf("second block: got %+v", b)
	}
}

func TestSameExample(t *testing.T) {
	for _, tt := range []struct{ text, example, want string }{
		{program, "ExampleT", ""},
		{program, "ExampleOther", "ExampleOther differs"},
		{program, "ExampleGone", "has no ExampleGone"},
		{strings.Replace(program, "A int", "A int64", 1), "ExampleT", "T differs"},
		{strings.Replace(program, "T{1}", "T{2}", 1), "ExampleT", "ExampleT differs"},
		{program + "\nvar x = 1\n", "ExampleT", "has no x"},
	} {
		err := sameExample(block{text: tt.text, example: tt.example}, examples)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.example, err, tt.want)
		}
	}
}

// A program that does not compile, or that vet rejects, is found out.
func TestRunGo(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	layModule(t, root, dir)
	for _, tt := range []struct{ name, text, verb string }{
		{"good", program, ""},
		{"unknown", strings.Replace(program, "t.A", "t.B", 1), "build"},
		{"format", strings.Replace(program, "fmt.Println(t.A)", `fmt.Printf("%s", t.A)`, 1), "vet"},
	} {
		write(t, filepath.Join(dir, tt.name, "main.go"), tt.text)
		for _, verb := range []string{"build", "vet"} {
			if out, err := runGo(dir, verb, "./"+tt.name); (err != nil) != (verb == tt.verb) {
				t.Errorf("%s: go %s: got %v, want it to fail: %v\n%s", tt.name, verb, err, verb == tt.verb, out)
			}
			if verb == tt.verb {
				break
			}
		}
	}
}
