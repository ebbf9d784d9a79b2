package walk

// Spread marks whatever uses something that is marked, by way of others too.
// mark marks its argument, and reports whether that was news.
func Spread[T comparable](marked []T, users map[T][]T, mark func(T) bool) {
	for ; len(marked) > 0; marked = marked[1:] {
		for _, u := range users[marked[0]] {
			if mark(u) {
				marked = append(marked, u)
			}
		}
	}
}
