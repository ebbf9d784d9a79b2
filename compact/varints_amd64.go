//go:build !purego && !race && !thriftcheck

package compact

import (
	"sync"

	"golang.org/x/sys/cpu"

	"github.com/miserwire/miser/unsafeio"
)

// Lists of varints in assembly: PDEP and PEXT move 7 bits to a byte and back,
// vectors do the zigzag and find where varints end. The race detector must
// see each access, so its build has the loops of varints.go only; they are
// the twins of everything here, compared by TestVarintLevels.

// varintLevels names what may do a list, the simplest first.
var varintLevels = [...]string{varintGo: "go", varintBMI2: "bmi2"}

const (
	varintGo = iota
	varintBMI2
)

// varintLevel is the best of varintLevels on this CPU. Only tests change it.
var varintLevel = varintBest()

// varintBest looks at the CPU, once: under a hypervisor that takes long. AMD's
// first two Zens have PDEP and PEXT, but in microcode, bit by bit: the loops
// are faster there.
var varintBest = sync.OnceValue(func() int {
	const (
		amd   = 0x68747541 // the first letters of AuthenticAMD
		hygon = 0x6f677948 // and of HygonGenuine
		lzcnt = 1 << 5
	)
	_, vendor, _, _ := cpuid(0)
	version, _, _, _ := cpuid(1)
	_, _, extended, _ := cpuid(0x80000001)
	family := version>>8&0xf + version>>20&0xff
	slow := vendor == hygon || vendor == amd && family < 0x19
	if x := &cpu.X86; x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && extended&lzcnt != 0 && !slow {
		return varintBMI2
	}
	return varintGo
})

const (
	// varintsLeast is the numbers from which a call into assembly pays.
	varintsLeast = 8
	// varintsMost bounds one call, which nothing can preempt.
	varintsMost = 1024
	// varintsRoom is the bytes without which a call does nothing.
	varintsRoom = 80
)

// vectorPut writes varints of the numbers of width bytes at data, at offset n,
// as many as it can: how many, and the offset after them. Twin: putVarints.
func vectorPut(data unsafeio.Ptr, size int, width uintptr, buf unsafeio.Ptr, n, lim int) (i, m int) {
	if varintLevel == varintGo {
		return 0, n
	}
	for size-i >= varintsLeast && lim-n >= varintsRoom {
		src, dst, some := data.At(uintptr(i)*width), buf.Add(n), min(size-i, varintsMost)
		var did, used int
		switch width {
		case 2:
			did, used = putVarints16(dst, src, some, lim-n)
		case 4:
			did, used = putVarints32(dst, src, some, lim-n)
		default:
			did, used = putVarints64(dst, src, some, lim-n)
		}
		i, n = i+did, n+used
		if did < some {
			break
		}
	}
	return i, n
}

// vectorGet reads varints from offset n into the size numbers of width bytes
// at data, as many as it can: how many, and the offset after them. It stops
// before a malformed one. Twin: getVarints.
func vectorGet(data unsafeio.Ptr, size int, width uintptr, buf unsafeio.Ptr, n, lim int) (i, m int) {
	if varintLevel == varintGo {
		return 0, n
	}
	for size-i >= varintsLeast && lim-n >= varintsRoom {
		dst, src, some := data.At(uintptr(i)*width), buf.Add(n), min(size-i, varintsMost)
		var did, used int
		switch width {
		case 2:
			did, used = getVarints16(dst, src, some, lim-n)
		case 4:
			did, used = getVarints32(dst, src, some, lim-n)
		default:
			did, used = getVarints64(dst, src, some, lim-n)
		}
		i, n = i+did, n+used
		if did < some {
			break
		}
	}
	return i, n
}

// The put functions write varints of the n numbers at src to the lim bytes at
// dst, until fewer than 10 bytes are left. The get functions read varints from
// the lim bytes at src into the n numbers at dst, until fewer than 73 bytes are
// left or one is malformed; they may change the numbers behind those they did.
// Both return the numbers they did and the bytes those take.
//
// Caller: n numbers and lim bytes are there, apart from each other.

//go:noescape
func putVarints16(dst, src unsafeio.Ptr, n, lim int) (did, used int)

//go:noescape
func putVarints32(dst, src unsafeio.Ptr, n, lim int) (did, used int)

//go:noescape
func putVarints64(dst, src unsafeio.Ptr, n, lim int) (did, used int)

//go:noescape
func getVarints16(dst, src unsafeio.Ptr, n, lim int) (did, used int)

//go:noescape
func getVarints32(dst, src unsafeio.Ptr, n, lim int) (did, used int)

//go:noescape
func getVarints64(dst, src unsafeio.Ptr, n, lim int) (did, used int)

// cpuid returns what the CPU says about a topic.
func cpuid(topic uint32) (a, b, c, d uint32)
