//go:build !purego && !race && !thriftcheck

package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// scanLog and scanEntry give assembly the names of what they are.
type (
	scanLog   walk.Log
	scanEntry walk.LogEntry
)

// One call of scan is over before anyone waits for it.
const maxFields = 512

// The assembly alone reads these.
const logSize = walk.LogSize

var _ = [...]int{maxFields, logSize, int(scanEntry{}.Text)}

// scan decodes the fields of the struct at base from offset n on, as long as
// each holds a number, a bool, or text, and nothing is wrong. It stores
// numbers only; pointers it leaves to store. It returns the field to be
// expected next, nil at the stop field, the offset of its header, and the
// presence bits.
//
// Caller: f has a bit; p is no union; lim fits 31 bits; used is as of
// decodeStruct; log is nil only where p.numbers is set.
//
//go:noescape
func scan(f *dfield, p *Program, base, slots, buf unsafeio.Ptr, n, lim int, seen uint64, log *scanLog, used bool) (next *dfield, m int, bits uint64)
