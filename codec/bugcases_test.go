package codec_test

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// bugCheck checks what a case's expect says.
type bugCheck func(t *testing.T, c wiretest.BugCase)

// bugChecks are the checks of the cases about the bytes of a struct, or about plans.
var bugChecks = map[string]bugCheck{
	// Interoperability
	"T001": reads(&LBool{[]bool{true, false, true}}),
	"T003": reads(&LBool{[]bool{true, false, true}}),
	"T005": writes(&Bools{true, false}),
	"T007": all(reads(&OptB{A: new(true)}), writes(&OptB{A: new(true)}), reads(&OptBB{new(new(true))}), writes(&OptBB{new(new(true))})),
	"T009": reads(&MSB{map[string]bool{"a": true, "b": false}}),
	"T011": all(reads(&Bools{false, true}), mismatches(&Bools{})),
	"T013": reads(&Bools{true, true}),
	"T015": all(reads(&Dbl{1}), writes(&Dbl{1})),
	"T017": reads(&LDbl{[]float64{1, -2.5}}),
	"T018": all(reads(&MIS{map[int32]string{}, 7}), writes(&MIS{map[int32]string{}, 7})),
	"T020": reads(&LI32{make([]int32, 16), 7}),
	"T022": reads(&Sparse{C: 5}),
	"T024": all(reads(&Outer{&Inner{new(int32(1)), new(int32(2))}, 3}), writes(&Outer{&Inner{new(int32(1)), new(int32(2))}, 3})),
	"T026": reads(&I32s{7}),
	"T028": reads(&Zero{5}),
	"T030": fails(&Two{}, codec.ErrInvalid),
	"T032": all(reads(&I64s{math.MinInt64}), writes(&I64s{math.MinInt64})),
	"T034": reads(&I8s{-1}),
	"T036": writes(&Bin{[]byte("a")}),
	"T038": reads(&I32s{7}),

	// Wire types
	"T041": writes(&SetI32{[]int32{1, 2}}),
	"T043": all(reads(&En{2}), writes(&En{2})),
	"T045": overflowsEnum,
	"T049": namedTypes,
	"T050": misses(&Req{}, "A"),
	"T052": all(reads(&MIS{Z: 7}), mismatches(&MIS{})),
	"T054": all(reads(&LI32{Z: 7}), mismatches(&LI32{})),
	"T056": reads(&MIS{map[int32]string{}, 7}),
	"T058": fails(&I16s{}, codec.ErrOverflow),
	"T146": overflowsEnum,

	// Malformed bytes, memory, time, stack
	"T060": fails(&Str{}, codec.ErrInvalid),
	"T062": fails(&I32s{}, codec.ErrInvalid),
	"T064": fails(&I64s{}, codec.ErrTruncated),
	"T066": fails(&I64s{}, codec.ErrTruncated),
	"T068": fails(&I32s{}, codec.ErrInvalid),
	"T070": fails(&LI32{}, codec.ErrInvalid),
	"T072": fails(&LEmpty{}, codec.ErrTruncated),
	"T076": fails(&I32s{}, codec.ErrOverflow),
	"T078": fails(&I32s{}, codec.ErrTruncated),
	"T080": fails(&LI32{}, codec.ErrTruncated),
	"T082": fails(&LStr{}, codec.ErrTruncated),
	"T084": fails(&RecTree{}, codec.ErrInvalid),
	"T086": fails(&Str{}, codec.ErrTruncated),
	"T088": fails(&Bin{}, codec.ErrTruncated),
	"T090": all(manyEmptyMaps, linear(new(LM), partOfMaps)),
	"T092": bytesLimit,
	"T094": presizeCap,
	"T096": fails(&I32s{}, codec.ErrInvalid),
	"T098": fails(&I32s{}, codec.ErrInvalid),
	"T100": all(fails(&I64s{}, codec.ErrOverflow), failsEarly(&I64s{}, 11)),
	"T102": fails(&I32s{}, codec.ErrTruncated),
	"T104": all(reads(&I32s{7}), linear(new(I32s), partOfUnknown)),
	"T105": fails(&I32s{}, codec.ErrLimit),
	"T107": fails(&I32s{}, codec.ErrLimit),
	"T109": all(reads(chain(63)), depthBoundary),
	"T111": cycle,
	"T149": fails(&Bin{}, codec.ErrTruncated),
	"T150": everyPrefix(&Two{1, 0}),

	// Nil, empty, defaults, required, unknown
	"T114": emptyList,
	"T116": optionalList,
	"T118": nilElements,
	"T120": writes(&Outer{Z: 7}),
	"T122": nilRoot,
	"T124": all(reads(&Def{7, 9, "x"}), defaultsInside),
	"T126": omitsDefault,
	"T128": misses(&ReqFar{}, "B"),
	"T130": misses(&Req{}, "A"),
	"T132": reads(&LI32{}),
	"T134": keepsUnknown,
	"T136": keepsUnknown,
	"T138": unionArms,
	"T140": reads(&MIS{A: map[int32]string{1: "b"}}),
	"T142": reads(&SetI32{[]int32{1, 1}}),
	"T144": nanKeys,

	// Reuse, aliasing, memory
	"T151": readsInto(&Two{1, 0}, func() any { return &Two{9, 9} }),
	"T153": all(readsInto(&LI32{A: []int32{}}, func() any { return &LI32{A: []int32{1, 2, 3}} }), emptyList),
	"T155": keptPointer,
	"T157": readsInto(&U{B: new("x")}, func() any { return &U{A: new(int32(1))} }),
	"T160": capIsLen,
	"T162": keepsNoBuffer,
	"T164": retention,
	"T165": survivesGC,
	"T167": sourcesWithout(`//go:nocheckptr`),
	"T169": pointerShaped,
	"T171": func(t *testing.T, _ wiretest.BugCase) { treesUnderGC(t, 64, 300*time.Millisecond) },
	"T173": zeroSizeTail,
	"T175": func(t *testing.T, _ wiretest.BugCase) { firstUse(t, 200, 32) },
	"T177": growsMeanwhile,

	// Messages and frames
	"T188": parses(codec.Message{Name: "a", Type: codec.Call, Seq: -1}),
	"T190": refusesMessage(codec.ErrInvalid),
	"T192": parses(codec.Message{Name: "a", Type: codec.Call, Seq: 0x01020304}),
	"T194": refusesMessage(codec.ErrTruncated), // from a stream, which may go on, ErrLimit
	"T196": refusesMessage(codec.ErrInvalid),
	"T198": parses(codec.Message{Name: "a", Type: codec.Call, Seq: 7}),
	"T199": frames(codec.ErrInvalid),
	"T201": frames(codec.ErrLimit),
	"T203": frames(nil, "a", "bcd"),
	"T205": frames(nil, "\x00\xff"), // a struct of one byte leaves the other behind; it begins no next message

	// Shapes, buffers, platforms
	"T179": embeddedPointer,
	"T181": unexported,
	"T183": recursiveTypes,
	"T185": tagVariants,
	"T207": everyLength,
	"T209": stopPerStruct,
	"T211": sourcesWithout(`//go:linkname`, `^TEXT.*runtime·`),
	"T214": sourcesWithout(`atomic\.(Add|And|CompareAndSwap|Load|Or|Store|Swap)(Int|Uint)64\(`),
}

// bugsElsewhere are the cases about something else, and why they have no check here.
var bugsElsewhere = map[string]string{
	"T047": "containers of any: there are none",
	"T074": "writers and readers with a stack of open structs: there are none, the wire primitives have no state",
}

func TestBugCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range wiretest.BugCases() {
		seen[c.ID] = true
		check, why := bugChecks[c.ID], bugsElsewhere[c.ID]
		if (check == nil) == (why == "") {
			t.Errorf("%s: it needs either a check or a reason for having none; %s", c.ID, c.Expect)
		}
		if check != nil {
			t.Run(c.ID, func(t *testing.T) { check(t, c) })
		}
	}
	for id := range bugChecks {
		if !seen[id] {
			t.Errorf("there is no case %s", id)
		}
	}
	for id := range bugsElsewhere {
		if !seen[id] {
			t.Errorf("there is no case %s", id)
		}
	}
}

// protocolsOf returns the protocols that a case is about.
func protocolsOf(c wiretest.BugCase) []codec.Protocol {
	switch c.Protocol {
	case "binary":
		return []codec.Protocol{codec.Binary}
	case "compact":
		return []codec.Protocol{codec.Compact}
	}
	return bothProtocols
}

// all runs several checks on one case.
func all(checks ...bugCheck) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, check := range checks {
			check(t, c)
		}
	}
}

// slack is how much longer than a case says it may take: the machine may be shared, and the race detector slow.
const slack = 20

// within runs f within the limits of a case.
func within(t *testing.T, c wiretest.BugCase, f func()) {
	t.Helper()
	f() // pools and such are filled once
	start := time.Now()
	alloc := wiretest.AllocBytes(f)
	if took, most := time.Since(start).Milliseconds(), slack*c.MaxMillis; c.MaxMillis > 0 && took > most {
		t.Errorf("took %d ms, over %d: %s", took, most, c.Why)
	}
	if most := c.MaxAlloc * escaping(); c.MaxAlloc > 0 && alloc > uint64(most) {
		t.Errorf("allocated %d bytes, over %d: %s", alloc, most, c.Why)
	}
}

// escaping is how many times more a build may allocate that moves variables to the heap.
func escaping() int64 {
	switch {
	case unsafeio.Checked:
		return 4 // a Ptr is four words
	case wiretest.Escapes():
		return 3
	}
	return 1
}

// reads checks that the input gives want.
func reads(want any) bugCheck { return readsInto(want) }

// readsInto is reads with used targets besides a fresh one.
func readsInto(want any, dirty ...func() any) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			decodes(t, p, c.Input, want, dirty...)
			within(t, c, func() { codecOf(t, want, p, codec.Options{}).Decode(c.Input, fresh(want)) })
		}
	}
}

// fails checks that the input is refused as a value of v's type.
func fails(v any, class error) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			refuses(t, p, c.Input, v, class)
			within(t, c, func() { codecOf(t, v, p, codec.Options{}).Decode(c.Input, fresh(v)) })
		}
	}
}

// failsEarly checks that the fault is seen in the first n bytes.
func failsEarly(v any, n int) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			if e := refuses(t, p, c.Input, v, codec.ErrOverflow); e.Offset > n {
				t.Errorf("fault at offset %d, want at most %d: %s", e.Offset, n, c.Expect)
			}
		}
	}
}

// misses checks that the input lacks that required field.
func misses(v any, field string) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			e := refuses(t, p, c.Input, v, codec.ErrMissingRequired)
			if want := e.GoType.Name() + "." + field; e.Path != want {
				t.Errorf("Path = %q, want %q", e.Path, want)
			}
		}
	}
}

// mismatches checks that Strict refuses the input.
func mismatches(v any) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			strictly(t, p, c.Input, v)
		}
	}
}

// writes checks that v gives the bytes of the case.
func writes(v any) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			if b, err := encodings(t, p, codec.Options{}, v); err != nil || !bytes.Equal(b, c.ExpectBytes) {
				t.Errorf("%+v: Append = %x, %v, want %x: %s", v, b, err, c.ExpectBytes, c.Why)
			}
		}
	}
}

// everyPrefix checks that the input begins v's bytes, and that every prefix of those is truncated.
func everyPrefix(want any) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			whole := written(t, p, want)
			if !bytes.HasPrefix(whole, c.Input) {
				t.Fatalf("%x does not begin %x", c.Input, whole)
			}
			for b := range wiretest.Prefixes(whole) {
				refuses(t, p, b, want, codec.ErrTruncated)
			}
		}
	}
}

// linear checks that the whole input takes no more than its share of the time that a quarter of it takes.
// part makes such a quarter.
func linear(v any, part func(input []byte) []byte) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		for _, p := range protocolsOf(c) {
			cd := codecOf(t, v, p, codec.Options{Limits: codec.Limits{Alloc: -1}})
			fastest := func(src []byte) time.Duration {
				var times []time.Duration
				for range 2 {
					got := fresh(v)
					start := time.Now()
					if n, err := cd.Decode(src, got); n != len(src) || err != nil {
						t.Fatalf("Decode of %d bytes = %d, %v", len(src), n, err)
					}
					times = append(times, time.Since(start))
				}
				return slices.Min(times)
			}
			for attempt := 1; ; attempt++ { // the machine may be busy with something else
				quarter, whole := fastest(part(c.Input)), fastest(c.Input)
				if whole <= 3*4*quarter+20*time.Millisecond {
					break
				}
				if attempt == 5 {
					t.Errorf("a quarter takes %v, the whole %v: not linear", quarter, whole)
					break
				}
			}
		}
	}
}
