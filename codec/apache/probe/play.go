package probe

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// player is the protocol that a Read is given. It gives a value, call by call, and
// finds each call that does not fit it.
type player struct {
	thrift.TProtocol // over a port
	calls

	script *value // not read yet; nil afterwards
	open   []reading
	done   bool // all of it was read
}

func newPlayer(script *value) *player {
	p := &player{script: script}
	i8 := func() (int8, error) { return take[int8](p, thrift.BYTE, "ReadByte") }
	p.TProtocol = thrift.NewTBinaryProtocolConf(&port{calls: &p.calls, read: i8}, nil)
	return p
}

// reading is a struct or container that is being read.
type reading struct {
	v       *value
	next    int    // field or item
	due     *value // of a struct: the value of the field that has begun
	inField bool
	stopped bool
}

func (p *player) top() *reading {
	if len(p.open) == 0 {
		return nil
	}
	return &p.open[len(p.open)-1]
}

// value returns the value that comes next, whose type has to be t.
func (p *player) value(t thrift.TType, call string) (*value, error) {
	if err := p.count(); err != nil {
		return nil, err
	}
	var v *value
	top := p.top()
	switch {
	case top == nil:
		v, p.script = p.script, nil
	case top.v.typ == thrift.STRUCT:
		v, top.due = top.due, nil
	case top.next < len(top.v.items):
		v = top.v.items[top.next]
		top.next++
	}
	switch {
	case v == nil:
		return nil, p.fail("it calls %s where no value comes", call)
	case v.typ != t:
		return nil, p.fail("it calls %s where a value of type %v comes", call, v.typ)
	}
	return v, nil
}

// begin takes a struct or container, and goes into it.
func (p *player) begin(t thrift.TType, call string) (*value, error) {
	v, err := p.value(t, call)
	if err != nil {
		return &value{}, err
	}
	p.open = append(p.open, reading{v: v})
	return v, nil
}

// end leaves the innermost struct or container, whose type has to be t, and be
// read.
func (p *player) end(t thrift.TType, call string) error {
	if err := p.count(); err != nil {
		return err
	}
	top := p.top()
	switch {
	case top == nil || top.v.typ != t:
		return p.fail("it calls %s, and has not begun one", call)
	case t == thrift.STRUCT && !top.stopped:
		return p.fail("it calls %s before the stop field", call)
	case t != thrift.STRUCT && top.next < len(top.v.items):
		return p.fail("it calls %s before all elements are read", call)
	}
	p.open = p.open[:len(p.open)-1]
	p.done = len(p.open) == 0
	return nil
}

// take takes a scalar.
func take[T any](p *player, t thrift.TType, call string) (x T, err error) {
	v, err := p.value(t, call)
	if err != nil {
		return x, err
	}
	return v.scalar.(T), nil
}

func (p *player) ReadStructBegin(context.Context) (string, error) {
	_, err := p.begin(thrift.STRUCT, "ReadStructBegin")
	return "", err
}

func (p *player) ReadStructEnd(context.Context) error { return p.end(thrift.STRUCT, "ReadStructEnd") }

func (p *player) ReadFieldBegin(context.Context) (string, thrift.TType, int16, error) {
	if err := p.count(); err != nil {
		return "", 0, 0, err
	}
	top := p.top()
	switch {
	case top == nil || top.v.typ != thrift.STRUCT || top.inField || top.stopped:
		return "", 0, 0, p.fail("it calls ReadFieldBegin where no field comes")
	case top.next == len(top.v.fields):
		top.stopped = true
		return "", thrift.STOP, 0, nil
	}
	f := &top.v.fields[top.next]
	top.next++
	top.due, top.inField = f.value, true
	return "", f.typ, f.id, nil
}

func (p *player) ReadFieldEnd(context.Context) error {
	if err := p.count(); err != nil {
		return err
	}
	top := p.top()
	if top == nil || !top.inField || top.due != nil {
		return p.fail("it calls ReadFieldEnd where no field was read")
	}
	top.inField = false
	return nil
}

func (p *player) ReadMapBegin(context.Context) (key, elem thrift.TType, size int, err error) {
	v, err := p.begin(thrift.MAP, "ReadMapBegin")
	return v.key, v.elem, v.size, err
}

func (p *player) ReadMapEnd(context.Context) error { return p.end(thrift.MAP, "ReadMapEnd") }

func (p *player) ReadListBegin(context.Context) (elem thrift.TType, size int, err error) {
	v, err := p.begin(thrift.LIST, "ReadListBegin")
	return v.elem, v.size, err
}

func (p *player) ReadListEnd(context.Context) error { return p.end(thrift.LIST, "ReadListEnd") }

func (p *player) ReadSetBegin(context.Context) (elem thrift.TType, size int, err error) {
	v, err := p.begin(thrift.SET, "ReadSetBegin")
	return v.elem, v.size, err
}

func (p *player) ReadSetEnd(context.Context) error { return p.end(thrift.SET, "ReadSetEnd") }

func (p *player) ReadBool(context.Context) (bool, error) {
	return take[bool](p, thrift.BOOL, "ReadBool")
}

func (p *player) ReadI16(context.Context) (int16, error) {
	return take[int16](p, thrift.I16, "ReadI16")
}

func (p *player) ReadI32(context.Context) (int32, error) {
	return take[int32](p, thrift.I32, "ReadI32")
}

func (p *player) ReadI64(context.Context) (int64, error) {
	return take[int64](p, thrift.I64, "ReadI64")
}

func (p *player) ReadDouble(context.Context) (float64, error) {
	return take[float64](p, thrift.DOUBLE, "ReadDouble")
}

func (p *player) ReadString(context.Context) (string, error) {
	return take[string](p, thrift.STRING, "ReadString")
}

func (p *player) ReadBinary(context.Context) ([]byte, error) {
	s, err := take[string](p, thrift.STRING, "ReadBinary")
	return []byte(s), err
}

func (p *player) ReadUUID(context.Context) (thrift.Tuuid, error) {
	return take[thrift.Tuuid](p, thrift.UUID, "ReadUUID")
}

// Skip takes a value whole.
func (p *player) Skip(_ context.Context, t thrift.TType) error {
	_, err := p.value(t, "Skip")
	return err
}
