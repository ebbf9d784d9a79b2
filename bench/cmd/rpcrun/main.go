// Command rpcrun measures servers on loopback, and the reading of binaries,
// and writes results/rpc.json, results/rpc.md and the tables in README.md.
//
//	go run ./cmd/rpcrun                   # everything, under four minutes
//	go run ./cmd/rpcrun -quick            # for orientation, nothing is written
//	go run ./cmd/rpcrun -quick -profile miser.prof   # with a CPU profile of our server
//	go run ./cmd/rpcrun -render           # rpc.md and tables from results/rpc.json
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/history"
	"github.com/miserwire/miser/bench/report"
	"github.com/miserwire/miser/bench/rpc"
)

type config struct {
	rpc    rpc.Options
	read   harness.Options
	dir    string // of bench/
	write  bool
	render bool
}

func main() {
	if rpc.Child() {
		return
	}
	c, err := parse()
	if err == nil {
		err = run(c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rpcrun:", err)
		os.Exit(1)
	}
}

func parse() (*config, error) {
	c := &config{read: harness.Options{Rounds: 40, Budget: 250 * time.Millisecond, Least: 7}}
	flag.IntVar(&c.rpc.Rounds, "rounds", 11, "turns of each server in each scenario")
	flag.DurationVar(&c.rpc.Window, "window", 400*time.Millisecond, "one turn")
	flag.DurationVar(&c.rpc.Warm, "warm", 300*time.Millisecond, "warm-up of each server in each scenario")
	flag.IntVar(&c.rpc.GOGC, "gogc", 400, "GOGC of the servers: with the default of 100 their small heaps are collected all the time")
	flag.StringVar(&c.rpc.Profile, "profile", "", "write a CPU profile of our own server into this `file`")
	flag.StringVar(&c.dir, "dir", ".", "the folder of the bench module")
	flag.BoolVar(&c.render, "render", false, "measure nothing: write rpc.md and the tables from results/rpc.json")
	quick := flag.Bool("quick", false, "few rounds, for orientation; nothing is written")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("unexpected %q", flag.Args())
	}
	c.write = !*quick
	if *quick {
		c.rpc.Rounds, c.rpc.Window, c.rpc.Warm = 3, 100*time.Millisecond, 50*time.Millisecond
		c.read = harness.Options{Rounds: 3, Budget: 20 * time.Millisecond, Least: 2}
	}
	if _, err := os.Stat(filepath.Join(c.dir, "idl", "rpc.thrift")); err != nil {
		return nil, fmt.Errorf("run it in bench/ or give its -dir: %w", err)
	}
	return c, nil
}

func run(c *config) error {
	results := filepath.Join(c.dir, "results")
	if c.render {
		r, err := rpc.Load(results)
		if err != nil {
			return err
		}
		return write(c, results, r)
	}
	if _, changes := harness.Commit(c.dir); c.write && changes != "" {
		return fmt.Errorf("results are of a commit, and this checkout is of none:\n%s\ncommit first, or look with -quick", changes)
	}
	r := &rpc.Run{Machine: harness.ThisMachine(), Date: time.Now().UTC().Format("2006-01-02"), Method: method(c)}
	debug.SetGCPercent(c.rpc.GOGC)
	r.Machine.GC = fmt.Sprintf("GOGC=%d", c.rpc.GOGC)
	r.Machine.Command = strings.Join(append([]string{"go run ./cmd/rpcrun"}, os.Args[1:]...), " ")
	r.Machine.Listen(os.Stderr)
	start := time.Now()
	progress := func(what string) { fmt.Fprintf(os.Stderr, "%6.1f s  %s\n", time.Since(start).Seconds(), what) }
	c.rpc.Progress = func(s *rpc.Result) { progress(s.Name()) }
	var err error
	if r.Results, err = rpc.Measure(context.Background(), c.rpc); err != nil {
		return err
	}
	r.Goals = rpc.Goals(r.Results)
	for _, b := range append(history.ReadBytes(), history.WriteReadBinary()...) {
		r.Binaries = append(r.Binaries, harness.Measure(b, c.read))
	}
	progress("binaries")
	if !c.write {
		fmt.Print(r.Text())
		return nil
	}
	return write(c, results, r)
}

// write writes the run, and the tables in the README.
func write(c *config, results string, r *rpc.Run) error {
	if err := r.Write(results); err != nil {
		return err
	}
	readme := filepath.Join(c.dir, "README.md")
	if err := report.Splice(readme, "rpc", r.Table()); err != nil {
		return err
	}
	return report.Splice(readme, "binaries", r.BinaryTable())
}

func method(c *config) string {
	o := c.rpc
	return fmt.Sprintf("Each server is a process; one client calls them in turns of %v, %d rounds, after a warm-up of %v each, on connections that stay. "+
		"Figures and ratios are medians over the rounds with quartiles; p50 and p99 are those of a turn. "+
		"CPU is user and system time of the server's process, allocations and bytes are its heap's, divided by the calls. "+
		"Client and server share the cores.", o.Window, o.Rounds, o.Warm)
}
