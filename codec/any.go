package codec

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Any is a codec for a type known only at run time, for frameworks. Its
// methods are those of [Codec] on a pointer held in an any: a *T where ForType
// was given T. It is immutable and safe for concurrent use; the zero Any is of no
// use.
type Any struct {
	c   *core
	ptr reflect.Type // to c's type: what is passed
}

// ForType returns a codec for the struct type t, as New does. It keeps what it
// made: called again with the same arguments it returns the same codec, and
// does not allocate, so a framework may call it for each message.
func ForType(t reflect.Type, p Protocol, o Options) (*Any, error) {
	if t == nil {
		return nil, fmt.Errorf("thrift: ForType of a nil type; use reflect.TypeFor")
	}
	if kept, ok := anys.Load(t); ok {
		if a := kept.(*anysOf).find(p, o); a != nil {
			return a, nil
		}
	}
	c, err := newCore(t, p, o)
	if err != nil {
		return nil, err
	}
	kept, _ := anys.LoadOrStore(t, new(anysOf))
	return kept.(*anysOf).add(anyWith{p, o, &Any{c, reflect.PointerTo(t)}}), nil
}

// anys are the codecs that ForType made, an *anysOf by reflect.Type. A program
// has so many types, and uses so many options, so they stay.
var anys sync.Map

// anysOf are the codecs of one type: a slice that is replaced, since it is read
// for each message and seldom grows.
type anysOf struct {
	adding sync.Mutex
	made   atomic.Pointer[[]anyWith]
}

type anyWith struct {
	p Protocol
	o Options
	a *Any
}

func (t *anysOf) find(p Protocol, o Options) *Any {
	made := t.made.Load()
	if made == nil {
		return nil
	}
	for i := range *made {
		if m := &(*made)[i]; m.p == p && m.o == o {
			return m.a
		}
	}
	return nil
}

// add returns the codec that there is with the protocol and options of w, or
// adds w.
func (t *anysOf) add(w anyWith) *Any {
	t.adding.Lock()
	defer t.adding.Unlock()
	if a := t.find(w.p, w.o); a != nil {
		return a
	}
	made := []anyWith{w}
	if old := t.made.Load(); old != nil {
		made = append(made, *old...)
	}
	t.made.Store(&made)
	return w.a
}

// pointer returns the address that v holds.
func (a *Any) pointer(v any, decoding bool) (unsafeio.Ptr, error) {
	p, t := unsafeio.FromAny(v)
	if t != a.ptr && (t == nil || t.Kind() != reflect.Pointer || t.Elem() != a.c.plan.Go) {
		return p, a.c.mismatch(v, decoding)
	}
	return p, nil
}

// Append is [Codec.Append].
func (a *Any) Append(dst []byte, v any) ([]byte, error) {
	p, err := a.pointer(v, false)
	if err != nil {
		return dst, err
	}
	return a.c.append(dst, p)
}

// Encode is [Codec.Encode].
func (a *Any) Encode(dst []byte, v any) (n int, err error) {
	p, err := a.pointer(v, false)
	if err != nil {
		return 0, err
	}
	return a.c.encode(dst, p)
}

// Size is [Codec.Size].
func (a *Any) Size(v any) (int, error) {
	p, err := a.pointer(v, false)
	if err != nil {
		return 0, err
	}
	return a.c.size(p)
}

// Decode is [Codec.Decode].
func (a *Any) Decode(src []byte, v any) (n int, err error) {
	p, err := a.pointer(v, true)
	if err != nil {
		return 0, err
	}
	if p.IsNil() {
		return 0, a.c.fail(&walk.Fault{}, walk.Nil, true)
	}
	if !a.c.o.Reuse {
		unsafeio.Zero(a.c.plan.Go, p)
	}
	if n, err = a.c.decode(src, p); err != nil {
		unsafeio.Zero(a.c.plan.Go, p)
	}
	return n, err
}

// Explain is [Codec.Explain].
func (a *Any) Explain() string { return a.c.explain() }
