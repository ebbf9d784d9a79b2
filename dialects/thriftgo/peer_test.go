package thriftgo_test

import (
	"fmt"
	"reflect"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/cloudwego/frugal"
	"github.com/cloudwego/kitex/pkg/protocol/bthrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/agree"
)

// What generated code may have.
type (
	serdes interface { // of thriftgo
		Write(thrift.TProtocol) error
		Read(thrift.TProtocol) error
	}
	fastCodec interface { // of kitex, and of fastgo; the FastWrite of kitex up to 0.11 does nothing
		BLength() int
		FastWriteNocopy([]byte, bthrift.BinaryWriter) int
		FastRead([]byte) (int, error)
	}
	fastAppender interface { // of fastgo
		FastAppend([]byte) []byte
		FastRead([]byte) (int, error)
	}
	initer interface{ InitDefault() }
)

// contestant is a peer, and which types have it.
type contestant struct {
	agree.Peer
	protocol codec.Protocol
	has      func(v any) bool
}

// contestants are all: the methods of generated code, in each of their forms, and
// frugal, which goes by tags.
var contestants = []contestant{
	overTransport(codec.Binary, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTBinaryProtocolTransport(t) }),
	overTransport(codec.Compact, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTCompactProtocol(t) }),
	{agree.Peer{Name: "FastWrite", Write: fastWrite, Read: fastRead, New: fresh}, codec.Binary, has[fastCodec]},
	{agree.Peer{Name: "FastAppend", Write: fastAppend, Read: fastRead, New: fresh}, codec.Binary, has[fastAppender]},
	{agree.Peer{Name: "frugal", Write: frugalWrite, Read: frugalRead, New: fresh}, codec.Binary, func(any) bool { return true }},
}

func has[I any](v any) bool {
	_, ok := v.(I)
	return ok
}

func overTransport(p codec.Protocol, protocol func(thrift.TTransport) thrift.TProtocol) contestant {
	return contestant{agree.Peer{Name: "Write", New: fresh, Write: func(dst []byte, v any) ([]byte, error) {
		t := thrift.NewTMemoryBuffer()
		err := v.(serdes).Write(protocol(t))
		if p == codec.Compact {
			return append(dst, t.Bytes()...), err // values of types whose fields stand in order
		}
		return appendInOrder(dst, t.Bytes()), err
	}, Read: func(b []byte, v any) error {
		t := thrift.NewTMemoryBuffer()
		t.Buffer.Write(b)
		err := v.(serdes).Read(protocol(t))
		return all(len(b)-t.Len(), len(b), err)
	}}, p, has[serdes]}
}

func fastWrite(dst []byte, v any) (b []byte, err error) {
	defer caught(&err)
	f := v.(fastCodec)
	b = make([]byte, f.BLength())
	err = all(f.FastWriteNocopy(b, nil), len(b), nil)
	return appendInOrder(dst, b), err
}

func fastAppend(dst []byte, v any) (b []byte, err error) {
	defer caught(&err)
	return v.(fastAppender).FastAppend(dst), nil
}

func fastRead(b []byte, v any) error {
	n, err := v.(interface{ FastRead([]byte) (int, error) }).FastRead(b)
	return all(n, len(b), err)
}

// frugalWrite takes the empty optional binaries out of v, which frugal does not
// write and kitex' own code does: see TestDifferences.
func frugalWrite(dst []byte, v any) (b []byte, err error) {
	defer caught(&err)
	dropEmpty(reflect.ValueOf(v))
	b = make([]byte, frugal.EncodedSize(v))
	n, err := frugal.EncodeObject(b, nil, v)
	return appendInOrder(dst, b[:n]), err
}

func frugalRead(b []byte, v any) (err error) {
	defer caught(&err)
	n, err := frugal.DecodeObject(b, v)
	return all(n, len(b), err)
}

// dropEmpty gives the empty optional binaries below v their default, which mostly is nil.
func dropEmpty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			dropEmpty(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			dropEmpty(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			dropEmpty(it.Key())
			dropEmpty(it.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			switch {
			case f.Kind() != reflect.Slice || f.Type().Elem().Kind() != reflect.Uint8:
				dropEmpty(f)
			case !f.CanSet() || f.Len() > 0:
			case isUnion(v.Type()) && !f.IsNil():
				f.SetBytes([]byte("x")) // frugal would write no field at all
			case isOptional(v.Type().Field(i)):
				f.SetBytes(reflect.ValueOf(fresh(v.Type())).Elem().Field(i).Bytes())
			}
		}
	}
}

// all is err, or that n bytes are not all.
func all(n, of int, err error) error {
	if err == nil && n != of {
		err = fmt.Errorf("%d bytes of %d", n, of)
	}
	return err
}

// caught makes a panic an error: so the peers report some faults.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
}

// fresh returns a new value with its defaults, as a reader begins with.
func fresh(t reflect.Type) any {
	if hint, ok := constructors[t]; ok {
		return hint.New()
	}
	n := reflect.New(t).Interface()
	if i, ok := n.(initer); ok {
		i.InitDefault()
	}
	return n
}
