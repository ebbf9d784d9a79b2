package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

func versionCommand() *command {
	return &command{
		name:    "version",
		summary: "print the version of the program and of Go",
		setup:   func(*flag.FlagSet) func(*env, []string) error { return runVersion },
	}
}

func runVersion(e *env, args []string) error {
	if len(args) > 0 {
		return usageError("version takes no arguments")
	}
	_, err := fmt.Fprintf(e.stdout, "miser %s, %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version is the module's version as the build recorded it; a build from a
// checkout has none and names its commit where that is known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel " + s.Value[:12]
		}
	}
	return "devel"
}
