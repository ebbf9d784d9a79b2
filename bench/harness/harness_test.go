package harness

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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

// allocates returns work that allocates where the message in turn says so.
func allocates(messages ...int) func(int) {
	i := 0
	return func(n int) {
		for range n {
			for range messages[i] {
				sink = make([]byte, 64)
			}
			i = (i + 1) % len(messages)
		}
	}
}

func TestMeasure(t *testing.T) {
	c := &Case{Work: "w", Proto: "p", Op: "o", Contestants: []Contestant{
		{Name: "one", Run: spin(200)},
		{Name: "four", Run: spin(800)},
		{Name: "alloc", Run: allocates(2)},
	}}
	r := Measure(c, Options{Rounds: 15, Window: 200 * time.Microsecond, Warm: time.Millisecond})
	require.Equal(t, "w/p/o", r.Name())
	require.Equal(t, 15, r.Rounds)
	require.Len(t, r.Contestants, 3)
	require.True(t, r.Complete())
	q := r.Compare("four", "one")
	require.True(t, q.Median > 2 && q.Median < 8, "four times the work takes %+v times as long", q)
	require.EqualValues(t, 2, r.Find("alloc").Allocs)
	require.EqualValues(t, 128, r.Find("alloc").Bytes)
	require.Zero(t, r.Find("one").Allocs)
	require.Equal(t, Ratio{1, 1, 1}, r.Compare("one", "one"))
	require.Zero(t, r.Compare("one", "nobody"))
}

// TestWhole: what varies by message is counted over all of them, wherever the
// contestant stood.
func TestWhole(t *testing.T) {
	messages := make([]int, 1024)
	messages[7], messages[900] = 1000, 24 // one allocation a message on average
	c := &Case{Messages: len(messages), Contestants: []Contestant{{Name: "a", Run: allocates(messages...)}}}
	m := Measure(c, Options{Rounds: 1, Window: 1, Warm: 1}).Find("a")
	require.EqualValues(t, 1, m.Allocs)
	require.EqualValues(t, 64, m.Bytes)

	require.Equal(t, 10, whole(3, 10))
	require.Equal(t, 20, whole(11, 10))
	require.Equal(t, 1, whole(0, 0))
}

func TestMean(t *testing.T) {
	for want, m := range map[string]Mean{"0": 0, "1": 1, "345610": 345610, "1.1": 1.09, "<0.1": .04, "0.1": .05, "19.4": 19.4, "1.0": 1.02} {
		require.Equal(t, want, fmt.Sprint(m))
		require.Equal(t, want, fmt.Sprintf("%d", m))
	}
	require.EqualValues(t, 0, meanOf(1, 256), "the runtime's own")
	require.EqualValues(t, 1.09, meanOf(1116, 1024))
}

// TestCompare: a ratio is the median of the ratios round by round, so that it
// cannot lie outside of their quartiles, from either side and after a reload.
func TestCompare(t *testing.T) {
	r := &Result{Contestants: []Measured{
		// The medians are 10 and 12, yet in three rounds of five b is the faster.
		{Name: "a", times: []float64{10, 2, 30, 9, 40}},
		{Name: "b", times: []float64{12, 1, 29, 13, 20}},
	}}
	r.summarize()
	require.Equal(t, Ratio{Median: short(29. / 30), P25: .5, P75: 1.2}, r.Compare("b", "a"))
	require.Equal(t, Ratio{Median: short(1 / short(29./30)), P25: short(1 / 1.2), P75: 2}, r.Compare("a", "b"))

	b, err := json.Marshal(r)
	require.NoError(t, err)
	got := new(Result)
	require.NoError(t, json.Unmarshal(b, got))
	for _, pair := range [][2]string{{"a", "b"}, {"b", "a"}} {
		q := got.Compare(pair[0], pair[1])
		require.Equal(t, r.Compare(pair[0], pair[1]), q)
		require.True(t, q.P25 <= q.Median && q.Median <= q.P75, "%+v", q)
	}
	got.Contestants[1].Ratios = nil
	require.False(t, got.Complete())
}

func TestBudget(t *testing.T) {
	c := &Case{Contestants: []Contestant{{Name: "slow", Run: func(n int) { time.Sleep(time.Duration(n) * time.Millisecond) }}}}
	r := Measure(c, Options{Rounds: 1000, Budget: 5 * time.Millisecond, Least: 3})
	require.True(t, r.Rounds >= 3 && r.Rounds <= 10, "%d rounds of 1 ms in a budget of 5 ms, at least 3", r.Rounds)
}
