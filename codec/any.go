package codec

import (
	"fmt"
	"maps"
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
type Any struct{ c *core }

// ForType returns a codec for the struct type t, as New does. It keeps what it
// made: called again with the same arguments it returns the same codec, and
// does not allocate, so a framework may call it for each message.
func ForType(t reflect.Type, p Protocol, o Options) (*Any, error) {
	if t == nil {
		return nil, fmt.Errorf("thrift: ForType of a nil type; use reflect.TypeFor")
	}
	key := anyKey{t, p, o}
	if a := anys.all()[key]; a != nil {
		return a, nil
	}
	c, err := newCore(t, p, o)
	if err != nil {
		return nil, err
	}
	return anys.add(key, &Any{c}), nil
}

type anyKey struct {
	t reflect.Type
	p Protocol
	o Options
}

// anys are the codecs that ForType made. There is one for each type of a
// program and options that it uses, so they stay.
var anys anyTable

// anyTable is a map that is replaced, since it is read for each message and
// seldom grows.
type anyTable struct {
	adding sync.Mutex
	made   atomic.Pointer[map[anyKey]*Any]
}

func (t *anyTable) all() map[anyKey]*Any {
	if m := t.made.Load(); m != nil {
		return *m
	}
	return nil
}

// add returns the codec of key, which is a unless there is one.
func (t *anyTable) add(key anyKey, a *Any) *Any {
	t.adding.Lock()
	defer t.adding.Unlock()
	old := t.all()
	if was := old[key]; was != nil {
		return was
	}
	made := make(map[anyKey]*Any, len(old)+1)
	maps.Copy(made, old)
	made[key] = a
	t.made.Store(&made)
	return a
}

// pointer returns the address that v holds.
func (a *Any) pointer(v any, decoding bool) (unsafeio.Ptr, error) {
	p, t := unsafeio.FromAny(v)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem() != a.c.plan.Go {
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
func (a *Any) Explain() string { return a.c.plan.Explain() }
