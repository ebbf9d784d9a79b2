package apache_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/dialects/internal/agree"
	"github.com/miserwire/miser/dialects/internal/fill"
	"github.com/miserwire/miser/layout"
)

// compiler is the output of one version of Apache's compiler.
type compiler struct {
	version string
	rules   fill.Rules
	types   [][]layout.Hint // of each of its packages
}

// all returns the hints of all packages, in which each type has its constructor.
func (c *compiler) all() []layout.Hint { return slices.Concat(c.types...) }

// schema returns what the probe finds.
func (c *compiler) schema() (*layout.Schema, error) {
	var values []thrift.TStruct
	for _, h := range c.all() {
		values = append(values, h.New().(thrift.TStruct))
	}
	return probe.Schema(values...)
}

// peer returns the generated code, over protocol p.
func (c *compiler) peer(p codec.Protocol) agree.Peer {
	news := map[reflect.Type]func() any{}
	for _, h := range c.all() {
		news[h.Type] = h.New
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
