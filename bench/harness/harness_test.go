package harness

import (
	"testing"
	"time"
)

var sink []byte

// spin is n units of work that the compiler keeps.
func spin(units int) func(int) {
	return func(n int) {
		for range n {
			x := uint64(1)
			for range units {
				x = x*6364136223846793005 + 1442695040888963407
			}
			if x == 0 {
				panic("spin")
			}
		}
	}
}

func TestMeasure(t *testing.T) {
	c := &Case{Work: "w", Proto: "p", Op: "o", Contestants: []Contestant{
		{Name: "one", Run: spin(200)},
		{Name: "four", Run: spin(800)},
		{Name: "alloc", Run: func(n int) {
			for range n {
				sink = make([]byte, 64)
				sink = make([]byte, 64)
			}
		}},
	}}
	r := Measure(c, Options{Rounds: 15, Window: 200 * time.Microsecond, Warm: time.Millisecond})
	if r.Name() != "w/p/o" || r.Rounds != 15 || len(r.Contestants) != 3 {
		t.Fatalf("result is %+v", r)
	}
	if got := r.Find("four").Ratio; got.Median < 2 || got.Median > 8 || got.P25 > got.P75 {
		t.Errorf("four times the work takes %+v times as long", got)
	}
	if m := r.Find("alloc"); m.Allocs != 2 || m.Bytes != 128 {
		t.Errorf("two allocations of 64 bytes are counted as %d of %d in all", m.Allocs, m.Bytes)
	}
	if m := r.Find("one"); m.Allocs != 0 || m.Ratio.Median != 1 {
		t.Errorf("the base is %+v", *m)
	}
}

func TestBudget(t *testing.T) {
	c := &Case{Contestants: []Contestant{{Name: "slow", Run: func(n int) { time.Sleep(time.Duration(n) * time.Millisecond) }}}}
	r := Measure(c, Options{Rounds: 1000, Budget: 5 * time.Millisecond, Least: 3})
	if r.Rounds < 3 || r.Rounds > 10 {
		t.Errorf("%d rounds of 1 ms in a budget of 5 ms, at least 3", r.Rounds)
	}
}

func TestMachine(t *testing.T) {
	m := ThisMachine()
	if m.Go == "" || m.Arch == "" || m.Slug() == "" {
		t.Errorf("machine is %+v", m)
	}
}
