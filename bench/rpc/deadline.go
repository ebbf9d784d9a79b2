package rpc

import "time"

// deadline is that of examples/kv: set again when an eighth of it has passed.
type deadline struct{ until time.Time }

// due returns the deadline that a timeout from now on gives, and whether the
// connection has to be told.
func (d *deadline) due(timeout time.Duration) (until time.Time, set bool) {
	now := time.Now()
	if left := d.until.Sub(now); left < timeout-timeout/8 || left > timeout {
		d.until, set = now.Add(timeout), true
	}
	return d.until, set
}
