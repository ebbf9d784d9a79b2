package apache

import (
	"context"
	"sync"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
)

// watch cancels the context of a handler whose client has gone, as generated
// processors do: it looks at the connection after each
// thrift.ServerConnectivityCheckInterval. A handler that returns before costs
// no goroutine. The zero watch is ready.
type watch struct {
	mu     sync.Mutex
	timer  *time.Timer
	every  time.Duration
	trans  thrift.TTransport
	cancel context.CancelCauseFunc // nil: no handler runs
}

// start returns the context for a handler that is about to run. The cause of
// its end is thrift.ErrAbandonRequest when the client has gone.
func (w *watch) start(ctx context.Context, trans thrift.TTransport) context.Context {
	every := thrift.ServerConnectivityCheckInterval
	if every <= 0 {
		return ctx
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.every, w.trans, w.cancel = every, trans, cancel
	if w.timer == nil {
		w.timer = time.AfterFunc(every, w.look)
	} else {
		w.timer.Reset(every)
	}
	return ctx
}

// look may run late, when the next handler does, or none.
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.cancel == nil:
	case w.trans.IsOpen():
		w.timer.Reset(w.every)
	default:
		w.cancel(thrift.ErrAbandonRequest)
	}
}

// stop ends the context. From then on the connection is not looked at, since
// that would undo the deadlines of the next read.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel == nil {
		return
	}
	w.timer.Stop()
	w.cancel(nil)
	w.cancel = nil
}
