// Command cover measures which statements of the library the tests run: those
// of all packages together, in the build with assembly and in the one without.
// A statement counts once, and is covered when either build ran it. It writes a
// table by package, and where the statements stand that no test runs.
//
// Read profile.go first.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
)

// covered are the packages that are measured.
var covered = []string{"layout", "unsafeio", "internal/walk", "binary", "compact", "codec"}

// tested are the patterns of the packages whose tests count.
var tested = []string{"./layout", "./unsafeio", "./binary", "./compact", "./codec", "./fuzz", "./internal/...", "./cmd/miser", "./examples/..."}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cover:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("cover", flag.ContinueOnError)
	root := f.String("root", "..", "the module that is measured")
	out := f.String("out", "", "write the results there, as Markdown")
	profiles := f.String("profiles", "", "profiles of go test that are there already, with commas; no test is run")
	if err := f.Parse(args); err != nil {
		return err
	}
	all := profile{}
	if *profiles != "" {
		for name := range strings.SplitSeq(*profiles, ",") {
			if err := all.read(name); err != nil {
				return err
			}
		}
	} else if err := measure(ctx, *root, all); err != nil {
		return err
	}
	text := report(all, head(ctx, *root))
	fmt.Print(text)
	if *out == "" {
		return nil
	}
	return os.WriteFile(*out, []byte(text), 0o644)
}

// measure runs the tests in both builds.
func measure(ctx context.Context, root string, all profile) error {
	dir, err := os.MkdirTemp("", "cover")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "profile")
	for _, tags := range []string{"", "purego"} {
		args := []string{"test", "-p=1", "-tags=" + tags, "-coverprofile=" + name, "-coverpkg=./" + strings.Join(covered, ",./")}
		cmd := exec.CommandContext(ctx, "go", append(args, tested...)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stderr, os.Stderr
		if err = cmd.Run(); err != nil {
			return fmt.Errorf("go test -tags=%s: %w", tags, err)
		}
		if err = all.read(name); err != nil {
			return err
		}
	}
	return nil
}

// head is the commit that is measured.
func head(ctx context.Context, root string) string {
	out, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
