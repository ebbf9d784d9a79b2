//go:build !unix

package main

import "time"

// spent: see clock_unix.go. Here it is the time that has passed.
func spent() time.Duration { return time.Since(begin) }
