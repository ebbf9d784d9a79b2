//go:build asan

package wiretest

// Sanitized says that this build has the address sanitizer, which puts on the heap what else lives on the stack.
const Sanitized = true
