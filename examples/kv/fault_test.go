package kv

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

var (
	faultFor   = flag.Duration("fault.for", 2*time.Second, "how long TestFault runs")
	faultConns = flag.Int("fault.conns", 40, "how many connections TestFault has at a time")
)

// The bound on memory, for both ends of the connections, which are in this process. A connection costs its server a
// Reader of 64 KiB, 64 KiB more of what a frame declares, and replies of 16 KiB and one value; its client about as
// much. The rest is the store and the test itself. The collector lets come to it as much again of garbage.
const (
	boundPerConn = 256 << 10
	boundRest    = 16 << 20
	boundGarbage = 2
)

// leakNoise is by how much the heap may differ after the run: pools and the runtime's own.
const leakNoise = 1 << 20

// declared is the frame of which much is said and little sent. The server under fault takes frames as long as that,
// so that only Limits.Direct is between a peer's word and the memory.
const declared = 16_000_000

// fault is a run of TestFault.
type fault struct {
	t       *testing.T
	server  *Server
	addr    string
	request time.Duration // the server's RequestTimeout
	until   time.Time
	lives   []atomic.Int64 // how many connections of each kind ended as they should
	calls   atomic.Int64   // of good callers, answered right
}

// TestFault: a server under all sorts of peers at once serves the good ones, stays within its memory, and has nothing
// left of it afterwards.
func TestFault(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	f := &fault{t: t, request: 2 * time.Second, lives: make([]atomic.Int64, len(peers))}
	s, addr := serve(t, func(s *Server) {
		s.IdleTimeout, s.RequestTimeout, s.WriteTimeout = 5*time.Second, f.request, 2*time.Second
		s.frames.Message = declared
	})
	f.server, f.addr = s, addr
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)

	f.run(seed, 1) // a good caller, so that what is made once is there
	settle(t, s)
	goroutines, heap := runtime.NumGoroutine(), liveHeap()
	peak := watchMemory()
	f.until = time.Now().Add(*faultFor)
	f.run(seed+1, *faultConns)
	most := peak()
	settle(t, s)

	bound := uint64(boundGarbage * (*faultConns*boundPerConn + boundRest))
	after := liveHeap()
	t.Logf("%d connections for %v: %d good calls; heap in use %s at most, from the system %s, bound %s; live heap %s before, %s after",
		*faultConns, *faultFor, f.calls.Load(), mib(most.inUse), mib(most.resident), mib(bound), mib(heap), mib(after))
	for i, p := range peers {
		t.Logf("%6d %s", f.lives[i].Load(), p.name)
		require.NotZero(t, f.lives[i].Load(), p.name)
	}
	require.Less(t, most.inUse, bound, "heap in use")
	require.Less(t, most.resident, bound, "memory from the system")
	require.Less(t, after, heap+leakNoise, "live heap afterwards")
	require.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
	require.NoError(t, dial(t, addr, codec.Compact).Put("still", []byte("here")))
}

// run keeps conns connections busy until the time is over, and each of them at least once.
func (f *fault) run(seed uint64, conns int) {
	var running sync.WaitGroup
	for i := range conns {
		running.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			kind := peerOf(i)
			for first := true; first || time.Now().Before(f.until); first = false {
				if err := peers[kind].live(f, r); err != nil {
					f.t.Errorf("%s: %v", peers[kind].name, err)
					return
				}
				f.lives[kind].Add(1)
				time.Sleep(time.Duration(r.IntN(int(pause))))
			}
		})
	}
	running.Wait()
}

// peerOf spreads the kinds: every fourth connection is a good caller, which is the first kind.
func peerOf(i int) int {
	if i%4 == 0 {
		return 0
	}
	return 1 + (i-1-i/4)%(len(peers)-1)
}

// settle waits until the server has no connections, and empties its store: what others put there is no leak.
func settle(t *testing.T, s *Server) {
	t.Helper()
	require.Eventually(t, func() bool { return connections(s) == 0 }, patience, time.Millisecond)
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	s.store.entries, s.store.bytes = map[string]*entry{}, 0
}

// liveHeap is what the collector leaves, pools emptied.
func liveHeap() uint64 {
	for range 3 {
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// memoryPeak is the most that was seen: of the heap, and of all that was got from the system and not given back.
type memoryPeak struct{ inUse, resident uint64 }

// watchMemory looks at the memory until the returned function is called.
func watchMemory() func() memoryPeak {
	stop, done := make(chan struct{}), make(chan memoryPeak)
	go func() {
		var most memoryPeak
		ticks := time.NewTicker(20 * time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-stop:
				done <- most
				return
			case <-ticks.C:
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.inUse = max(most.inUse, m.HeapInuse)
			most.resident = max(most.resident, m.Sys-m.HeapReleased)
		}
	}()
	return func() memoryPeak {
		close(stop)
		return <-done
	}
}

func mib(n uint64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
