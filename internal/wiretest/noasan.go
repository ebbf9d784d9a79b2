//go:build !asan

package wiretest

// Sanitized says what it does in asan.go.
const Sanitized = false
