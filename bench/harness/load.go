package harness

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Share is a share of the time of all cores, Unknown where nothing tells.
type Share float64

// Unknown is less than any share.
const Unknown Share = -1

func (s Share) String() string {
	if s < 0 {
		return "an unknown share"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(s))
}

// Meter tells how much of the machine other processes use. A load average
// would not do: that of a minute still has the compiler in it.
type Meter struct{ start ticks }

// NewMeter starts now.
func NewMeter() *Meter { return &Meter{readTicks()} }

// Others returns what other processes used since the start.
func (m *Meter) Others() Share { return readTicks().since(m.start) }

// ticks are times of all cores since the machine's start, and this process' own.
type ticks struct{ all, busy, own float64 }

func readTicks() ticks {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}
	}
	self, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return ticks{}
	}
	return parseTicks(string(stat), string(self))
}

// parseTicks reads user, nice, system, idle, iowait, irq, softirq and steal of
// the first line of /proc/stat; and user and system time, the twelfth and
// thirteenth word after the command's name, of /proc/self/stat.
func parseTicks(stat, self string) (t ticks) {
	line, _, _ := strings.Cut(stat, "\n")
	for i, word := range strings.Fields(line) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || i > 8 { // the line's name; guests, who are in user
			continue
		}
		t.all += v
		if i != 4 && i != 5 {
			t.busy += v
		}
	}
	words := strings.Fields(self[strings.LastIndexByte(self, ')')+1:])
	if len(words) < 13 {
		return ticks{}
	}
	for _, word := range words[11:13] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return ticks{}
		}
		t.own += v
	}
	return t
}

func (t ticks) since(start ticks) Share {
	all := t.all - start.all
	if start.all == 0 || all <= 0 {
		return Unknown
	}
	return Share(max(0, (t.busy-start.busy-t.own+start.own)/all))
}
