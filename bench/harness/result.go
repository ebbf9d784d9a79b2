package harness

import (
	"math"
	"strconv"
)

// Measured is what one contestant took for one operation.
type Measured struct {
	Name   string  `json:"name"`
	Size   int     `json:"size,omitempty"` // bytes of the encoding, if the contestants' differ
	Median float64 `json:"ns"`
	P25    float64 `json:"ns_p25"`
	P75    float64 `json:"ns_p75"`
	Ratio  Ratio   `json:"ratio"` // to the case's first contestant
	Allocs uint64  `json:"allocs"`
	Bytes  uint64  `json:"bytes"`

	times []float64 // by round
}

// Ratio is a ratio of medians with the quartiles of the ratios by round.
type Ratio struct {
	Median float64 `json:"median"`
	P25    float64 `json:"p25"`
	P75    float64 `json:"p75"`
}

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
	for i := range r.Contestants {
		if r.Contestants[i].Name == name {
			return &r.Contestants[i]
		}
	}
	return nil
}

func (r *Result) summarize() {
	for i := range r.Contestants {
		m := &r.Contestants[i]
		t := Quartiles(m.times)
		m.Median, m.P25, m.P75 = t.Median, t.P25, t.P75
	}
	for i := range r.Contestants {
		r.Contestants[i].Ratio = Compare(&r.Contestants[i], &r.Contestants[0])
	}
}

// Compare returns the ratio of a to b, two contestants of the same result.
// Where the rounds are not at hand, as in a result read from a file, the
// spread is that of the quartiles.
func Compare(a, b *Measured) Ratio {
	if len(a.times) == 0 || len(a.times) != len(b.times) {
		return Ratio{Median: short(a.Median / b.Median), P25: short(a.P25 / b.P75), P75: short(a.P75 / b.P25)}
	}
	return CompareRounds(a.times, b.times)
}

// Quartiles returns the median of values and their quartiles, which need not be
// ratios; there is one value at least.
func Quartiles(values []float64) Ratio {
	t := sortedCopy(values)
	return Ratio{short(Quantile(t, .5)), short(Quantile(t, .25)), short(Quantile(t, .75))}
}

// CompareRounds returns the ratio of the medians of a and b, with the quartiles
// of the ratios round by round.
func CompareRounds(a, b []float64) Ratio {
	each := make([]float64, len(a))
	for i := range each {
		each[i] = a[i] / b[i]
	}
	r := Quartiles(each)
	r.Median = short(Quartiles(a).Median / Quartiles(b).Median)
	return r
}

// short returns v with four digits, more than any measurement here deserves.
func short(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return v
}
