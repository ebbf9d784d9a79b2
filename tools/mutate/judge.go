package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// What becomes of a mutant.
const (
	killed   = "killed"
	survived = "survived"
	broken   = "broken" // it does not compile
	same     = "same"   // every test binary is as it was
	listed   = "listed" // equivalent.txt says why no test can notice it
)

// A result is one mutant judged.
type result struct {
	*mutant
	Verdict string
	Where   stage // of the test that killed it
	Killer  string
	Why     string // from equivalent.txt
}

// A hunt judges mutants until it has enough of them.
type hunt struct {
	*config
	runner  *runner
	journal *journal
	listed  map[string]string
	results []result
	start   time.Time
	w       io.Writer
}

func (h *hunt) run(ctx context.Context, all []*mutant) error {
	h.start = time.Now()
	all = slices.DeleteFunc(all, func(m *mutant) bool { return !h.only.MatchString(m.Key()) })
	var stages []stage
	for _, m := range all {
		for _, s := range suite.stages(m) {
			if !slices.Contains(stages, s) {
				stages = append(stages, s)
			}
		}
	}
	if err := h.runner.prepare(ctx, stages); err != nil {
		return err
	}
	judged := 0
	for _, m := range order(all, h.seed) {
		if judged == h.count || ctx.Err() != nil {
			return nil
		}
		if h.budget > 0 && time.Since(h.start) > h.budget {
			fmt.Fprintf(h.w, "the time is up: %d of %d judged\n", judged, h.count)
			return nil
		}
		begin := time.Now()
		res, fresh, err := h.judge(ctx, m)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		h.results = append(h.results, res)
		if res.Verdict == killed || res.Verdict == survived {
			judged++
		}
		if !fresh {
			continue
		}
		fmt.Fprintf(h.w, "%3d %s:%d %-8s %s: %s %s (%.0f s)\n", judged, m.File, m.Line, res.Verdict, m.Key(), res.Where, res.Killer, time.Since(begin).Seconds())
		if err = errors.Join(h.journal.keep(res), h.runner.tidy()); err != nil {
			return err
		}
	}
	return nil
}

// judge finds the verdict on m; fresh says that it was not known before.
func (h *hunt) judge(ctx context.Context, m *mutant) (res result, fresh bool, err error) {
	if why, ok := h.listed[m.Key()]; ok {
		return result{mutant: m, Verdict: listed, Why: why}, false, nil
	}
	if res, ok := h.journal.verdict(m); ok && res.Verdict != survived {
		return res, false, nil
	}
	res, err = h.runner.judge(ctx, m, suite.stages(m))
	return res, true, err
}

// judge tries the tests of each stage on m. Where a binary is as it was without
// the fault, nothing is run.
func (r *runner) judge(ctx context.Context, m *mutant, stages []stage) (result, error) {
	res := result{mutant: m, Verdict: same}
	overlay, err := r.overlay(m)
	if err != nil {
		return res, err
	}
	for _, s := range stages {
		hash, err := r.build(ctx, s, overlay)
		if errors.Is(err, errBroken) {
			res.Verdict = broken
			return res, ctx.Err()
		}
		if err != nil {
			return res, err
		}
		if hash == r.base[s].Hash {
			continue
		}
		res.Verdict = survived
		if o := r.tried(ctx, s); o.killer != "" {
			res.Verdict, res.Where, res.Killer = killed, s, o.killer
			return res, ctx.Err()
		}
	}
	return res, ctx.Err()
}

// tried runs a stage. A test that fails has to fail again, alone or with those
// before it: one that measures time may fail for want of it.
func (r *runner) tried(ctx context.Context, s stage) outcome {
	o := r.test(ctx, s, "")
	if o.killer == "" || o.sure {
		return o
	}
	if again := r.test(ctx, s, o.killer); again.killer != "" {
		return o
	}
	return r.test(ctx, s, "")
}
