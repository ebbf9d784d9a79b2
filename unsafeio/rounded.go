package unsafeio

// The sizes in which Go gives out memory, as far as what a limit counts depends on them.
const (
	wordBytes  = 8        // of which there are whole ones
	smallBytes = 32       // up to here there is nothing else
	mostSmall  = 15       // what is lost for sizes that are a little larger
	classParts = 5        // the part by which a class is larger than the one before, at most
	classBytes = 32 << 10 // up to here there are classes
	pageBytes  = 8 << 10  // what is larger takes whole pages
)

// Rounded returns about how many bytes Go takes for n: no fewer than it does.
// Caller: n >= 0. Rules: none. Guard: TestRounded.
func Rounded(n int64) int64 {
	switch {
	case n > classBytes:
		return (n + pageBytes - 1) &^ (pageBytes - 1)
	case n > smallBytes:
		return n + max(n/classParts, mostSmall)
	}
	return (n + wordBytes - 1) &^ (wordBytes - 1)
}
