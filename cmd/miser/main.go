// Miser looks inside Thrift bytes, converts between protocols, and measures
// the library on the machine at hand.
//
//	miser tour      what the library does, measured here and now
//	miser dump      any Thrift bytes as a readable tree, without a schema
//	miser convert   a struct or message from one protocol to the other
//	miser version   the version of the program
//	miser help      this list, or the flags of one command
//
// Exit codes: 0 done, 1 bad input or a failure, 2 a wrong command line.
// Results go to standard output; what went wrong, with the offset in the
// input, to standard error.
//
// Where to start reading: main.go, dump.go, tree.go (the reader), text.go and
// json.go (its two outputs), wire.go (the protocols), then convert.go and
// tour.go.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// env is what a command reads and writes.
type env struct {
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer
}

// command is one subcommand.
type command struct {
	name    string
	args    string // what follows the flags
	summary string
	detail  string // further lines of its help
	// setup declares the flags and returns what runs after they are parsed.
	setup func(*flag.FlagSet) func(e *env, args []string) error
}

// commands returns all commands in the order of help.
func commands() []*command {
	return []*command{tourCommand(), dumpCommand(), convertCommand(), versionCommand(), helpCommand()}
}

func find(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return nil
}

// usageError is a wrong command line.
type usageError string

func (e usageError) Error() string { return string(e) }

// run is main without the process: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := &env{stdin, bufio.NewWriter(stdout), stderr}
	if len(args) == 0 {
		overview(stderr)
		return exitUsage
	}
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	c := find(name)
	if c == nil {
		fmt.Fprintf(stderr, "miser: unknown command %q; miser help lists them\n", name)
		return exitUsage
	}
	return e.run(c, args[1:])
}

func (e *env) run(c *command, args []string) int {
	fs, do := c.flags()
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help(e.stdout)
		err = nil
	case err != nil:
		err = usageError(err.Error())
	default:
		err = do(e, fs.Args())
	}
	if ferr := e.stdout.Flush(); err == nil && ferr != nil {
		err = ferr
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(e.stderr, "miser %s: %v\n", c.name, err)
	if _, ok := errors.AsType[usageError](err); ok {
		fmt.Fprintf(e.stderr, "miser %s -h shows how to use it\n", c.name)
		return exitUsage
	}
	return exitFailed
}

// flags returns the command's flags, silent on errors, and its action.
func (c *command) flags() (*flag.FlagSet, func(*env, []string) error) {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs, c.setup(fs)
}
