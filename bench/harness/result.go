package harness

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// Measured is what one contestant took for one operation.
type Measured struct {
	Name   string  `json:"name"`
	Size   int     `json:"size,omitempty"` // bytes of the encoding, if it is not the case's
	Median float64 `json:"ns"`
	P25    float64 `json:"ns_p25"`
	P75    float64 `json:"ns_p75"`
	Allocs Mean    `json:"allocs"`
	Bytes  uint64  `json:"bytes"`

	// Ratios are median and quartiles of its ratios round by round to each
	// contestant before it. See Result.Compare.
	Ratios [][3]float64 `json:"ratios,omitempty"`

	times []float64 // by round
}

// Ratio is a median of ratios with their quartiles.
type Ratio struct {
	Median float64 `json:"median"`
	P25    float64 `json:"p25"`
	P75    float64 `json:"p75"`
}

// Inverse returns the ratio seen from the other side.
func (r Ratio) Inverse() Ratio {
	return Ratio{Median: short(1 / r.Median), P25: short(1 / r.P75), P75: short(1 / r.P25)}
}

// Times returns the ratio of something f times as large.
func (r Ratio) Times(f float64) Ratio {
	return Ratio{Median: short(f * r.Median), P25: short(f * r.P25), P75: short(f * r.P75)}
}

// Mean is a mean count of allocations, to two decimals: one in two hundred
// operations may be the runtime's own. It prints with one decimal where it is
// no integer, whatever the verb.
type Mean float64

func meanOf(sum uint64, n int) Mean {
	return Mean(math.Round(100*float64(sum)/float64(n)) / 100)
}

func (m Mean) String() string {
	switch v := float64(m); {
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v < .05:
		return "<0.1"
	default:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
}

// Format implements [fmt.Formatter].
func (m Mean) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, m.String()) }

// Result is a measured case.
type Result struct {
	Work        string     `json:"work"`
	Proto       string     `json:"proto"`
	Op          string     `json:"op"`
	Size        int        `json:"size"`
	Rounds      int        `json:"rounds"`
	Contestants []Measured `json:"contestants"`
}

// Name returns work/proto/op.
func (r *Result) Name() string { return r.Work + "/" + r.Proto + "/" + r.Op }

// Find returns the contestant of that name, nil if there is none.
func (r *Result) Find(name string) *Measured {
	if i := r.index(name); i >= 0 {
		return &r.Contestants[i]
	}
	return nil
}

func (r *Result) index(name string) int {
	for i := range r.Contestants {
		if r.Contestants[i].Name == name {
			return i
		}
	}
	return -1
}

// Compare returns the ratio of the contestant of one name to that of another:
// the median of the ratios round by round, with their quartiles. It is 0 where
// one of them did not take part.
func (r *Result) Compare(name, to string) Ratio {
	i, j := r.index(name), r.index(to)
	switch {
	case i < 0 || j < 0:
		return Ratio{}
	case i == j:
		return Ratio{1, 1, 1}
	case i < j:
		return r.Compare(to, name).Inverse()
	}
	q := r.Contestants[i].Ratios[j]
	return Ratio{q[0], q[1], q[2]}
}

// Complete reports whether every ratio is there.
func (r *Result) Complete() bool {
	for i := range r.Contestants {
		if len(r.Contestants[i].Ratios) != i {
			return false
		}
	}
	return true
}

func (r *Result) summarize() {
	for i := range r.Contestants {
		m := &r.Contestants[i]
		t := Quartiles(m.times)
		m.Median, m.P25, m.P75 = t.Median, t.P25, t.P75
		for j := range i {
			q := CompareRounds(m.times, r.Contestants[j].times)
			m.Ratios = append(m.Ratios, [3]float64{q.Median, q.P25, q.P75})
		}
	}
}

// Quartiles returns the median of values and their quartiles, which need not be
// ratios; there is one value at least.
func Quartiles(values []float64) Ratio {
	t := sortedCopy(values)
	return Ratio{short(Quantile(t, .5)), short(Quantile(t, .25)), short(Quantile(t, .75))}
}

// CompareRounds returns the median and the quartiles of the ratios of a to b
// round by round.
func CompareRounds(a, b []float64) Ratio {
	each := make([]float64, len(a))
	for i := range each {
		each[i] = a[i] / b[i]
	}
	return Quartiles(each)
}

// short returns v with four digits, more than any measurement here deserves.
func short(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return v
}
