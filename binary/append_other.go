//go:build !amd64 || purego || race || thriftcheck

package binary

import "github.com/miserwire/miser/unsafeio"

// This build has no assembly: see append_amd64.go.

const haveAssembly = false

var levels = [...]string{"go"}

var level = bestLevel()

func bestLevel() int { return 0 }

func execute(o *op, base, buf unsafeio.Ptr, n, lim, depth int) (next *op, m, far int) {
	return o, n, n
}

// Begin is what there is to do without an Encoder: nothing.
func (p *Program) Begin(base, buf unsafeio.Ptr, lim, depth int) (o *Step, n int) {
	return p.first, 0
}
