package harness

import (
	"fmt"
	"os/exec"
	"strings"
)

// written are what runs write into the checkout: a run that follows one is
// still of the same commit.
var written = []string{"README.md", "bench/README.md", "bench/results"}

// Commit returns the commit that is checked out in dir, and what differs from
// it, a file a line, but for what runs write. Where anything does, the
// commit's name says so.
func Commit(dir string) (name, changes string) {
	git := func(args ...string) (string, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		return strings.TrimRight(string(out), "\n"), err
	}
	name, err := git("rev-parse", "--short=10", "HEAD")
	if err != nil {
		return "", fmt.Sprintf("no commit: git rev-parse: %v", err)
	}
	status := []string{"status", "--porcelain", "--", ":(top)"}
	for _, w := range written {
		status = append(status, ":(top,exclude)"+w)
	}
	if changes, err = git(status...); err != nil {
		changes = fmt.Sprintf("git status: %v", err)
	}
	if changes != "" {
		name += "-dirty"
	}
	return name, changes
}
