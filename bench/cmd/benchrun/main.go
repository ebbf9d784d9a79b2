// Command benchrun measures every workload with its contestants taking turns,
// and writes what it measured: results/ with data and text, the tables in the
// READMEs, a chart, the verdict on the goals, and where a peer is faster.
//
//	go run ./cmd/benchrun                 # everything, some four minutes
//	go run -tags purego ./cmd/benchrun    # the build without assembly
//	go run ./cmd/benchrun -quick          # for orientation, nothing is written
//	go run ./cmd/benchrun -run media      # some cases, nothing is written
//	go run ./cmd/benchrun -render         # what is derived from results/*.json
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
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/plans"
	"github.com/miserwire/miser/bench/report"
)

type config struct {
	run    *regexp.Regexp // nil for all
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
	pattern := flag.String("run", "", "measure the cases work/protocol/direction that match this `regexp`; nothing is written")
	flag.IntVar(&c.opts.Rounds, "rounds", 100, "turns of each contestant")
	flag.DurationVar(&c.opts.Window, "window", 500*time.Microsecond, "one turn")
	flag.DurationVar(&c.opts.Warm, "warm", 5*time.Millisecond, "warm-up of each contestant")
	flag.DurationVar(&c.opts.Budget, "budget", 3*time.Second, "of one case: fewer rounds rather than longer")
	flag.IntVar(&c.opts.Least, "least", 15, "rounds, whatever the budget")
	flag.IntVar(&c.gogc, "gogc", 400, "GOGC: with the default of 100 one contestant's garbage costs its neighbours more")
	flag.BoolVar(&c.quick, "quick", false, "few rounds, for orientation")
	flag.BoolVar(&c.render, "render", false, "measure nothing: write what is derived from results/*.json")
	flag.StringVar(&c.dir, "dir", ".", "the folder of the bench module")
	flag.BoolVar(&c.write, "write", false, "write results even from -quick")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("unexpected %q", flag.Args())
	}
	if c.quick {
		c.opts = harness.Options{Rounds: 9, Window: 300 * time.Microsecond, Warm: time.Millisecond, Budget: 150 * time.Millisecond, Least: 3}
	}
	if *pattern != "" {
		if c.write {
			return nil, errors.New("-write of some cases would replace the results of all")
		}
		var err error
		if c.run, err = regexp.Compile(*pattern); err != nil {
			return nil, err
		}
	}
	c.write = c.write || !c.quick && c.run == nil
	if _, err := os.Stat(filepath.Join(c.dir, "idl", "bench.thrift")); err != nil {
		return nil, fmt.Errorf("run it in bench/ or give its -dir: %w", err)
	}
	return c, nil
}

func (c *config) selects(name string) bool { return c.run == nil || c.run.MatchString(name) }

func run(c *config) error {
	results := filepath.Join(c.dir, "results")
	if c.render {
		return render(c, results)
	}
	if _, changes := harness.Commit(c.dir); c.write && changes != "" {
		return fmt.Errorf("results are of a commit, and this checkout is of none:\n%s\ncommit first, or look with -quick or -run", changes)
	}
	r := &report.Run{Machine: harness.ThisMachine(), Date: time.Now().UTC().Format("2006-01-02"), Method: method(c), Peers: peers.Versions()}
	debug.SetGCPercent(c.gogc)
	r.Machine.GC = fmt.Sprintf("GOGC=%d", c.gogc)
	r.Machine.Command = command(r.Machine.Tags, os.Args[1:])
	r.Machine.Listen(os.Stderr)
	meter := harness.NewMeter()
	if err := measure(c, r); err != nil {
		return err
	}
	r.Machine.During = meter.Others()
	r.Goals = goals.Evaluate(r.Results, r.Plan, r.Pure())
	if !c.write {
		r.Goals = goals.Measured(r.Goals)
		fmt.Print(r.Text(), "\n")
		full, pure := r, (*report.Run)(nil)
		if r.Pure() {
			full, pure = nil, r
		}
		if len(r.Goals) > 0 {
			fmt.Print(report.Goals(full, pure))
		}
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

// command is the line to type in bench/, whatever the path of this binary.
func command(tags string, args []string) string {
	words := []string{"go", "run"}
	if tags != "" {
		words = append(words, "-tags", tags)
	}
	words = append(words, "./cmd/benchrun")
	for _, arg := range args {
		if strings.ContainsAny(arg, " \t'\"\\$*?[](){}|&;<>") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

func method(c *config) string {
	o := c.opts
	return fmt.Sprintf("Contestants take turns in windows of %v or whole rounds of a workload's messages, up to %d rounds or %v for a case but at least %d, "+
		"after a warm-up of %v each; times are medians with quartiles, ratios are medians of those round by round, to the case's first contestant, with quartiles; "+
		"allocations are means over whole rounds of the messages.",
		o.Window, o.Rounds, o.Budget, o.Least, o.Warm)
}

func measure(c *config, r *report.Run) error {
	start := time.Now()
	for _, w := range bench.Workloads() {
		s, err := w.Build()
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		done := 0
		for _, k := range s.Cases {
			if c.selects(k.Name()) {
				r.Results = append(r.Results, harness.Measure(k, c.opts))
				done++
			}
		}
		if done > 0 {
			fmt.Fprintf(os.Stderr, "%6.1f s  %s: %d cases\n", time.Since(start).Seconds(), w.Name, done)
		}
	}
	if !c.selects("plans") {
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
	if full == nil && pure == nil {
		return fmt.Errorf("there is nothing in %s to write tables from", results)
	}
	files := map[string]string{"goals.md": report.Goals(full, pure), "slower.md": report.Slower(full, pure)}
	if full != nil {
		files["chart.svg"] = full.Chart()
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(results, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if full == nil {
		return nil
	}
	if err := report.Splice(filepath.Join(c.dir, "README.md"), "bench", full.FullTable()); err != nil {
		return err
	}
	return report.Splice(filepath.Join(c.dir, "..", "README.md"), "bench", full.FrontTable())
}

// load returns nil where there is no such run yet, or none that can be shown.
func load(file string) (*report.Run, error) {
	r, err := report.Load(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, report.ErrOld):
		fmt.Fprintf(os.Stderr, "%s is left out: %v\n", file, err)
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
