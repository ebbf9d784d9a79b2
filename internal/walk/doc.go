// Package walk is what a walk over a plan carries along, the same for both
// protocols: failure codes and the errors they become, limits and budgets,
// where decoded strings live, and the path to a fault.
//
// A leaf reports failure as a negative n, one of the codes in code.go. A
// walker passes it up, each level adding its path segment to [Fault]. Package
// codec turns the fault into its error once, at the boundary.
//
// Start with code.go, then decoder.go and encoder.go.
package walk
