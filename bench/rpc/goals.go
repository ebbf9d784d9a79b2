package rpc

import "fmt"

// Goal is what our server was to reach in one scenario, with what it did.
type Goal struct {
	Row      string  `json:"row"`
	What     string  `json:"what"`
	Least    bool    `json:"least,omitempty"` // the limit is the least, not the most
	Limit    float64 `json:"limit"`
	Measured Spread  `json:"measured"`
	Met      bool    `json:"met"`
}

// Limits of the goals.
const (
	neverSlower = 1     // requests per second at least, p99 at most, to each peer
	halfTheCPU  = 0.5   // CPU time of a request at most, to Apache
	noAllocs    = 0.005 // allocations of a request: none, but for the runtime's own
)

// Goals returns the goals. There are some for each scenario with one message,
// and one call at a time on each connection.
func Goals(results []*Result) (goals []Goal) {
	for _, r := range results {
		if r.Depth > 1 || r.Work == mediaVaried {
			continue
		}
		add := func(what string, least bool, limit float64, measured Spread) {
			met := measured.Median <= limit
			if least {
				met = measured.Median >= limit
			}
			goals = append(goals, Goal{r.Name(), what, least, limit, measured, met})
		}
		for _, peer := range []string{Apache, Kitex} {
			if a := r.To(peer); a != nil {
				add("requests per second to "+peer, true, neverSlower, a.RPS)
				add("p99 to "+peer, false, neverSlower, a.P99)
			}
		}
		if a := r.To(Apache); a != nil {
			add("server CPU of a request to "+Apache, false, halfTheCPU, a.CPU)
		}
		add("allocations of a request", false, noAllocs, r.Find(Miser).Allocs)
	}
	return goals
}

// verdict counts the goals in words.
func verdict(goals []Goal) string {
	met := 0
	for _, g := range goals {
		if g.Met {
			met++
		}
	}
	return fmt.Sprintf("%d of %d goals met", met, len(goals))
}
