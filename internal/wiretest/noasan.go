//go:build !asan

package wiretest

// Sanitized: see asan.go.
const Sanitized = false
