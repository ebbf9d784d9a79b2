//go:build !purego && !race && !thriftcheck

package binary

import "golang.org/x/sys/cpu"

// haveRuns says that this CPU has what run_amd64.h needs. Only tests change it.
var haveRuns = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI

// The assembly alone reads these.
var _ = [...]uint64{drun{}.load, drun{}.from, drun{}.store, drun{}.bits}
