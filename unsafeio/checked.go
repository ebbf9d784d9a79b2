//go:build thriftcheck

package unsafeio

import (
	"fmt"
	"math"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// Checked reports whether this build asserts what the comments ask of callers.
const Checked = true

// Ptr is an address that knows what it may be used for: the memory that it was
// derived from, the Go type that lies there, and for how long. Twin: ptr.go.
type Ptr struct {
	p    unsafe.Pointer
	at   span
	kind *kind
	win  *window // nil: for good
}

// span is where a Ptr stands in its memory.
type span struct {
	_         [0]func() // two Ptr are compared by Same, never by ==
	off, size uint32
}

// boundless is the size of memory whose end is not known, or beyond 4 GiB.
const boundless = math.MaxUint32

// spanOf is the span of size bytes at their beginning; a negative size is not
// known.
// Rules: none. Guard: TestChecked.
func spanOf(size int) span { return span{size: uint32(min(uint64(size), boundless))} }

// window is how long some memory may be used, and whether it may be changed.
type window struct {
	what  string
	write bool
	over  atomic.Bool
}

// What has no end, but must not be written.
var (
	theInput  = &window{what: "an input"}
	theString = &window{what: "a string"}
)

// The kinds of memory that no Go type says.
var (
	wire    = &kind{name: "wire bytes"}
	unknown = &kind{name: "unknown memory"} // no more than the address is known
)

// fail panics: op was to use n bytes at p.
// Rules: none. Guard: TestChecked.
func (p Ptr) fail(op string, n int, why string) {
	panic(fmt.Sprintf("unsafeio: %s: %d bytes at offset %d of %s, address %#x: %s", op, n, p.at.off, p.memory(), uintptr(p.p), why))
}

// memory describes what p points into.
// Rules: none. Guard: TestChecked.
func (p Ptr) memory() string {
	if p.p == nil {
		return "nothing"
	}
	s := "memory without a known end"
	if p.at.size != boundless {
		s = fmt.Sprintf("%d bytes", p.at.size)
	}
	s += " of " + p.kind.String()
	if p.win != nil {
		s += ", window of " + p.win.what
		if p.win.write {
			s += " to be written"
		} else {
			s += " to be read"
		}
	}
	return s
}

// live asserts that p may still be used, with write be written to.
// Rules: none. Guard: TestChecked.
func (p Ptr) live(op string, n int, write bool) {
	switch {
	case p.win == nil:
	case p.win.over.Load():
		p.fail(op, n, "the window is over")
	case write && !p.win.write:
		p.fail(op, n, "a store to what may only be read")
	}
}

// bounds asserts that n bytes are at p.
// Rules: none. Guard: TestChecked.
func (p Ptr) bounds(op string, n int, write bool) {
	p.live(op, n, write)
	switch {
	case n < 0:
		p.fail(op, n, "a negative number of bytes")
	case n == 0:
	case p.p == nil:
		p.fail(op, n, "the address is nil")
	case p.at.size != boundless && uint64(p.at.off)+uint64(n) > uint64(p.at.size):
		p.fail(op, n, "they do not lie inside")
	}
}

// moved is p, n bytes on.
// Rules: none. Guard: TestChecked.
func (p Ptr) moved(op string, n int) Ptr {
	if n == 0 {
		return p
	}
	p.live(op, 0, false)
	to := uint64(p.at.off) + uint64(n)
	switch {
	case n < 0:
		p.fail(op, 0, fmt.Sprintf("moved by %d", n))
	case p.p == nil:
		p.fail(op, 0, "the address is nil")
	case p.at.size != boundless && to >= uint64(p.at.size):
		p.fail(op, 0, fmt.Sprintf("moved by %d, which is not inside", n))
	}
	q := p
	q.p = unsafe.Add(p.p, n)
	q.at.off = uint32(min(to, boundless))
	return q
}

// raw asserts that n bytes without pointers are at p, which is of any alignment.
// Rules: none. Guard: TestChecked.
func (p Ptr) raw(op string, n int, write bool) unsafe.Pointer {
	p.bounds(op, n, write)
	if p.kind != wire && p.kind != unknown && n > 0 {
		if why := p.kind.plain(int(p.at.off), n, write); why != "" {
			p.fail(op, n, why)
		}
	}
	return p.p
}

// part asserts that a variable of n bytes and of one of some classes is at p, and
// returns what the type says of it: nil where nothing is known.
// Rules: none. Guard: TestChecked.
func (p Ptr) part(op string, some class, n int, write bool) *part {
	p.bounds(op, n, write)
	if uintptr(p.p)%alignOf(n) != 0 {
		p.fail(op, n, "not aligned")
	}
	switch p.kind {
	case unknown:
		return nil
	case wire:
		p.fail(op, n, "a variable is looked for among wire bytes")
	}
	found := p.kind.at(int(p.at.off))
	if n == 4 && some&number != 0 && (found == nil || found.size != n) && uintptr(p.at.off) >= LowWord {
		found = p.kind.at(int(p.at.off) - int(LowWord)) // half of an enum of 8 bytes
		if found != nil && found.class == number && found.size == 8 {
			return found
		}
	}
	switch {
	case found == nil:
		p.fail(op, n, "no variable begins there")
	case found.class&some == 0:
		p.fail(op, n, "a variable of another kind is there: "+found.String())
	case some&(number|boolean) != 0 && found.size != n:
		p.fail(op, n, "a number of another size is there: "+found.String())
	}
	return found
}

// is asserts that n adjacent values of type t are at p, and returns p narrowed
// to them.
// Rules: none. Guard: TestChecked.
func (p Ptr) is(op string, t reflect.Type, n int, write bool) Ptr {
	k := p.kind
	if k == nil || k.typ != t {
		k = kindOf(t)
	}
	size := k.size * n
	p.bounds(op, size, write)
	if size > 0 {
		if uintptr(p.p)%uintptr(t.Align()) != 0 {
			p.fail(op, size, "not aligned for a "+t.String())
		}
		switch {
		case p.kind == k && int(p.at.off)%k.size == 0, p.kind == unknown:
		case p.kind == wire:
			p.fail(op, size, "a "+t.String()+" is looked for among wire bytes")
		default:
			for i := range n {
				if !p.kind.holds(int(p.at.off)+i*k.size, k) {
					p.fail(op, size, "there is no "+t.String())
				}
			}
		}
	}
	return Ptr{p.p, spanOf(size), k, p.win}
}

// alignOf is the alignment of a variable of n bytes.
// Rules: none. Guard: TestChecked.
func alignOf(n int) uintptr {
	switch n {
	case 2, 4:
		return uintptr(n)
	case 8:
		return unsafe.Alignof(uint64(0))
	case 1, 16:
		return 1 // a UUID is an array of bytes
	}
	return PtrSize
}
