package main

import (
	"flag"
	"fmt"
	"io"
)

func helpCommand() *command {
	return &command{
		name:    "help",
		args:    "[COMMAND]",
		summary: "list the commands, or show the flags of one",
		setup:   func(*flag.FlagSet) func(*env, []string) error { return runHelp },
	}
}

func runHelp(e *env, args []string) error {
	switch len(args) {
	case 0:
		overview(e.stdout)
		return nil
	case 1:
		c := find(args[0])
		if c == nil {
			return usageError(fmt.Sprintf("unknown command %q", args[0]))
		}
		c.help(e.stdout)
		return nil
	}
	return usageError("more than one command")
}

// overview lists the commands.
func overview(w io.Writer) {
	fmt.Fprint(w, "miser looks inside Thrift bytes, converts them, and measures the library.\n\nusage: miser COMMAND [FLAGS] [FILE]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-8s  %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\nmiser COMMAND -h shows the flags of a command.\n")
}

// help shows one command.
func (c *command) help(w io.Writer) {
	fs, _ := c.flags()
	flags := false
	fs.VisitAll(func(*flag.Flag) { flags = true })
	line := "usage: miser " + c.name
	if flags {
		line += " [FLAGS]"
	}
	if c.args != "" {
		line += " " + c.args
	}
	fmt.Fprintf(w, "%s\n\n%s\n", line, c.summary)
	if c.detail != "" {
		fmt.Fprintf(w, "\n%s\n", c.detail)
	}
	if flags {
		fmt.Fprint(w, "\nflags:\n")
		fs.SetOutput(w)
		fs.PrintDefaults()
	}
}
