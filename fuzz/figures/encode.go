package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

const (
	canary     = 0x5c
	behind     = 64  // canaries on either side of a buffer
	everyShort = 256 // bytes of a value up to which every shorter buffer is tried
	someShort  = 48  // of a longer value: as many at either end and between
)

// encode encodes count random values into buffers of all lengths up to theirs.
func encode(r *run) []figure {
	vs := newValues(r.seed)
	var next atomic.Int64
	var mu sync.Mutex
	var all encoded
	r.together(func(int) {
		e := encoded{run: r, guard: wiretest.NewGuard(inCommand{}, 1<<18)}
		for i := int(next.Add(1)) - 1; i < r.count; i = int(next.Add(1)) - 1 {
			e.value(vs, i)
		}
		mu.Lock()
		defer mu.Unlock()
		all.values += e.values
		all.buffers += e.buffers
		all.bytes += e.bytes
	})
	return []figure{r.figure(figure{
		Key: "encode", Row: 9,
		Name:    "encoding random values: Size that is not what is written, stray writes, buffers that are too short and taken",
		Goal:    "0 of 10^6 values",
		Figure:  fmt.Sprintf("%d of %s", r.failed, count(all.values)),
		Met:     r.failed == 0 && all.values >= r.count && (r.quick || all.values >= 1_000_000),
		Counted: fmt.Sprintf("%s of %d types, %s bytes, %s that are too short", plural(all.values, "value"), len(vs.plans), count(all.bytes), plural(all.buffers, "buffer")),
		Note: fmt.Sprintf("Each value into a buffer of its Size, with canaries on either side and at an unreadable page, and into every shorter one; of a value of more than %d bytes, "+
			"%d lengths at either end and %d between. What is written must be skipped whole.", everyShort, someShort, someShort),
	})}
}

type encoded struct {
	*run
	guard *wiretest.Guard
	room  []byte

	values, buffers, bytes int
}

// value encodes one.
func (e *encoded) value(vs *values, i int) {
	e.values++
	v, s, p := vs.value(i, 0), vs.plan(i), protocols[i/len(vs.plans)%2]
	o := codec.Options{Canonical: i%5 == 0}
	what := fmt.Sprintf("%s, %v, %+v", vs.name(i), p, o)
	c := e.codec(s.Go, p, o)
	e.guarded(what, nil, func() {
		size, err := c.Size(v)
		if err != nil {
			e.fault("%s: Size: %v", what, err)
			return
		}
		e.bytes += size
		e.room = append(e.room[:0], bytes.Repeat([]byte{canary}, size+2*behind)...)
		e.short(what, c, v, size)
		for _, dst := range [][]byte{e.room[behind:][:size], e.guard.Tail(size)} {
			if n, err := c.Encode(dst, v); n != size || err != nil {
				e.fault("%s: Encode into a buffer of Size %d = %d, %v", what, size, n, err)
			} else if n := skip(p, dst, depth); n != size {
				e.fault("%s: Encode wrote %d bytes, of which skipping takes %d: %s", what, size, n, inHex(dst))
			}
		}
		e.intact(what, size)
		if b, err := c.Append(e.room[:behind:behind], v); len(b) != behind+size || err != nil {
			e.fault("%s: Append gives %d bytes, %v, Size is %d", what, len(b)-behind, err, size)
		}
	})
}

// short encodes into buffers shorter than size, from the shortest on: what is behind one was not written before.
func (e *encoded) short(what string, c coder, v any, size int) {
	for l := range size {
		if size > everyShort && l >= someShort && l < size-someShort && l%(size/someShort) != 0 {
			continue
		}
		e.buffers++
		if n, err := c.Encode(e.room[behind:][:l], v); n != 0 || !errors.Is(err, codec.ErrShortBuffer) {
			e.fault("%s: Encode into %d of %d bytes = %d, %v", what, l, size, n, err)
		}
		e.intact(what, l)
	}
}

var canaries = bytes.Repeat([]byte{canary}, behind)

// intact checks the canaries on either side of a buffer of l bytes.
func (e *encoded) intact(what string, l int) {
	if !bytes.Equal(e.room[:behind], canaries) || !bytes.Equal(e.room[behind+l:][:behind], canaries) {
		e.fault("%s: Encode into %d bytes wrote outside of them", what, l)
		copy(e.room, canaries)
		copy(e.room[behind+l:], canaries)
	}
}
