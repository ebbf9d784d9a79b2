package wiretest

// Test is what a Guard asks of the test that it is for: a testing.TB, or what a command has in its place.
type Test interface {
	Helper()
	Cleanup(f func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Guard is memory that ends at an unreadable page: a read or write past the end is a fault, which kills the
// process, or panics under debug.SetPanicOnFault. On other systems than Linux it is ordinary memory whose
// slices have no spare capacity. There is such a page before it too, for what [Guard.Head] returns. A Guard is
// for one goroutine, until its test ends.
//
// Invariants: room is preceded and followed by an unreadable page; its capacity reaches into that page, so that even an
// empty slice at the end can be cut from it.
type Guard struct {
	t    Test
	room []byte
}

// NewGuard returns a Guard with room for size bytes. It grows when it has to.
func NewGuard(t Test, size int) *Guard {
	t.Helper()
	return &Guard{t, guarded(t, size)}
}

// Tail returns the n bytes before the unreadable page, with whatever an earlier use left there.
func (g *Guard) Tail(n int) []byte {
	g.t.Helper()
	if n > len(g.room) {
		g.room = guarded(g.t, n)
	}
	return g.room[len(g.room)-n:][:n:n]
}

// Head returns the n bytes behind the unreadable page in front.
func (g *Guard) Head(n int) []byte {
	g.t.Helper()
	g.Tail(n)
	return g.room[:n:n]
}

// Put copies b to the end of the room. The copy is good until the next call.
func (g *Guard) Put(b []byte) []byte {
	g.t.Helper()
	tail := g.Tail(len(b))
	copy(tail, b)
	return tail
}

// GuardedCopy returns a copy of b that ends at an unreadable page and lives until t ends. It costs several
// system calls: in a loop, use one Guard.
func GuardedCopy(t Test, b []byte) []byte {
	t.Helper()
	return NewGuard(t, len(b)).Put(b)
}
