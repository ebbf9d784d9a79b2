package apache_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/agree"
	"github.com/miserwire/miser/internal/fill"
)

// compiler is the output of one version of Apache's compiler.
type compiler struct {
	version string
	rules   fill.Rules
	news    [][]func() any // constructors, of each of its packages
}

// made returns a value of each type, as its constructor makes it.
func (c *compiler) made() (values []thrift.TStruct) {
	for _, make := range slices.Concat(c.news...) {
		values = append(values, make().(thrift.TStruct))
	}
	return values
}

// types returns all types.
func (c *compiler) types() (types []reflect.Type) {
	for _, v := range c.made() {
		types = append(types, reflect.TypeOf(v).Elem())
	}
	return types
}

// peer returns the generated code, over protocol p.
func (c *compiler) peer(p codec.Protocol) agree.Peer {
	news := map[reflect.Type]func() any{}
	for _, make := range slices.Concat(c.news...) {
		news[reflect.TypeOf(make()).Elem()] = make
	}
	w := newWire(p)
	return agree.Peer{
		Name:  "Apache " + c.version,
		Write: w.write,
		Read:  w.read,
		New:   func(t reflect.Type) any { return news[t]() },
		Rules: c.rules,
	}
}

// wire is a protocol of Apache's library over memory.
type wire struct {
	memory   *thrift.TMemoryBuffer
	protocol thrift.TProtocol
}

func newWire(p codec.Protocol) *wire {
	w := &wire{memory: thrift.NewTMemoryBufferLen(1 << 16)}
	w.protocol = thrift.NewTBinaryProtocolConf(w.memory, nil)
	if p == codec.Compact {
		w.protocol = thrift.NewTCompactProtocolConf(w.memory, nil)
	}
	return w
}

func (w *wire) write(dst []byte, v any) ([]byte, error) {
	w.memory.Reset()
	if err := v.(thrift.TStruct).Write(context.Background(), w.protocol); err != nil {
		return dst, err
	}
	return append(dst, w.memory.Bytes()...), nil
}

func (w *wire) read(src []byte, v any) error {
	w.memory.Reset()
	w.memory.Write(src)
	if err := v.(thrift.TStruct).Read(context.Background(), w.protocol); err != nil {
		return err
	}
	if n := w.memory.Len(); n > 0 {
		return fmt.Errorf("%d bytes are left", n)
	}
	return nil
}
