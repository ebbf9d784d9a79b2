package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// figure is one line of the table: a fragment in the results.
type figure struct {
	Key     string   `json:"key"`              // of the fragment: its file is <key>.json
	Row     int      `json:"row"`              // which promise it belongs to; orders the table
	Name    string   `json:"name"`             // what is measured
	Goal    string   `json:"goal"`             // with its unit
	Figure  string   `json:"figure"`           // what came out, with its unit
	Met     bool     `json:"met"`              // whether that meets the goal
	Counted string   `json:"counted"`          // how many of what
	Note    string   `json:"note,omitempty"`   // what else to know, such as by how much a goal is missed, and why
	Faults  []string `json:"faults,omitempty"` // the first few, with inputs in hex

	Command string  `json:"command"` // that measured it
	Seed    uint64  `json:"seed"`
	Date    string  `json:"date"`
	Commit  string  `json:"commit"` // "-dirty" at its end where the checkout was not clean
	Machine machine `json:"machine"`
}

var keyLike = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// check tells what is missing in a fragment.
func (f *figure) check() error {
	switch {
	case !keyLike.MatchString(f.Key):
		return fmt.Errorf("key %q: words of small letters and digits, with hyphens between", f.Key)
	case f.Row < 1 || f.Row > 99:
		return fmt.Errorf("%s: row %d is none", f.Key, f.Row)
	case f.Name == "" || f.Goal == "" || f.Figure == "" || f.Command == "":
		return fmt.Errorf("%s: a name, a goal, a figure and a command are needed", f.Key)
	}
	return nil
}

// save writes f to its file in dir.
func (f *figure) save(dir string) error {
	if err := f.check(); err != nil {
		return err
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, f.Key+".json"), append(b, '\n'), 0o644)
}

// load reads all fragments in dir, in the order of the table.
func load(dir string) (all []figure, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var f figure
		if err := json.Unmarshal(b, &f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if f.Key+".json" != filepath.Base(name) {
			return nil, fmt.Errorf("%s: its key is %s", name, f.Key)
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b figure) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Key, b.Key)) })
	return all, nil
}
