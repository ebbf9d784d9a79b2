package main

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
)

// machine says where a figure was measured.
type machine struct {
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`
	Go    string `json:"go"`
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Tags  string `json:"build_tags,omitempty"`
	Race  bool   `json:"race,omitempty"`
	Load  string `json:"load,omitempty"` // averages of the minutes before
}

func thisMachine() machine {
	m := machine{
		CPU: cpuName("/proc/cpuinfo"), Cores: runtime.NumCPU(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Race: raceEnabled,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-tags" {
				m.Tags = s.Value
			}
		}
	}
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		if f := strings.Fields(string(b)); len(f) > 3 {
			m.Load = strings.Join(f[:3], " ")
		}
	}
	return m
}

// cpuName is the name of the first CPU that the file tells of.
func cpuName(file string) string {
	b, err := os.ReadFile(file)
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

func (m machine) String() string {
	s := m.CPU + ", " + plural(m.Cores, "core") + ", " + m.Go + " " + m.OS + "/" + m.Arch
	if m.Tags != "" {
		s += ", -tags " + m.Tags
	}
	if m.Race {
		s += ", -race"
	}
	return s
}

// written are what figures write into the checkout: it is still of the same commit after them.
var written = []string{"README.md", "fuzz/results"}

// commit names what is checked out in dir.
func commit(dir string) string {
	git := func(args ...string) (string, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	name, err := git("rev-parse", "--short=10", "HEAD")
	if err != nil {
		return "unknown"
	}
	status := []string{"status", "--porcelain", "--", ":(top)"}
	for _, w := range written {
		status = append(status, ":(top,exclude)"+w)
	}
	if changes, err := git(status...); err != nil || changes != "" {
		name += "-dirty"
	}
	return name
}
