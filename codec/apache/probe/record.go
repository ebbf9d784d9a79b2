package probe

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// recorder is the protocol that a Write is given. It notes the calls as a value,
// and finds each one that is out of place.
type recorder struct {
	thrift.TProtocol // over a port
	calls

	root *value
	open []level // innermost last
}

func newRecorder() *recorder {
	r := &recorder{}
	i8 := func(int8) error { return r.scalar(thrift.BYTE, "WriteByte") }
	r.TProtocol = thrift.NewTBinaryProtocolConf(&port{calls: &r.calls, write: i8}, nil)
	return r
}

// mostNested bounds how deep structs and containers nest.
const mostNested = 64

// level is a struct or container that has begun.
type level struct {
	v       *value
	inField bool // of a struct: a field has begun
	stopped bool // of a struct: the stop field was written
}

// top returns the innermost level, nil where nothing is open.
func (r *recorder) top() *level {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

// put puts v where a value is due.
func (r *recorder) put(v *value, call string) error {
	if err := r.count(); err != nil {
		return err
	}
	due := thrift.TType(thrift.STOP)
	top := r.top()
	switch {
	case top == nil && r.root == nil:
		due = thrift.STRUCT
	case top == nil:
	case top.v.typ != thrift.STRUCT:
		due = top.v.want(len(top.v.items))
	case top.inField && r.last().value == nil:
		due = r.last().typ
	}
	switch {
	case due == thrift.STOP:
		return r.fail("it calls %s where no value is due", call)
	case due != v.typ:
		return r.fail("it calls %s where a value of type %v is due", call, due)
	case top == nil:
		r.root = v
	case top.v.typ != thrift.STRUCT:
		top.v.items = append(top.v.items, v)
	default:
		r.last().value = v
	}
	if v.scalar != nil {
		return nil
	}
	if len(r.open) >= mostNested {
		return r.fail("it nests deeper than %d levels", mostNested)
	}
	r.open = append(r.open, level{v: v})
	return nil
}

// last returns the field that was begun last in the innermost level, a struct.
func (r *recorder) last() *wireField {
	fields := r.top().v.fields
	return &fields[len(fields)-1]
}

// end closes the innermost level, whose type has to be t, and be complete.
func (r *recorder) end(t thrift.TType, call string) error {
	if err := r.count(); err != nil {
		return err
	}
	top := r.top()
	switch {
	case top == nil || top.v.typ != t:
		return r.fail("it calls %s, and has not begun one", call)
	case t == thrift.STRUCT && !top.stopped:
		return r.fail("it calls %s without WriteFieldStop", call)
	case t != thrift.STRUCT && top.v.want(len(top.v.items)) != thrift.STOP:
		return r.fail("it calls %s before all elements are written", call)
	}
	r.open = r.open[:len(r.open)-1]
	return nil
}

// scalar puts a value of a type that is no struct or container: which one it is
// does not matter.
func (r *recorder) scalar(t thrift.TType, call string) error {
	return r.put(&value{typ: t, scalar: some[t]}, call)
}

// between reports whether a field may begin now, or the stop field come.
func (r *recorder) between() bool {
	top := r.top()
	return top != nil && top.v.typ == thrift.STRUCT && !top.inField && !top.stopped
}

func (r *recorder) WriteStructBegin(context.Context, string) error {
	return r.put(&value{typ: thrift.STRUCT}, "WriteStructBegin")
}

func (r *recorder) WriteStructEnd(context.Context) error {
	return r.end(thrift.STRUCT, "WriteStructEnd")
}

func (r *recorder) WriteFieldBegin(_ context.Context, name string, t thrift.TType, id int16) error {
	if err := r.count(); err != nil {
		return err
	}
	if !r.between() {
		return r.fail("it calls WriteFieldBegin inside of a field")
	}
	top := r.top()
	if top.v.field(id) != nil {
		return r.fail("it writes field %d twice", id)
	}
	top.v.fields = append(top.v.fields, wireField{name: name, id: id, typ: t})
	top.inField = true
	return nil
}

func (r *recorder) WriteFieldEnd(context.Context) error {
	if err := r.count(); err != nil {
		return err
	}
	top := r.top()
	if top == nil || !top.inField || r.last().value == nil {
		return r.fail("it calls WriteFieldEnd where no field has its value")
	}
	top.inField = false
	return nil
}

func (r *recorder) WriteFieldStop(context.Context) error {
	if err := r.count(); err != nil {
		return err
	}
	if !r.between() {
		return r.fail("it calls WriteFieldStop inside of a field")
	}
	r.top().stopped = true
	return nil
}

func (r *recorder) WriteMapBegin(_ context.Context, key, elem thrift.TType, size int) error {
	return r.put(&value{typ: thrift.MAP, key: key, elem: elem, size: size}, "WriteMapBegin")
}

func (r *recorder) WriteMapEnd(context.Context) error { return r.end(thrift.MAP, "WriteMapEnd") }

func (r *recorder) WriteListBegin(_ context.Context, elem thrift.TType, size int) error {
	return r.put(&value{typ: thrift.LIST, elem: elem, size: size}, "WriteListBegin")
}

func (r *recorder) WriteListEnd(context.Context) error { return r.end(thrift.LIST, "WriteListEnd") }

func (r *recorder) WriteSetBegin(_ context.Context, elem thrift.TType, size int) error {
	return r.put(&value{typ: thrift.SET, elem: elem, size: size}, "WriteSetBegin")
}

func (r *recorder) WriteSetEnd(context.Context) error { return r.end(thrift.SET, "WriteSetEnd") }

func (r *recorder) WriteBool(context.Context, bool) error {
	return r.scalar(thrift.BOOL, "WriteBool")
}

func (r *recorder) WriteI16(context.Context, int16) error {
	return r.scalar(thrift.I16, "WriteI16")
}

func (r *recorder) WriteI32(context.Context, int32) error {
	return r.scalar(thrift.I32, "WriteI32")
}

func (r *recorder) WriteI64(context.Context, int64) error {
	return r.scalar(thrift.I64, "WriteI64")
}

func (r *recorder) WriteDouble(context.Context, float64) error {
	return r.scalar(thrift.DOUBLE, "WriteDouble")
}

func (r *recorder) WriteString(context.Context, string) error {
	return r.scalar(thrift.STRING, "WriteString")
}

func (r *recorder) WriteBinary(context.Context, []byte) error {
	return r.scalar(thrift.STRING, "WriteBinary")
}

func (r *recorder) WriteUUID(context.Context, thrift.Tuuid) error {
	return r.scalar(thrift.UUID, "WriteUUID")
}
