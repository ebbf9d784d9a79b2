package thriftgo_test

import (
	"fmt"
	"reflect"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/cloudwego/frugal"

	"github.com/miserwire/miser/codec"
)

// peer is other code that encodes and decodes values of a type.
type peer struct {
	name     string
	protocol codec.Protocol
	sorted   bool // writes fields in the order of the struct
	encode   func(v any) ([]byte, error)
	decode   func(b []byte, v any) error
}

// What generated code may have.
type (
	serdes interface { // of thriftgo
		Write(thrift.TProtocol) error
		Read(thrift.TProtocol) error
	}
	fastCodec interface { // of kitex, and of fastgo
		BLength() int
		FastWrite([]byte) int
		FastRead([]byte) (int, error)
	}
	fastAppender interface { // of fastgo
		FastAppend([]byte) []byte
	}
	initer interface{ InitDefault() }
)

// peersOf returns the peers that v's type has: its own methods, and frugal,
// which knows tags, where they have TYPE.
func peersOf(v any, withFrugal bool) (ps []peer) {
	if _, ok := v.(serdes); ok {
		ps = append(ps,
			overTransport("Write", codec.Binary, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTBinaryProtocolTransport(t) }),
			overTransport("Write", codec.Compact, func(t thrift.TTransport) thrift.TProtocol { return thrift.NewTCompactProtocol(t) }))
	}
	if _, ok := v.(fastCodec); ok {
		ps = append(ps, peer{"FastWrite", codec.Binary, false, fastWrite, fastRead})
	}
	if _, ok := v.(fastAppender); ok {
		ps = append(ps, peer{"FastAppend", codec.Binary, true, fastAppend, fastRead})
	}
	if withFrugal {
		ps = append(ps, peer{"frugal", codec.Binary, true, frugalEncode, frugalDecode})
	}
	return ps
}

func overTransport(name string, p codec.Protocol, make func(thrift.TTransport) thrift.TProtocol) peer {
	return peer{name, p, true, func(v any) ([]byte, error) {
		t := thrift.NewTMemoryBuffer()
		err := v.(serdes).Write(make(t))
		return t.Bytes(), err
	}, func(b []byte, v any) error {
		t := thrift.NewTMemoryBuffer()
		t.Buffer.Write(b)
		err := v.(serdes).Read(make(t))
		if err == nil && t.Len() > 0 {
			err = fmt.Errorf("%d bytes are left", t.Len())
		}
		return err
	}}
}

func fastWrite(v any) (b []byte, err error) {
	defer caught(&err)
	f := v.(fastCodec)
	b = make([]byte, f.BLength())
	if n := f.FastWrite(b); n != len(b) {
		err = fmt.Errorf("%d bytes written, and %d announced", n, len(b))
	}
	return b, err
}

func fastAppend(v any) (b []byte, err error) {
	defer caught(&err)
	return v.(fastAppender).FastAppend(nil), nil
}

func fastRead(b []byte, v any) error {
	n, err := v.(fastCodec).FastRead(b)
	return all(n, len(b), err)
}

func frugalEncode(v any) (b []byte, err error) {
	defer caught(&err)
	b = make([]byte, frugal.EncodedSize(v))
	n, err := frugal.EncodeObject(b, nil, v)
	return b[:n], err
}

func frugalDecode(b []byte, v any) (err error) {
	defer caught(&err)
	n, err := frugal.DecodeObject(b, v)
	return all(n, len(b), err)
}

// all is err, or that n bytes are not all.
func all(n, of int, err error) error {
	if err == nil && n != of {
		err = fmt.Errorf("%d of %d bytes were read", n, of)
	}
	return err
}

// caught makes a panic an error: so the peers report some faults.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
}

// fresh returns a new value of v's type with its defaults, as a reader begins with.
func fresh(v any) any {
	n := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	if i, ok := n.(initer); ok {
		i.InitDefault()
	}
	return n
}
