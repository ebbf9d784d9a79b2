// Package arch holds the tests that keep the house in order; it has no code of its own.
//
// The rules: imports go one way, only unsafeio touches unsafe, nothing runs before main, whatever is
// exported is documented, and what the documents name exists. Each rule is a function over parsed files,
// so that the self-test can show that it fails on a small bad source.
//
// Start reading at arch_test.go. A new package gets its place in the table in imports_test.go.
package arch
