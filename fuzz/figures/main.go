package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-child" {
		os.Exit(child(os.Args[2:]))
	}
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	root    string
	quick   bool
	render  bool
	rows    string
	seed    uint64
	workers int
	factor  float64
	note    figure
}

func parse(args []string) (o options, err error) {
	fs := flag.NewFlagSet("figures", flag.ContinueOnError)
	fs.StringVar(&o.root, "root", ".", "the checkout")
	fs.BoolVar(&o.quick, "quick", false, "small counts, and nothing is written")
	fs.BoolVar(&o.render, "render", false, "write the tables from the fragments, and measure nothing")
	fs.StringVar(&o.rows, "rows", "", "the rows to measure, with commas between; all if empty")
	fs.Uint64Var(&o.seed, "seed", 1, "of all that is random")
	fs.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines, where a row takes several")
	fs.Float64Var(&o.factor, "times", 1, "how many times as much is counted")
	fs.StringVar(&o.note.Key, "note", "", "write a fragment of that key, of what another command measured:")
	fs.IntVar(&o.note.Row, "row", 0, "with -note: its row of the table")
	fs.StringVar(&o.note.Name, "name", "", "with -note: what was measured")
	fs.StringVar(&o.note.Goal, "goal", "", "with -note: its goal")
	fs.StringVar(&o.note.Figure, "figure", "", "with -note: what came out")
	fs.BoolVar(&o.note.Met, "met", false, "with -note: whether the goal is met")
	fs.StringVar(&o.note.Counted, "counted", "", "with -note: how many of what")
	fs.StringVar(&o.note.Command, "command", "", "with -note: what measured it")
	fs.StringVar(&o.note.Note, "remark", "", "with -note: what else to know")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	if fs.NArg() > 0 {
		return o, fmt.Errorf("what is %q?", fs.Args())
	}
	o.note.Seed = o.seed
	return o, nil
}

func command(args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	results := filepath.Join(o.root, "fuzz", "results")
	switch {
	case o.render:
		return render(o.root)
	case o.note.Key != "":
		o.note.stamp(o.root)
		if err := o.note.save(results); err != nil {
			return err
		}
		return render(o.root)
	}
	chosen, err := choose(o.rows)
	if err != nil {
		return err
	}
	missed := 0
	for _, row := range chosen {
		for _, f := range measure(row, &o) {
			if !f.Met {
				missed++
			}
			fmt.Printf("%-7s %s: %s (goal: %s); %s\n        %s\n", verdict(f.Met), f.Name, f.Figure, f.Goal, f.Counted, f.Note)
			if o.quick {
				continue
			}
			f.stamp(o.root)
			if err := f.save(results); err != nil {
				return err
			}
		}
	}
	if !o.quick {
		if err := render(o.root); err != nil {
			return err
		}
	}
	if missed > 0 {
		return fmt.Errorf("%s missed", plural(missed, "goal"))
	}
	return nil
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "MISSED"
}

// stamp says when and where f was measured.
func (f *figure) stamp(root string) {
	f.Date = time.Now().UTC().Format(time.DateOnly)
	f.Commit = commit(root)
	f.Machine = thisMachine()
}

// choose returns the rows of those names.
func choose(names string) ([]row, error) {
	if names == "" {
		return rows, nil
	}
	var chosen []row
	for name := range strings.SplitSeq(names, ",") {
		found := false
		for _, row := range rows {
			if row.name == name {
				chosen, found = append(chosen, row), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no row %q", name)
		}
	}
	return chosen, nil
}

// measure runs one row.
func measure(row row, o *options) []figure {
	r := &run{seed: o.seed, count: row.full, workers: max(1, o.workers), quick: o.quick, codec: library, log: os.Stderr, root: o.root}
	if o.quick {
		r.count = row.quick
	}
	r.count = int(float64(r.count) * o.factor)
	command := fmt.Sprintf("go run ./fuzz/figures -rows %s", row.name)
	if o.factor != 1 {
		command += fmt.Sprintf(" -times %v", o.factor)
	}
	start := time.Now()
	fs := row.run(r)
	fmt.Fprintf(os.Stderr, "-- %s: %.1f s\n", row.name, time.Since(start).Seconds())
	for i := range fs {
		fs[i].Seed, fs[i].Command = o.seed, command
	}
	return fs
}

// children are what this command runs of itself in a process of its own.
var children = map[string]func(args []string) error{
	"torn":     tornChild,
	"firstuse": firstUseChild,
}

func child(args []string) int {
	err := errors.New("which child?")
	if len(args) > 0 && children[args[0]] != nil {
		err = children[args[0]](args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
