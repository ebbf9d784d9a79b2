package main

import (
	"bytes"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// keeps decodes count random values, and does to the input, to what was decoded and to the target what must not show.
func keeps(r *run) []figure {
	vs := newValues(r.seed)
	var next, decodes atomic.Int64
	r.together(func(int) {
		for i := int(next.Add(1)) - 1; i < r.count; i = int(next.Add(1)) - 1 {
			k := kept{run: r, vs: vs, i: i}
			r.guarded(vs.name(i), nil, k.value)
			decodes.Add(int64(k.decodes))
		}
	})
	return []figure{r.figure(figure{
		Key: "aliasing", Row: 10,
		Name:    "decoded values that differ after the input is overwritten, after appends to every []byte, in used targets, or after the next decode",
		Goal:    "0 of 10^6 values",
		Figure:  fmt.Sprintf("%d of %s", r.failed, count(r.count)),
		Met:     r.failed == 0 && decodes.Load() > 0 && (r.quick || r.count >= 1_000_000),
		Counted: fmt.Sprintf("%s of %d types, %s", plural(r.count, "value"), len(vs.plans), plural(int(decodes.Load()), "decode")),
		Note: "What a value is to be says the oracle in internal/ref. In each of 7 modes: a decode into a fresh target, appends to each []byte of it, and, unless it aliases the input, " +
			"the input overwritten; a decode into a target that holds another value; and, without Reuse, that other value as it was handed out.",
	})}
}

// kept is the check of one value.
type kept struct {
	*run
	vs      *values
	i       int
	p       codec.Protocol
	decodes int
}

// one is a value as a peer has it: bytes, and what they are to be.
type one struct {
	wire []byte
	want any
}

func (k *kept) value() {
	k.p = protocols[k.i/len(k.vs.plans)%2]
	a, ok := k.make(0)
	b, okToo := k.make(1)
	if !ok || !okToo {
		return
	}
	for i := range modes {
		k.fresh(i, a)
		k.used(i, a, b)
	}
}

// make returns a random value.
func (k *kept) make(salt uint64) (o one, ok bool) {
	v, t := k.vs.value(k.i, salt), k.vs.plan(k.i).Go
	b, err := k.codec(t, k.p, codec.Options{}).Append(nil, v)
	if err != nil {
		k.fault("%s, %v: Append: %v", k.vs.name(k.i), k.p, err)
		return o, false
	}
	o = one{b, reflect.New(t).Interface()}
	if n, err := ref.Decode(bytes.Clone(b), ref.Protocol(k.p), o.want, ref.Options{}); n != len(b) || err != nil {
		k.fault("%s, %v: the oracle takes %d of %d bytes, %v: %s", k.vs.name(k.i), k.p, n, len(b), err, inHex(b))
		return o, false
	}
	return o, true
}

// decode decodes o into v.
func (k *kept) decode(mode int, src []byte, v any) {
	k.decodes++
	c := k.codec(reflect.TypeOf(v).Elem(), k.p, modes[mode].o)
	if n, err := c.Decode(src, v); n != len(src) || err != nil {
		k.wrong(mode, src, fmt.Sprintf("Decode = %d, %v", n, err))
	}
}

func (k *kept) wrong(mode int, wire []byte, what string) {
	k.fault("%s, %v, %s: %s, input %s", k.vs.name(k.i), k.p, modes[mode].name, what, inHex(wire))
}

// same checks that v is what o says.
func (k *kept) same(mode int, when string, v any, o one) {
	if d := wiretest.Diff(v, o.want); d != "" {
		k.wrong(mode, o.wire, when+d)
	}
}

// fresh checks a value in a fresh target.
func (k *kept) fresh(mode int, o one) {
	src, v := bytes.Clone(o.wire), reflect.New(reflect.TypeOf(o.want).Elem()).Interface()
	k.decode(mode, src, v)
	k.same(mode, "the value differs", v, o)
	some := false
	byteSlices(reflect.ValueOf(v), func(b []byte) {
		some = true
		if cap(b) != len(b) {
			k.wrong(mode, o.wire, fmt.Sprintf("a []byte of %d bytes has capacity %d", len(b), cap(b)))
		}
		b = append(b, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee)
		_ = b
	})
	if !bytes.Equal(src, o.wire) {
		k.wrong(mode, o.wire, "the input has changed")
	}
	if modes[mode].o.Strings != codec.Alias {
		for i := range src {
			src[i] = 0xaa
		}
		some = true
	}
	if some {
		k.same(mode, "the value has changed", v, o)
	}
}

// used checks o in a target that holds other, and that other is still what it was.
func (k *kept) used(mode int, o, other one) {
	target := reflect.New(reflect.TypeOf(o.want).Elem())
	k.decode(mode, other.wire, target.Interface())
	before := reflect.New(target.Type().Elem())
	before.Elem().Set(target.Elem())
	k.decode(mode, o.wire, target.Interface())
	k.same(mode, "in a used target the value differs", target.Interface(), o)
	if !modes[mode].o.Reuse {
		k.same(mode, "what was handed out earlier has changed", before.Interface(), other)
	}
}
