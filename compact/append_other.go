//go:build !amd64 || purego || race || thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// This build has no assembly: see append_amd64.go.

const haveAssembly = false

var levels = [...]string{"go"}

var level = bestLevel()

func bestLevel() int { return 0 }

func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (next *op, m int, id int16, far int) {
	return o, n, last, n
}

// Begin is what there is to do without an Encoder: nothing.
func (p *Program) Begin(base, buf unsafeio.Ptr, lim, depth int) (o *Step, n int, last int16) {
	return p.first, 0, 0
}
