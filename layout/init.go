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
// may be on a stack: it runs on heap values kept for that. Where it gave numbers
// and strings only when the plan was built, it is not run again: what it gave
// then is copied, as generated code would give it each time.
type Init struct {
	// Trivial says that InitDefault left a zero value zero when the plan was
	// built, as the one does that thriftgo writes for structs without defaults.
	Trivial bool

	// Named says that a Hint names the constructor, which is called instead of
	// InitDefault.
	Named bool

	typ   reflect.Type
	new   func() any   // the constructor
	plain unsafeio.Ptr // where it gave numbers and strings only: the permanent instance
	parts []part       // those of plain that are not zero
	temps sync.Pool    // of *temp, each zero
}

// part is a number of size bytes in a struct, or a string, where size is 0.
type part struct {
	off  uintptr
	size uintptr
}

// temp is a heap value of the type, under both views of it.
type temp struct {
	init initer
	p    unsafeio.Ptr
}

// initOf returns what gives values of t their defaults, nil where nothing does.
// It runs InitDefault, or the constructor, once, and also returns the address of
// the value that it made, which is the plan's permanent instance.
func (hs hints) initOf(t reflect.Type) (in *Init, def unsafeio.Ptr, err *fault) {
	in = &Init{typ: t, new: hs[t].new}
	in.Named = in.new != nil
	if !in.Named && !reflect.PointerTo(t).Implements(initerType) {
		return nil, unsafeio.Ptr{}, nil
	}
	if !in.Named && t.Implements(initerType) && !mayPromote(t) {
		return nil, unsafeio.Ptr{}, &fault{
			"InitDefault has a value receiver: it sets fields of a copy",
			fmt.Sprintf("declare it as func (v *%s) InitDefault()", t.Name()),
		}
	}
	defer func() {
		if r := recover(); r != nil && in.Named {
			in, err = nil, &fault{constructorFault(r), fmt.Sprintf("make the constructor return a new *%s", t)}
		} else if r != nil && mayPromote(t) {
			in, def, err = nil, unsafeio.Ptr{}, nil
		} else if r != nil {
			in, err = nil, &fault{
				fmt.Sprintf("InitDefault panics: %v", r),
				fmt.Sprintf("make InitDefault work on a zero %s", t),
			}
		}
	}()
	made := in.fresh()
	in.Trivial = unsafeio.IsZero(t, made)
	// A copy, since InitDefault may have kept its receiver.
	def = unsafeio.PtrTo(reflect.New(t))
	unsafeio.Assign(t, def, made)
	switch {
	case in.Trivial:
		in.plain = def
	case !unsafeio.Holds(t, def):
		in.plain, in.parts = def, partsOf(unsafeio.At(t, def).Elem(), 0, nil)
	}
	return in, def, nil
}

// mayPromote reports whether the InitDefault of t may be that of an embedded
// pointer or interface, which is nil in a zero t.
func mayPromote(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous || !f.Type.Implements(initerType) {
			continue
		}
		switch f.Type.Kind() {
		case reflect.Pointer, reflect.Interface:
			return true
		case reflect.Struct:
			if mayPromote(f.Type) {
				return true
			}
		}
	}
	return false
}

func (in *Init) make() *temp {
	v := reflect.New(in.typ)
	return &temp{v.Interface().(initer), unsafeio.PtrTo(v)}
}

// fresh returns the address of a new value that InitDefault, or the constructor,
// made. It panics where they do, or the constructor gives something else.
func (in *Init) fresh() unsafeio.Ptr {
	if !in.Named {
		v := in.make()
		v.init.InitDefault()
		return v.p
	}
	p, t := unsafeio.FromAny(in.new())
	if t != reflect.PointerTo(in.typ) || p.IsNil() {
		panic(badConstructor{in.typ})
	}
	return p
}

// badConstructor is the panic of fresh.
type badConstructor struct{ t reflect.Type }

func (b badConstructor) Error() string {
	return fmt.Sprintf("thrift: the constructor of %s gave a nil pointer, or one to something else", b.t)
}

// constructorFault is the problem of a constructor that ended with the panic r.
func constructorFault(r any) string {
	if _, ok := r.(badConstructor); ok {
		return "its constructor gave a nil pointer, or one to something else"
	}
	return fmt.Sprintf("its constructor panics: %v", r)
}

// get returns the address of a value that InitDefault made, which is not to be
// changed, and the temp that it is, if it is one.
func (in *Init) get() (unsafeio.Ptr, *temp) {
	if in.Plain() {
		return in.plain, nil
	}
	if in.Named {
		return in.fresh(), nil
	}
	v, ok := in.temps.Get().(*temp)
	if !ok {
		v = in.make()
	}
	v.init.InitDefault()
	return v.p, v
}

// put takes the temp back, zeroed, so that it neither pins nor shares memory.
func (in *Init) put(v *temp) {
	if v != nil {
		unsafeio.Zero(in.typ, v.p)
		in.temps.Put(v)
	}
}

// Apply makes the zero value at p what InitDefault makes of one. Its slices,
// maps and pointees are fresh.
// Caller: a zero value of the type is at p.
func (in *Init) Apply(p unsafeio.Ptr) {
	if in.Plain() {
		in.copyParts(p)
		return
	}
	src, v := in.get()
	unsafeio.Assign(in.typ, p, src)
	in.put(v)
}

// Plain reports whether InitDefault gives numbers and strings only: nothing in
// what Apply gives is shared, or points anywhere.
func (in *Init) Plain() bool { return !in.plain.IsNil() }

// partsOf appends the parts of v, off bytes into the struct, that are not zero.
// Caller: v holds numbers and strings only.
func partsOf(v reflect.Value, off uintptr, parts []part) []part {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			parts = partsOf(v.Field(i), off+v.Type().Field(i).Offset, parts)
		}
	case reflect.Array:
		for i := range v.Len() {
			parts = partsOf(v.Index(i), off+uintptr(i)*v.Type().Elem().Size(), parts)
		}
	case reflect.String:
		if v.Len() > 0 {
			parts = append(parts, part{off, 0})
		}
	case reflect.Complex64, reflect.Complex128:
		half := v.Type().Size() / 2
		parts = append(parts, part{off, half}, part{off + half, half})
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		// nil
	case reflect.Float32, reflect.Float64: // 0, or -0
		parts = append(parts, part{off, v.Type().Size()})
	default:
		if !v.IsZero() {
			parts = append(parts, part{off, v.Type().Size()})
		}
	}
	return parts
}

// copyParts gives the zero value at p the parts of plain.
func (in *Init) copyParts(p unsafeio.Ptr) {
	for i := range in.parts {
		part := &in.parts[i]
		dst, src := p.At(part.off), in.plain.At(part.off)
		switch part.size {
		case 0:
			*dst.String() = *src.String()
		case 1:
			*dst.U8() = *src.U8()
		case 2:
			*dst.U16() = *src.U16()
		case 4:
			*dst.U32() = *src.U32()
		default:
			*dst.U64() = *src.U64()
		}
	}
}

// ApplyAt is Apply for a part of the value: it makes the t at dst what
// InitDefault puts at off.
// Caller: a t is at dst, and at offset off of the type.
func (in *Init) ApplyAt(dst unsafeio.Ptr, off uintptr, t reflect.Type) {
	src, v := in.get()
	unsafeio.Assign(t, dst, src.At(off))
	in.put(v)
}

// ApplyField makes the value of f at dst what InitDefault makes of it: zero
// where an embedded pointer on the way to f is nil then.
// Caller: f is a field of the type, and dst its address.
func (in *Init) ApplyField(dst unsafeio.Ptr, f *Field) {
	made, v := in.get()
	if src, ok := f.reach(made); ok {
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
	src, v := in.get()
	for ; mask != 0; mask &= mask - 1 {
		f := &fields[bits.TrailingZeros64(mask)]
		unsafeio.Assign(f.Type.Go, p.At(f.Off), src.At(f.Off))
	}
	in.put(v)
}

// reach returns the address of f in the struct at p, or false where an
// embedded pointer on the way is nil.
func (f *Field) reach(p unsafeio.Ptr) (unsafeio.Ptr, bool) {
	for i := range f.Hops {
		if p = p.At(f.Hops[i].Off).Ptr(); p.IsNil() {
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
