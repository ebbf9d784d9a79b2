package main

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// What one input may take.
const (
	perByte = 100 * time.Nanosecond
	perCall = 20 * time.Microsecond
)

// worst measures the longest time for an input: for hostile ones of all lengths up to count bytes, for their beginnings,
// and for all malformed inputs. The heavy ones are a figure of their own.
func worst(r *run) []figure {
	s, heavy := slowest{run: r}, slowest{run: r}
	for i := range hostiles {
		if h := &hostiles[i]; h.heavy {
			heavy.all(h)
		} else {
			s.all(h)
		}
	}
	malformed := wiretest.Malformed()
	if r.part > 0 {
		malformed = malformed[:r.part]
	}
	for _, c := range malformed {
		p := codec.Binary
		if c.Protocol == "compact" {
			p = codec.Compact
		} else if c.Protocol != "binary" {
			continue
		}
		h := hostile{t: reflect.TypeOf(wiretest.Lookup(c.Type).New()).Elem()}
		for _, w := range works {
			s.time(fmt.Sprintf("malformed %s, %s, %s", c.File, c.Name, w.name), c.Input, w.do(r, &h, p, c.Input))
		}
	}
	normal := s.figure("time-worst", "time for any input, error paths included")
	wide := heavy.figure("time-worst-wide", "the same for structs of 200 absent fields")
	wide.Note += " A byte of such an input stands for 2.4 KB of memory, which is taken, cleared and looked at by the collector; Limits.Alloc bounds it: by default to 64 MiB and 16 times the input."
	return []figure{r.figure(normal), r.figure(wide)}
}

// all times every work on inputs of h of all lengths.
func (s *slowest) all(h *hostile) {
	for _, p := range protocols {
		for _, n := range []int{1, 16, 256, 1 << 12, 1 << 16, 1 << 20, 4 << 20} {
			if n > s.count || h.most > 0 && n > h.most {
				break
			}
			src := h.input(newWire(p), n)
			for _, w := range works {
				what := fmt.Sprintf("%s, %v, %s", h.name, p, w.name)
				s.time(what, src, w.do(s.run, h, p, src))
				if half := src[: len(src)/2 : len(src)/2]; len(half) > 0 {
					s.time(what+", the first half", half, w.do(s.run, h, p, half))
				}
			}
		}
	}
}

func (s *slowest) figure(key, name string) figure {
	return figure{
		Key: key, Row: 3, Name: name,
		Goal:    "≤ 100 ns for each byte + 20 µs",
		Figure:  fmt.Sprintf("%.0f %% of that at most; %.1f ns for each byte from 64 KiB on", 100*s.worst, s.each),
		Met:     s.worst <= 1 && s.inputs > 0,
		Counted: plural(s.inputs, "input"),
		Note: fmt.Sprintf("Time of the process on all cores, the collector's included: medians. Most of what is allowed: %s. "+
			"Most for each byte: %s.", s.at, s.eachAt),
	}
}

type slowest struct {
	*run
	inputs int
	worst  float64 // part of what is allowed
	each   float64 // ns for each byte of long inputs
	at     string
	eachAt string
}

// tellTime is what the clock can tell.
const tellTime = 200 * time.Microsecond

// longInput is where the time for each byte says something.
const longInput = 1 << 16

// time measures f, which is for src.
func (s *slowest) time(what string, src []byte, f func()) {
	s.inputs++
	s.guarded(what, src, func() {
		ts, often := s.times(f, 5)
		t := median(ts) / often
		allowed := perCall + perByte*time.Duration(len(src))
		if t > allowed { // what else the machine does only ever adds to it
			ts, often = s.times(f, 21)
			t = min(t, slices.Min(ts)/often)
		}
		if part := float64(t) / float64(allowed); part > s.worst {
			s.worst, s.at = part, fmt.Sprintf("%s, %s: %v", what, plural(len(src), "byte"), t)
		}
		if each := float64(t) / float64(len(src)); len(src) >= longInput && each > s.each {
			s.each, s.eachAt = each, fmt.Sprintf("%s, %s: %v", what, plural(len(src), "byte"), t)
		}
	})
}

// times returns the times of so many runs of f, each as often in a row as the clock needs.
func (s *slowest) times(f func(), times int) (ts []time.Duration, often time.Duration) {
	f()
	often = 1
	if t := took(f); t < tellTime {
		often = tellTime/max(t, time.Microsecond) + 1
	}
	return alternate(times, func() {}, func() {
		for range often {
			f()
		}
	})[0], often
}
