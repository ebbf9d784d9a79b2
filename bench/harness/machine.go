package harness

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Machine says where and how a run was made.
type Machine struct {
	CPU        string   `json:"cpu"`
	Family     string   `json:"cpu_family,omitempty"` // which core it is, where the name does not tell
	Features   []string `json:"cpu_features"`
	Levels     string   `json:"levels"` // which assembly the library chose
	Cores      int      `json:"cores"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	Go         string   `json:"go"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Level      string   `json:"level,omitempty"` // GOAMD64 and the like
	Tags       string   `json:"build_tags,omitempty"`
	Commit     string   `json:"commit,omitempty"`
	Load       string   `json:"load,omitempty"` // averages of the minutes before the run
	Before     Share    `json:"others_before"`  // of the second before the run
	During     Share    `json:"others_during"`
	GC         string   `json:"gc"`
	Command    string   `json:"command"`
}

// ThisMachine describes the machine and the build that run now.
func ThisMachine() Machine {
	c := readCPU()
	m := Machine{
		CPU: c.name, Family: c.family(), Features: c.features(), Cores: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Before: Unknown, During: Unknown,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "-tags":
				m.Tags = s.Value
			case "GOAMD64", "GOARM64":
				m.Level = s.Key + "=" + s.Value
			}
		}
	}
	m.Levels = c.levels(m.Tags)
	m.Commit, _ = Commit(".")
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		if f := strings.Fields(string(b)); len(f) > 3 {
			m.Load = strings.Join(f[:3], " ")
		}
	}
	return m
}

// Slug names the machine and the build in a file's name.
func (m *Machine) Slug() string {
	s := m.OS + "-" + m.Arch
	if m.Tags != "" {
		s += "-" + strings.ReplaceAll(m.Tags, ",", "-")
	}
	return s
}

// Noisy is the share of the cores that others may have before a run.
const Noisy Share = .5

// Listen waits a second for what else runs here, and warns when that is much.
func (m *Machine) Listen(warnings io.Writer) {
	meter := NewMeter()
	time.Sleep(time.Second)
	if m.Before = meter.Others(); m.Before > Noisy {
		fmt.Fprintf(warnings, "warning: other processes have %v of the cores; wait for a quiet machine\n", m.Before)
	}
}

// Others says how much of the machine was left to the run.
func (m *Machine) Others() string {
	s := fmt.Sprintf("others had %v of the cores before and %v during the run", m.Before, m.During)
	if m.Before > Noisy {
		s += ": too much to trust the figures"
	}
	return s
}
