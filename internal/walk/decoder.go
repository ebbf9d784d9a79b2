package walk

import (
	"math"

	"github.com/miserwire/miser/unsafeio"
)

// Mode says where decoded strings live.
type Mode uint8

// The modes, as codec.Strings documents them.
const (
	Shared Mode = iota
	Own
	Alias
)

// Limits bound one decode, encode or skip.
type Limits struct {
	Depth     int
	Container int   // 0: no bound but the bytes left
	Bytes     int   // math.MaxInt likewise
	Alloc     int64 // bytes; 0: AllocDefault, negative: no limit
}

// The default bounds of Limits.Alloc: a base, and a factor of the input.
const (
	allocBase   = 64 << 20
	allocFactor = 16
)

// AllocDefault is Limits.Alloc where the user gave none.
func AllocDefault(input int) int64 { return allocBase + allocFactor*int64(input) }

// Options are what all decodes of one codec have in common.
type Options struct {
	Limits
	Mode   Mode
	Reuse  bool // decode into the memory that the value owns
	Strict bool
	NoScan bool // for tests: no assembly
}

// Decoder is the state of one decode. It lives on the stack of codec's worker
// and is passed by pointer.
type Decoder struct {
	*Options
	Fault
	Odd Odd // the last field of another type: what is refused, or then missing

	// Copy is where input offset Base is mirrored for strings: the input
	// itself under Alias, one copy of a small message under Shared. Nil until
	// known, and always under Own.
	Copy unsafeio.Ptr
	Base int

	Scan   bool // assembly may be used
	Refill bool // and for all of a used struct
	Log    Log

	end    int   // of the input
	budget int64 // bytes that may still be allocated
	chunk  unsafeio.Ptr
	used   int
	size   int

	blocks int             // struct blocks allocated
	arena  *unsafeio.Arena // of a large message with many of them

	// Seen is room for the presence bits of structs with more than 64 fields.
	Seen []uint64
}

// RefillBits is how many bits the length of input has that is decoded by Refill.
const RefillBits = 30

// Log is what assembly leaves to do for one struct: it stores no pointer.
type Log struct {
	N       int
	Most    int // bytes of a text that may be logged
	Entries [LogSize]LogEntry
}

// LogSize is the most entries that one call leaves.
const LogSize = 8

// LogEntry is a field whose pointer is to be stored: which one, as its walker
// names it, and its text, if it is one: offset in the input, and length from
// bit 32 on.
type LogEntry struct {
	Field, Text uint64
}

const (
	wholeCopy  = 4 << 10 // input up to this is copied once for all its strings
	firstChunk = 512
	lastChunk  = 4 << 10
	ownChunk   = 1 << 10 // strings from this on get memory of their own
)

// Start prepares d, whose Options are set, for input of length n at src.
func (d *Decoder) Start(src unsafeio.Ptr, n int) {
	d.end = n
	d.Log.Most = d.Bytes
	d.Scan = !d.NoScan && n <= math.MaxInt32
	d.Refill = d.Scan && d.Reuse && d.Mode == Alias && d.Container == 0 && n < 1<<RefillBits
	d.budget = d.Alloc
	if d.Alloc == 0 {
		d.budget = AllocDefault(n)
	}
	if d.Mode == Alias {
		d.Copy = src
	}
}

// Charge takes n bytes from the allocation budget and reports whether they
// were there.
func (d *Decoder) Charge(n int64) bool {
	d.budget -= n
	return d.budget >= 0 || d.Alloc < 0
}

// Text returns the address of memory that holds the l bytes at offset n of
// the input and may be kept, or nil when the budget is spent. It is the slow
// half of string decoding: the walkers first try d.Copy.
// Caller: l > 0 and n+l is inside the input.
//
//go:noinline
func (d *Decoder) Text(src unsafeio.Ptr, n, l int) unsafeio.Ptr {
	if d.Mode == Shared {
		if rest := d.end - n; rest <= wholeCopy {
			if !d.Charge(unsafeio.Rounded(int64(rest))) {
				return unsafeio.Ptr{}
			}
			d.Copy, d.Base = unsafeio.CloneBytes(src.Add(n), rest), n
			return d.Copy
		}
		if l < ownChunk {
			return d.fromChunk(src.Add(n), l)
		}
	}
	if !d.Charge(unsafeio.Rounded(int64(l))) {
		return unsafeio.Ptr{}
	}
	return unsafeio.CloneBytes(src.Add(n), l)
}

// fromChunk copies l bytes into the current chunk, a new one when it is full.
func (d *Decoder) fromChunk(src unsafeio.Ptr, l int) unsafeio.Ptr {
	if d.size-d.used < l {
		next := max(min(max(2*d.size, firstChunk), lastChunk), l)
		if !d.Charge(unsafeio.Rounded(int64(next))) {
			return unsafeio.Ptr{}
		}
		d.chunk, d.used, d.size = unsafeio.NewBytes(next), 0, next
	}
	p := d.chunk.Add(d.used)
	p.Copy(src, l)
	d.used += l
	return p
}

// Retain appends an unknown field to what the struct keeps and reports
// whether the budget allowed it. Finish drops the spare capacity.
func (d *Decoder) Retain(kept *[]byte, field []byte) bool {
	if !d.Reserve(kept, len(field)) {
		return false
	}
	*kept = append(*kept, field...)
	return true
}

// Reserve makes room for n more bytes in what the struct keeps and reports
// whether the budget allowed it.
func (d *Decoder) Reserve(kept *[]byte, n int) bool {
	need := len(*kept) + n
	if need <= cap(*kept) {
		return true
	}
	size := max(need, 2*cap(*kept))
	if !d.Charge(unsafeio.Rounded(int64(size))) {
		return false
	}
	*kept = append(make([]byte, 0, size), *kept...)
	return true
}
