//go:build !purego && !race && !thriftcheck

package binary

import (
	"golang.org/x/sys/cpu"

	"github.com/miserwire/miser/unsafeio"
)

// The assembly executor: see append_amd64.s. It runs the same ops as
// appendOps, its twin. The race detector must see each access, so its
// build has the twin only.

// haveAssembly says that some op may have code in assembly.
const haveAssembly = true

// levels names what the executor may use of the CPU, from nothing on.
var levels = [...]string{levelGo: "go", levelSSE2: "sse2", levelAVX2: "avx2"}

const (
	levelGo = iota // no assembly at all
	levelSSE2
	levelAVX2
)

// level is the best of levels that this CPU has. Only tests change it.
var level = bestLevel()

func bestLevel() int {
	if cpu.X86.HasAVX2 {
		return levelAVX2
	}
	return levelSSE2
}

// One call is over before anyone waits for it, since nothing can preempt it.
const (
	maxFrames = 32       // structs nested in it
	maxItems  = 16384    // structs, by their cost, and elements of lists
	maxBytes  = 64 << 10 // bytes written
)

// longNumbers is from how many bytes on a list of numbers is left to unsafeio,
// whose loop is longer.
const longNumbers = 4 << 10

// The assembly alone reads these.
var (
	_ = [...]int{maxFrames, maxItems, maxBytes, longNumbers}
	_ = &masks
)

// masks are those of the first 1 to 16 of 16 words. Of this size, they are
// aligned so that no half of one crosses a cache line.
var masks = func() (m [16][16]uint32) {
	for i := range m {
		for k := range i + 1 {
			m[i][k] = ^uint32(0)
		}
	}
	return m
}()

// execute encodes the fields from op o on of the struct at base, from offset
// n on. It returns the op at which it had to stop, and the offset where that
// op's bytes begin; nil and the offset after the struct when it is done. Far is
// the offset that it had reached, perhaps inside of that op.
//
// Caller: o is fast, and so on as for appendStruct.
//
//go:noescape
func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int) (next *op, m, far int)

// Begin is the part of Encode, with depth levels, that needs no Encoder: all of
// it where assembly gets to the end. It returns where Finish has to go on, nil
// when there is nothing left, and the bytes written so far.
func (p *Program) Begin(base, buf unsafeio.Ptr, lim, depth int) (o *Step, n int) {
	o, n, _ = execute(p.first, base, buf, 0, lim, depth)
	return o, n
}
