// Command figures measures how reliable the library is, a figure for each promise of SECURITY.md, and writes the table
// of them.
//
//	go run ./fuzz/figures                     all rows, with the full counts: about an hour
//	go run ./fuzz/figures -quick              with small ones, below a minute: nothing is written
//	go run ./fuzz/figures -rows time,mutants  some rows
//	go run ./fuzz/figures -render             the table and the README's from what lies in fuzz/results
//
// A row is a function that runs with a seed and a count, and returns figures: what was measured, its goal, whether that
// is met, and what was counted. Each figure is a fragment, a small file in fuzz/results. What other commands measure,
// such as fuzzing by make fuzz, they note the same way:
//
//	go run ./fuzz/figures -note fuzz-skip -row 1 -name 'skip: executions without a fault' -goal '≥ 10^8' \
//	  -figure '1.2 × 10^8' -met -command 'make fuzz F=Skip' -seed 0
//
// The library is seen through the interface coder, so that the tests can put a broken one in its place: each row has a
// test that it can miss its goal.
//
// Start at row.go; each row has a file of its own: uncovered.go, floods.go, budget.go, growth.go, worst.go, levels.go,
// mutants.go, bugcases.go, encode.go, torn.go, keeps.go, firstuse.go.
package main
