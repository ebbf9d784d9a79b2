package harness

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// cpu is what /proc/cpuinfo says of the first CPU.
type cpu struct {
	name, vendor           string
	number, model, stepped int // family, model, stepping; -1 where not known
	flags                  []string
}

func readCPU() *cpu {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		b = nil
	}
	return parseCPU(string(b))
}

func parseCPU(info string) *cpu {
	c := &cpu{name: "unknown", number: -1, model: -1, stepped: -1}
	first, _, _ := strings.Cut(info, "\n\n")
	for line := range strings.Lines(first) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "model name":
			c.name = value
		case "vendor_id":
			c.vendor = value
		case "cpu family":
			c.number = number(value)
		case "model":
			c.model = number(value)
		case "stepping":
			c.stepped = number(value)
		case "flags", "Features":
			c.flags = strings.Fields(value)
		}
	}
	return c
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// family names the core where a name like AMD EPYC does not.
func (c *cpu) family() string {
	if c.number < 0 {
		return ""
	}
	return fmt.Sprintf("%s family %d model %d stepping %d", c.vendor, c.number, c.model, c.stepped)
}

func (c *cpu) has(flag string) bool { return slices.Contains(c.flags, flag) }

// features lists what the library asks a CPU for, as far as this one has it.
func (c *cpu) features() (have []string) {
	for _, f := range []struct{ name, flag string }{
		{"SSE2", "sse2"}, {"SSSE3", "ssse3"}, {"AVX2", "avx2"}, {"BMI1", "bmi1"}, {"BMI2", "bmi2"}, {"LZCNT", "abm"},
	} {
		if c.has(f.flag) {
			have = append(have, f.name)
		}
	}
	return have
}

// levels says which assembly the library chooses on this CPU. The library does
// not tell, so this repeats its rules; TestLevels fails when they change.
func (c *cpu) levels(tags string) string {
	if runtime.GOARCH != "amd64" || slices.Contains(strings.Split(tags, ","), "purego") {
		return "none"
	}
	if c.flags == nil {
		return "unknown"
	}
	binary, compact, lists := "SSE2", "Go", "Go"
	switch {
	case c.has("avx2"):
		binary, lists = "AVX2", "AVX2"
	case c.has("ssse3"):
		lists = "SSSE3"
	}
	// PDEP and PEXT are microcode before family 0x19 of AMD, and in Hygon's.
	slow := c.vendor == "HygonGenuine" || c.vendor == "AuthenticAMD" && c.number < 0x19
	if c.has("avx2") && c.has("bmi1") && c.has("bmi2") && c.has("abm") && !slow {
		compact = "BMI2"
	}
	return fmt.Sprintf("Binary %s, Compact %s, lists of numbers %s", binary, compact, lists)
}
