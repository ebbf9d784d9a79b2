package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/miserwire/miser/codec"
)

// torn encodes count times values that another goroutine changes meanwhile, in a process of its own: a write that goes
// astray may end it.
func torn(r *run) []figure {
	got, err := runTorn(r.seed, r.count)
	if err != nil {
		r.fault("the process: %v", err)
	}
	for _, f := range got.Faults {
		r.fault("%s", f)
	}
	r.failed += got.Failed - len(got.Faults)
	return []figure{r.figure(figure{
		Key: "encode-torn", Row: 9,
		Name:    "encoding values that another goroutine changes: stray writes, lengths that disagree with their bytes",
		Goal:    "0 of 10^6",
		Figure:  fmt.Sprintf("%d of %s", r.failed, count(got.Encodes)),
		Met:     r.failed == 0 && got.Encodes >= r.count && got.Changed > 0 && (r.quick || got.Encodes >= 1_000_000),
		Counted: fmt.Sprintf("%s, of which %s differ from the one before and %s end in an error", plural(got.Encodes, "encode"), count(got.Changed), count(got.Errors)),
		Note: "In a process of its own, without -race. What is written is to be skipped whole, with canaries on either side of the buffer; else there is to be an error. " +
			"Strings and slices are such that torn headers stay in their memory, which no library could see to.",
	})}
}

// tornResult is what the process tells.
type tornResult struct {
	Encodes, Changed, Errors, Failed int
	Faults                           []string
}

func runTorn(seed uint64, count int) (got tornResult, err error) {
	if raceEnabled {
		return got, errors.New("this build has the race detector, which would report the races that are meant")
	}
	self, err := os.Executable()
	if err != nil {
		return got, err
	}
	cmd := exec.Command(self, "-child", "torn", fmt.Sprint(seed), fmt.Sprint(count))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return got, fmt.Errorf("%w: %s", err, errs.Bytes()[:min(errs.Len(), longHex)])
	}
	return got, json.Unmarshal(out.Bytes(), &got)
}

func tornChild(args []string) error {
	if len(args) != 2 {
		return errors.New("torn: a seed and a count are needed")
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	times, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(max(4, runtime.NumCPU()))
	t := tearer{run: &run{seed: seed, codec: library, log: os.Stderr}}
	t.all(times)
	t.Failed, t.Faults = t.failed, t.faults
	return json.NewEncoder(os.Stdout).Encode(t.tornResult)
}

// frozenValues is how many values a changing one takes parts from.
const frozenValues = 6

// tearer encodes changing values.
type tearer struct {
	*run
	tornResult
	room []byte
}

// all encodes values of all types, so often in all.
func (t *tearer) all(times int) {
	vs := newValues(t.seed)
	plans := len(vs.plans)
	for i := range plans {
		take := func(salt uint64) reflect.Value { return reflect.ValueOf(vs.value(i, salt)) }
		var frozen []reflect.Value
		for salt := range uint64(frozenValues) {
			frozen = append(frozen, take(salt+1))
		}
		tearing := newTearing(take(0), frozen)
		if len(tearing.places) == 0 {
			continue
		}
		t.one(vs.name(i), tearing, (times-t.Encodes)/(plans-i))
	}
}

// one encodes a value so often while it changes.
func (t *tearer) one(what string, value *tearing, times int) {
	var stop atomic.Bool
	var changing sync.WaitGroup
	changing.Go(func() { value.change(rand.New(rand.NewPCG(t.seed, 9)), stop.Load) })
	defer changing.Wait()
	defer stop.Store(true)
	typ := value.live.Type().Elem()
	var coders []coder
	for _, p := range protocols {
		for _, o := range []codec.Options{{}, {Canonical: true}} {
			coders = append(coders, t.codec(typ, p, o))
		}
	}
	var last []byte
	for i := range times {
		k := i % 8
		c, p := coders[k%4], protocols[k%4/2]
		var b []byte
		t.guarded(what, nil, func() {
			if k < 4 {
				b = t.append(what, c, p, value.live.Interface())
			} else {
				b = t.encode(what, c, p, value.live.Interface())
			}
		})
		t.Encodes++
		if b == nil {
			t.Errors++
		} else if !bytes.Equal(b, last) {
			t.Changed++
			last = append(last[:0], b...)
		}
	}
}

// append returns what Append gives, nil where that is an error.
func (t *tearer) append(what string, c coder, p codec.Protocol, v any) []byte {
	b, err := c.Append(t.room[:0], v)
	if err != nil {
		if len(b) != 0 {
			t.fault("%s, %v: Append = %d bytes, %v", what, p, len(b), err)
		}
		return nil
	}
	return t.whole(what, p, b)
}

// encode returns what Encode gives, nil where that is an error.
func (t *tearer) encode(what string, c coder, p codec.Protocol, v any) []byte {
	size, err := c.Size(v)
	if err != nil {
		return nil
	}
	t.room = append(t.room[:0], bytes.Repeat([]byte{canary}, size+2*behind)...)
	n, err := c.Encode(t.room[behind:][:size], v)
	if !bytes.Equal(t.room[:behind], canaries) || !bytes.Equal(t.room[behind+size:], canaries) {
		t.fault("%s, %v: Encode into %d bytes wrote outside of them", what, p, size)
	}
	switch {
	case err != nil && n == 0:
		return nil
	case err != nil || n < 1 || n > size:
		t.fault("%s, %v: Encode into %d bytes = %d, %v", what, p, size, n, err)
		return nil
	}
	return t.whole(what, p, t.room[behind:][:n])
}

// whole checks that b is a struct from its first byte to its last.
func (t *tearer) whole(what string, p codec.Protocol, b []byte) []byte {
	if n := skip(p, b, depth); n != len(b) {
		t.fault("%s, %v: of %d bytes skipping takes %d: %s", what, p, len(b), n, inHex(b))
	}
	return b
}
