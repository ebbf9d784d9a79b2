// Command mutate measures how strong the tests are: it puts one small fault at
// a time into a package of the library, builds the tests with it and sees
// whether one of them fails. A fault that every test lets pass has survived.
//
// The faults (see kinds) are edits of source text, drawn at random by a seed,
// evenly over packages and kinds. The checkout is never touched: the go command
// gets the changed file by its flag -overlay. A fault that does not compile, or
// that leaves every test binary as it was, is replaced by another; so is one
// that equivalent.txt explains. Files that are part of the build with tag
// purego are tested in that build as well, since assembly hides their code.
//
// Read mutant.go first, then kinds.go, pick.go and judge.go.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"
)

// config is what the flags say.
type config struct {
	root    string
	count   int
	seed    uint64
	budget  time.Duration
	only    *regexp.Regexp
	list    bool
	journal string
	cache   string
	out     string
	short   bool
	memory  int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func parse(args []string) (*config, error) {
	c := new(config)
	f := flag.NewFlagSet("mutate", flag.ContinueOnError)
	f.StringVar(&c.root, "root", "..", "the module whose packages get faults")
	f.IntVar(&c.count, "n", 200, "faults to judge")
	f.Uint64Var(&c.seed, "seed", 1, "what the draw begins with")
	f.DurationVar(&c.budget, "budget", 0, "begin no fault after this time; 0: no bound")
	only := f.String("only", "", "judge the faults whose key this regular expression finds, and no others")
	f.BoolVar(&c.list, "list", false, "print the keys of the faults that there are, and stop")
	f.StringVar(&c.journal, "journal", "", "a file that keeps verdicts; what it says was killed is not judged again")
	f.StringVar(&c.cache, "cache", "", "a build cache to keep; a temporary one without")
	f.StringVar(&c.out, "out", "", "write the results there, as Markdown")
	f.BoolVar(&c.short, "short", true, "run the tests with -short")
	f.IntVar(&c.memory, "memory", 6<<10, "MiB of address space that a test binary may take")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("%q follows the flags", f.Arg(0))
	}
	var err error
	if c.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	for _, p := range []*string{&c.root, &c.cache, &c.journal, &c.out} {
		if *p == "" {
			continue
		}
		if *p, err = filepath.Abs(*p); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func run(ctx context.Context, args []string, w io.Writer) error {
	c, err := parse(args)
	if err != nil {
		return err
	}
	all, err := findAll(ctx, c.root, suite.names())
	if err != nil {
		return err
	}
	known, err := readListed(filepath.Join(c.root, "tools", "mutate", listedName))
	if err != nil {
		return err
	}
	if c.list {
		for _, m := range all {
			fmt.Fprintf(w, "%s:%d\t%s\n", m.File, m.Line, m.Key())
		}
		return nil
	}
	j, err := openJournal(c.journal)
	if err != nil {
		return err
	}
	defer j.close()
	r, err := newRunner(c, j, w)
	if err != nil {
		return err
	}
	defer r.close()
	about := describe(ctx, c)
	fmt.Fprintf(w, "seed %d, %d places for faults, commit %s\n", c.seed, len(all), about.commit)
	h := &hunt{config: c, runner: r, journal: j, listed: known, w: w}
	if err = h.run(ctx, all); err != nil {
		return err
	}
	report := h.report(about)
	fmt.Fprint(w, report)
	if c.out == "" {
		return nil
	}
	return os.WriteFile(c.out, []byte(report), 0o644)
}
