package layout

import (
	"fmt"
	"math/bits"
	"reflect"
	"sync"

	"github.com/miserwire/miser/unsafeio"
)

// initer is what thriftgo gives every struct.
type initer interface{ InitDefault() }

var initerType = reflect.TypeFor[initer]()

// Init gives values of one Go type what its InitDefault gives them. It is
// safe for concurrent use. InitDefault never sees the caller's memory, which
// may be on a stack: it runs on heap values kept for that.
type Init struct {
	// Trivial says that InitDefault left a zero value zero when the plan was
	// built, as the one does that thriftgo writes for structs without defaults.
	Trivial bool

	typ   reflect.Type
	temps sync.Pool // of *temp, each zero
}

// temp is a heap value of the type, under both views of it.
type temp struct {
	init initer
	p    unsafeio.Ptr
}

// newInit runs InitDefault once and returns its Init with the address of the
// value that it made, which is the plan's permanent instance.
func newInit(t reflect.Type) (in *Init, def unsafeio.Ptr, err *fault) {
	defer func() {
		if r := recover(); r != nil && mayPromote(t) {
			in, def, err = nil, unsafeio.Ptr{}, nil
		} else if r != nil {
			in, err = nil, &fault{
				fmt.Sprintf("InitDefault panics: %v", r),
				fmt.Sprintf("make InitDefault work on a zero %s", t),
			}
		}
	}()
	in = &Init{typ: t}
	v := in.make()
	v.init.InitDefault()
	in.Trivial = unsafeio.IsZero(t, v.p)
	// A copy, since InitDefault may have kept its receiver.
	def = unsafeio.PtrTo(reflect.New(t))
	unsafeio.Assign(t, def, v.p)
	return in, def, nil
}

// mayPromote reports whether the InitDefault of t may be that of an embedded
// pointer, which is nil in a zero t.
func mayPromote(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Pointer && f.Type.Implements(initerType) {
			return true
		}
	}
	return false
}

func (in *Init) make() *temp {
	v := reflect.New(in.typ)
	return &temp{v.Interface().(initer), unsafeio.PtrTo(v)}
}

// get returns a temp on which InitDefault ran.
func (in *Init) get() *temp {
	v, ok := in.temps.Get().(*temp)
	if !ok {
		v = in.make()
	}
	v.init.InitDefault()
	return v
}

// put takes the temp back, zeroed, so that it neither pins nor shares memory.
func (in *Init) put(v *temp) {
	unsafeio.Zero(in.typ, v.p)
	in.temps.Put(v)
}

// Apply makes the value at p what InitDefault makes of a zero one. Its
// slices, maps and pointees are fresh.
// Caller: a value of the type is at p.
func (in *Init) Apply(p unsafeio.Ptr) {
	v := in.get()
	unsafeio.Assign(in.typ, p, v.p)
	in.put(v)
}

// ApplyAt is Apply for a part of the value: it makes the t at dst what
// InitDefault puts at off.
// Caller: a t is at dst, and at offset off of the type.
func (in *Init) ApplyAt(dst unsafeio.Ptr, off uintptr, t reflect.Type) {
	v := in.get()
	unsafeio.Assign(t, dst, v.p.At(off))
	in.put(v)
}

// ApplyField makes the value of f at dst what InitDefault makes of it: zero
// where an embedded pointer on the way to f is nil then.
// Caller: f is a field of the type, and dst its address.
func (in *Init) ApplyField(dst unsafeio.Ptr, f *Field) {
	v := in.get()
	if src, ok := f.reach(v.p); ok {
		unsafeio.Assign(f.Type.Go, dst, src)
	} else {
		unsafeio.Zero(f.Type.Go, dst)
	}
	in.put(v)
}

// ApplyFields makes fields[i], for each bit i of mask, of the value at p what
// InitDefault makes of it, in one run of InitDefault.
// Caller: fields are those of the type from some position on; none that mask
// names is behind an embedded pointer.
func (in *Init) ApplyFields(p unsafeio.Ptr, fields []Field, mask uint64) {
	v := in.get()
	for ; mask != 0; mask &= mask - 1 {
		f := &fields[bits.TrailingZeros64(mask)]
		unsafeio.Assign(f.Type.Go, p.At(f.Off), v.p.At(f.Off))
	}
	in.put(v)
}

// reach returns the address of f in the struct at p, or false where an
// embedded pointer on the way is nil.
func (f *Field) reach(p unsafeio.Ptr) (unsafeio.Ptr, bool) {
	for i := range f.Hops {
		if p = *p.At(f.Hops[i].Off).Ptr(); p.IsNil() {
			return p, false
		}
	}
	return p.At(f.Off), true
}

// setZero sets f.Zero inside the permanent instance at def.
func (f *Field) setZero(def unsafeio.Ptr) {
	var ok bool
	if f.Zero, ok = f.reach(def); !ok {
		f.Zero = unsafeio.PtrTo(reflect.New(f.Type.Go))
	}
}
