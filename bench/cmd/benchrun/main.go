// Command benchrun measures every workload with its contestants taking turns,
// and writes what it measured: results/ with data and text, the tables in the
// READMEs, a chart, and the verdict on the goals.
//
//	go run ./cmd/benchrun                 # everything, about ten minutes
//	go run -tags purego ./cmd/benchrun    # the build without assembly
//	go run ./cmd/benchrun -quick          # for orientation, nothing is written
//	go run ./cmd/benchrun -run media      # some cases, nothing is written
//	go run ./cmd/benchrun -render         # tables, chart and goals from results/
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/miserwire/miser/bench"
	"github.com/miserwire/miser/bench/goals"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
	"github.com/miserwire/miser/bench/report"
)

type config struct {
	run    *regexp.Regexp
	opts   harness.Options
	gogc   int
	quick  bool
	dir    string // of bench/
	write  bool
	render bool
}

func main() {
	c, err := parse()
	if err == nil {
		err = run(c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchrun:", err)
		os.Exit(1)
	}
}

func parse() (*config, error) {
	c := &config{}
	pattern := flag.String("run", "", "measure the cases work/protocol/direction that match this `regexp`")
	flag.IntVar(&c.opts.Rounds, "rounds", 200, "turns of each contestant")
	flag.DurationVar(&c.opts.Window, "window", 500*time.Microsecond, "one turn")
	flag.DurationVar(&c.opts.Warm, "warm", 10*time.Millisecond, "warm-up of each contestant")
	flag.DurationVar(&c.opts.Budget, "budget", 10*time.Second, "of one case: fewer rounds rather than longer")
	flag.IntVar(&c.opts.Least, "least", 15, "rounds, whatever the budget")
	flag.IntVar(&c.gogc, "gogc", 400, "GOGC: with the default of 100 one contestant's garbage costs its neighbours more")
	flag.BoolVar(&c.quick, "quick", false, "few rounds, for orientation")
	flag.BoolVar(&c.render, "render", false, "measure nothing: write tables, chart and goals from results/")
	flag.StringVar(&c.dir, "dir", ".", "the folder of the bench module")
	flag.BoolVar(&c.write, "write", false, "write results even from -quick or -run")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("unexpected %q", flag.Args())
	}
	if c.quick {
		c.opts = harness.Options{Rounds: 9, Window: 300 * time.Microsecond, Warm: time.Millisecond, Budget: 150 * time.Millisecond, Least: 3}
	}
	c.write = c.write || !c.quick && *pattern == ""
	if _, err := os.Stat(filepath.Join(c.dir, "idl", "bench.thrift")); err != nil {
		return nil, fmt.Errorf("run it in bench/ or give its -dir: %w", err)
	}
	var err error
	c.run, err = regexp.Compile(*pattern)
	return c, err
}

func run(c *config) error {
	results := filepath.Join(c.dir, "results")
	if c.render {
		return render(c, results)
	}
	r := &report.Run{Machine: harness.ThisMachine(), Date: time.Now().UTC().Format("2006-01-02"), Method: method(c)}
	debug.SetGCPercent(c.gogc)
	r.Machine.GC = fmt.Sprintf("GOGC=%d", c.gogc)
	r.Machine.Command = command(r.Machine.Tags)
	if err := measure(c, r); err != nil {
		return err
	}
	r.Goals = goals.Evaluate(r.Results, r.Plan, r.Pure())
	if !c.write {
		fmt.Print(r.Text(), "\n")
		full, pure := r, (*report.Run)(nil)
		if r.Pure() {
			full, pure = nil, r
		}
		fmt.Print(report.Goals(full, pure))
		return nil
	}
	if err := os.MkdirAll(results, 0o755); err != nil {
		return err
	}
	if err := r.Write(results); err != nil {
		return err
	}
	return render(c, results)
}

// command is the line to type, whatever the path of this binary.
func command(tags string) string {
	words := []string{"go", "run"}
	if tags != "" {
		words = append(words, "-tags", tags)
	}
	return strings.Join(append(append(words, "./cmd/benchrun"), os.Args[1:]...), " ")
}

func method(c *config) string {
	o := c.opts
	return fmt.Sprintf("Contestants take turns in windows of %v, up to %d rounds or %v for a case but at least %d, after a warm-up of %v each; "+
		"times are medians with quartiles, ratios are of medians to the case's first contestant, with the quartiles round by round.",
		o.Window, o.Rounds, o.Budget, o.Least, o.Warm)
}

func measure(c *config, r *report.Run) error {
	start := time.Now()
	for _, w := range bench.Workloads() {
		s, err := w.Build()
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(os.Stderr, "%s is not at hand: %v\n", w.Name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		done := 0
		for _, k := range s.Cases {
			if c.run.MatchString(k.Name()) {
				r.Results = append(r.Results, harness.Measure(k, c.opts))
				done++
			}
		}
		if done > 0 {
			fmt.Fprintf(os.Stderr, "%6.1f s  %s: %d cases\n", time.Since(start).Seconds(), w.Name, done)
		}
	}
	if !c.run.MatchString("plans") {
		return nil
	}
	repeat := 40
	if c.quick {
		repeat = 8
	}
	var err error
	r.Plan, err = plans.Measure(repeat)
	return err
}

// render writes all that is derived from the data in results/.
func render(c *config, results string) error {
	m := harness.ThisMachine()
	m.Tags = ""
	full, err := load(filepath.Join(results, m.Slug()+".json"))
	if err != nil {
		return err
	}
	m.Tags = "purego"
	pure, err := load(filepath.Join(results, m.Slug()+".json"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(results, "goals.md"), []byte(report.Goals(full, pure)), 0o644); err != nil {
		return err
	}
	if full == nil {
		return nil
	}
	if err := os.WriteFile(filepath.Join(results, "chart.svg"), []byte(full.Chart()), 0o644); err != nil {
		return err
	}
	if err := report.Splice(filepath.Join(c.dir, "README.md"), "bench", full.FullTable()); err != nil {
		return err
	}
	return report.Splice(filepath.Join(c.dir, "..", "README.md"), "bench", full.FrontTable())
}

// load returns nil where there is no such run yet.
func load(file string) (*report.Run, error) {
	r, err := report.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
