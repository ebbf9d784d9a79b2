package main

import "fmt"

// inCommand is what a wiretest.Guard reports to in this command: nothing can be done, and memory lives as long as the
// process.
type inCommand struct{}

// Helper does nothing.
func (inCommand) Helper() {}

// Cleanup does nothing: the process ends soon.
func (inCommand) Cleanup(func()) {}

// Fatalf panics.
func (inCommand) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Errorf panics.
func (inCommand) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
