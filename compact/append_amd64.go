//go:build !purego && !race && !thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// The assembly executor: see append_amd64.s. It runs the same ops as
// appendOps, its twin. The race detector must see each access, so its build
// has the twin only.

// haveAssembly says that some op may have code in assembly.
const haveAssembly = true

// levels names what the executor may use of the CPU, from nothing on.
var levels = [...]string{levelGo: "go", levelBMI2: "bmi2"}

const (
	levelGo = iota // no assembly at all
	levelBMI2
)

// level is the best of levels that this CPU has. Only tests change it.
var level = bestLevel()

// bestLevel is that of lists of varints: both live by the same instructions.
func bestLevel() int {
	if varintBest() == varintBMI2 {
		return levelBMI2
	}
	return levelGo
}

// One call is over before anyone waits for it, since nothing can preempt it.
const (
	maxFrames = 32        // structs nested in it
	maxItems  = 1<<14 - 1 // structs, by their cost, and elements of lists, whose size is a varint of 2 bytes
	maxBytes  = 64 << 10  // bytes written
)

// fewVarints is up to which number of them a list is done here.
const fewVarints = 128

// The assembly alone reads these.
var (
	_ = [...]int{maxFrames, maxItems, maxBytes, fewVarints}
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
// n on; last is the id of the field before. It returns the op at which it had
// to stop, the offset where that op's bytes begin, and the id of the field
// before; nil and the offset after the struct when it is done. Far is the
// offset that it had reached, perhaps inside of that op.
//
// Caller: o is fast, and so on as for appendStruct.
//
//go:noescape
func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (next *op, m int, id int16, far int)

// Begin is the part of Encode, with depth levels, that needs no Encoder: all of
// it where assembly gets to the end. It returns where Finish has to go on, nil
// when there is nothing left, the bytes written so far, and the id of the last
// field.
func (p *Program) Begin(base, buf unsafeio.Ptr, lim, depth int) (o *Step, n int, last int16) {
	o, n, last, _ = execute(p.first, base, buf, 0, lim, depth, 0)
	return o, n, last
}
