package kv

import "time"

// deadline is one of a connection that moves on with its traffic. Setting it
// may wake the poller, which costs as much as a request does, so it is left
// alone until an eighth of its time has passed: a peer gets seven eighths of a
// timeout at least.
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
