//go:build unix

package main

import (
	"syscall"
	"time"
)

// spent is the time that this process has had from all cores, the collector's included: what others do on the machine
// does not count.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(begin)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
