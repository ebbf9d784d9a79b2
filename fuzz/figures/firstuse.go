package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/layout"
)

// racers are the goroutines that use all types for the first time at once.
const racers = 64

// firstUse builds this command with -race, and has count fresh processes use mutually recursive types for the first
// time, by many goroutines at once.
func firstUse(r *run) []figure {
	var done, goroutines atomic.Int64
	var mu sync.Mutex
	plans := map[string]int{} // by the digest of all plans: how many processes had them
	dir, err := os.MkdirTemp("", "figures")
	if err == nil {
		defer os.RemoveAll(dir)
		binary := filepath.Join(dir, "figures")
		build := exec.Command("go", "build", "-race", "-o", binary, "./fuzz/figures")
		build.Dir = r.root
		var out []byte
		if out, err = build.CombinedOutput(); err != nil {
			err = fmt.Errorf("go build -race: %w: %s", err, out)
		} else {
			var next atomic.Int64
			r.together(func(int) {
				for i := int(next.Add(1)) - 1; i < r.count; i = int(next.Add(1)) - 1 {
					got, err := runFirstUse(binary, r.seed+uint64(i))
					if err != nil {
						r.fault("process %d: %v", i, err)
						continue
					}
					done.Add(1)
					goroutines.Add(int64(got.Goroutines))
					mu.Lock()
					plans[got.Digest]++
					mu.Unlock()
				}
			})
		}
	}
	if err != nil {
		r.fault("%v", err)
	}
	if len(plans) > 1 {
		r.fault("the plans of different processes differ: %v", plans)
	}
	return []figure{r.figure(figure{
		Key: "first-use", Row: 11,
		Name:    fmt.Sprintf("first use of mutually recursive types by %d goroutines at once, fresh processes under -race: reports, plans that differ", racers),
		Goal:    "0 of 1,000 processes",
		Figure:  fmt.Sprintf("%d of %s", r.failed, count(r.count)),
		Met:     r.failed == 0 && int(done.Load()) == r.count && (r.quick || r.count >= 1000),
		Counted: fmt.Sprintf("%s processes, %s, %d types", count(int(done.Load())), plural(int(goroutines.Load()), "goroutine"), len(ringTypes())),
		Note:    "Each goroutine uses all types in an order of its own, in both protocols; plans are compared by Explain and Fingerprint, between goroutines and between processes.",
	})}
}

// firstUseResult is what a process tells.
type firstUseResult struct {
	Goroutines int
	Digest     string
}

// runFirstUse runs one process, which finds no other cores than those of its seed.
func runFirstUse(binary string, seed uint64) (got firstUseResult, err error) {
	cmd := exec.Command(binary, "-child", "firstuse", fmt.Sprint(seed))
	cmd.Env = append(os.Environ(), "GORACE=halt_on_error=1 exitcode=66", fmt.Sprintf("GOMAXPROCS=%d", 2+seed%7))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return got, fmt.Errorf("seed %d: %w: %s", seed, err, errs.Bytes()[:min(errs.Len(), longHex)])
	}
	if bytes.Contains(errs.Bytes(), []byte("DATA RACE")) {
		return got, fmt.Errorf("seed %d: %s", seed, errs.Bytes())
	}
	return got, json.Unmarshal(out.Bytes(), &got)
}

func firstUseChild(args []string) error {
	if len(args) != 1 {
		return errors.New("firstuse: a seed is needed")
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	got, err := race(seed, ringTypes(), racers)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// race has goroutines use all types at once.
func race(seed uint64, types []reflect.Type, goroutines int) (got firstUseResult, err error) {
	var all sync.WaitGroup
	start := make(chan struct{})
	explained := make([]string, goroutines)
	errs := make([]error, goroutines)
	for g := range goroutines {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(g)))
			texts := make([]string, len(types))
			<-start
			for _, i := range r.Perm(len(types)) {
				texts[i], errs[g] = use(r, types[i])
				if errs[g] != nil {
					return
				}
			}
			explained[g] = digest(texts)
		})
	}
	close(start)
	all.Wait()
	for g, e := range explained {
		if errs[g] != nil {
			return got, errs[g]
		}
		if e != explained[0] {
			return got, fmt.Errorf("the plans of goroutine %d differ from those of the first", g)
		}
	}
	return firstUseResult{goroutines, explained[0]}, nil
}

func digest(texts []string) string {
	var h hash.Hash = sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d %s", len(t), t)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// use encodes and decodes a t in both protocols, and returns what its plan is.
func use(r *rand.Rand, t reflect.Type) (text string, err error) {
	explains := [2]string{}
	for _, i := range r.Perm(len(protocols)) {
		o := codec.Options{Reuse: r.IntN(2) == 0, Canonical: r.IntN(2) == 0, Strings: codec.Strings(r.IntN(3))}
		c, err := codec.ForType(t, protocols[i], o)
		if err != nil {
			return "", err
		}
		plan, err := layout.Of(t)
		if err != nil {
			return "", err
		}
		v, err := some(r, plan)
		if err != nil {
			return "", err
		}
		b, err := c.Append(nil, v)
		switch {
		case errors.Is(err, codec.ErrUnion): // of a zero value
		case err != nil:
			return "", fmt.Errorf("%v, %v: Append: %w", t, protocols[i], err)
		default:
			if n, err := c.Decode(b, reflect.New(t).Interface()); n != len(b) || err != nil {
				return "", fmt.Errorf("%v, %v: Decode = %d of %d, %w", t, protocols[i], n, len(b), err)
			}
		}
		explains[i] = fmt.Sprintf("%x %s", plan.Fingerprint(), c.Explain())
	}
	return fmt.Sprintf("%v %s %s", t, explains[0], explains[1]), nil
}

// filled is how rarely a value is a random one, which takes long to make under the race detector.
const filled = 8

// some returns a pointer to a value: mostly the zero one.
func some(r *rand.Rand, plan *layout.Struct) (any, error) {
	if r.IntN(filled) > 0 {
		return reflect.New(plan.Go).Interface(), nil
	}
	f, err := fill.New(plan, fill.Rules{})
	if err != nil {
		return nil, err
	}
	return f.Make(r, 2).Interface(), nil
}
