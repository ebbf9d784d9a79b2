package harness

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/cpu"
)

// Machine says where and how a run was made.
type Machine struct {
	CPU        string   `json:"cpu"`
	Features   []string `json:"cpu_features"`
	Cores      int      `json:"cores"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	Go         string   `json:"go"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Level      string   `json:"level,omitempty"` // GOAMD64 and the like
	Tags       string   `json:"build_tags,omitempty"`
	Commit     string   `json:"commit,omitempty"`
	Load       string   `json:"load,omitempty"` // of the minutes before the run
	GC         string   `json:"gc"`
	Command    string   `json:"command"`
}

// ThisMachine describes the machine and the build that run now.
func ThisMachine() Machine {
	m := Machine{
		CPU: cpuName(), Features: features(), Cores: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "-tags":
				m.Tags = s.Value
			case "GOAMD64", "GOARM64":
				m.Level = s.Key + "=" + s.Value
			case "vcs.revision":
				m.Commit = s.Value
			}
		}
	}
	if m.Commit == "" { // as in a program that go run built
		if out, err := exec.Command("git", "describe", "--always", "--dirty").Output(); err == nil {
			m.Commit = strings.TrimSpace(string(out))
		}
	}
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

func cpuName() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// features lists what the executors may ask for, as far as this CPU has it.
func features() (have []string) {
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"SSSE3", cpu.X86.HasSSSE3}, {"SSE4.1", cpu.X86.HasSSE41}, {"AVX", cpu.X86.HasAVX}, {"AVX2", cpu.X86.HasAVX2},
		{"BMI1", cpu.X86.HasBMI1}, {"BMI2", cpu.X86.HasBMI2}, {"AVX512F", cpu.X86.HasAVX512F},
		{"AVX512BW", cpu.X86.HasAVX512BW}, {"AVX512VL", cpu.X86.HasAVX512VL}, {"AVX512VBMI", cpu.X86.HasAVX512VBMI},
		{"ASIMD", cpu.ARM64.HasASIMD}, {"SVE", cpu.ARM64.HasSVE}, {"VX", cpu.S390X.HasVX},
	} {
		if f.has {
			have = append(have, f.name)
		}
	}
	return have
}
