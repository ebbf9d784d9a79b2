//go:build !amd64 || purego || race || thriftcheck

package binary

var haveRuns = false
