package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/miserwire/miser/internal/wiretest"
)

// bugTest is the test whose subtests are the cases.
const bugTest = "TestBugCases"

// bugcases runs the cases after public bug reports, which are a test of package codec.
func bugcases(r *run) []figure {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-run", "^"+bugTest+"$", "./codec")
	cmd.Dir = r.root
	out, err := cmd.Output()
	if ee := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ee) {
		r.fault("go test: %v", err)
	}
	return []figure{countCases(r, out)}
}

// countCases makes the figure of what go test -json wrote.
func countCases(r *run, out []byte) figure {
	all := wiretest.BugCases()
	ended, err := results(out)
	if err != nil {
		r.fault("what go test wrote: %v", err)
	}
	passed := 0
	var without []string
	for _, c := range all {
		switch ended[bugTest+"/"+c.ID] {
		case "pass":
			passed++
		case "":
			without = append(without, c.ID)
		default:
			r.fault("%s, %s: %s", c.ID, c.Source, c.Expect)
		}
	}
	// The test fails where a case has neither a check nor a reason for having none.
	if ended[bugTest] != "pass" {
		r.fault("%s did not pass", bugTest)
	}
	slices.Sort(without)
	judged := len(all) - len(without)
	return r.figure(figure{
		Key: "bugcases", Row: 6,
		Name:    "cases after public bug reports that have the right outcome",
		Goal:    "100 %",
		Figure:  fmt.Sprintf("%.0f %%", 100*float64(passed)/float64(max(1, judged))),
		Met:     passed == judged && passed > 0,
		Counted: fmt.Sprintf("%d of %s", passed, plural(judged, "case")),
		Note:    fmt.Sprintf("Each is a subtest of %s in codec/bugcases_test.go. About things that this library has not, which stand there with the reason: %s.", bugTest, strings.Join(without, ", ")),
	})
}

// results returns how each test and subtest ended: pass, fail or skip.
func results(out []byte) (map[string]string, error) {
	ended := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Test string }
		switch err := d.Decode(&e); {
		case errors.Is(err, io.EOF):
			return ended, nil
		case err != nil:
			return ended, err
		}
		if e.Test != "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip") {
			ended[e.Test] = e.Action
		}
	}
}
