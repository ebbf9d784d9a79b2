package apache

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// method is what a switched method knows of its structs.
type method struct {
	name     string // as an answer has it
	reuse    bool
	args     byProtocol
	result   byProtocol
	declared map[reflect.Type]int // the result's fields for exceptions, by their type
}

// byProtocol holds a type's coders.
type byProtocol [codec.Compact + 1]*coder

func newMethod(p thrift.TProcessor, name string, o codec.Options, args, result reflect.Type) (*method, error) {
	if _, ok := p.ProcessorMap()[name]; !ok {
		return nil, fmt.Errorf("thrift: apache: the processor has no method %q", name)
	}
	if err := (Options{Protocol: codec.Binary, Codec: o}).check(); err != nil {
		return nil, err
	}
	m := &method{name: name, reuse: o.Reuse}
	if _, after, ok := strings.Cut(name, thrift.MULTIPLEXED_SEPARATOR); ok {
		m.name = after
	}
	if err := m.args.fill(args, o); err != nil {
		return nil, err
	}
	if err := m.result.fill(result, o); err != nil {
		return nil, err
	}
	m.declared = declared(result)
	return m, nil
}

func (b *byProtocol) fill(t reflect.Type, o codec.Options) (err error) {
	for _, p := range []codec.Protocol{codec.Binary, codec.Compact} {
		if b[p], err = newCoder(t, p, o); err != nil {
			return err
		}
	}
	return nil
}

// declared finds the fields of a result for the exceptions that the IDL
// declares.
func declared(result reflect.Type) map[reflect.Type]int {
	found := map[reflect.Type]int{}
	for i := range result.NumField() {
		f := result.Field(i)
		if f.IsExported() && f.Name != "Success" && f.Type.Kind() == reflect.Pointer && f.Type.Implements(reflect.TypeFor[error]()) {
			found[f.Type] = i
		}
	}
	return found
}

// declare makes err all of a result, if it has a field for it.
func (m *method) declare(result any, err error) bool {
	i, ok := m.declared[reflect.TypeOf(err)]
	if ok {
		r := reflect.ValueOf(result).Elem()
		r.SetZero()
		r.Field(i).Set(reflect.ValueOf(err))
	}
	return ok
}

// read reads the arguments, and ends their message.
func (m *method) read(ctx context.Context, in thrift.TProtocol, args any) error {
	if p := own(in); p != nil {
		return p.decode(ctx, m.args[p.f.o.Protocol], args)
	}
	s, err := m.generated(args)
	if err != nil {
		return err
	}
	reflect.ValueOf(args).Elem().SetZero()
	if err := s.Read(ctx, in); err != nil {
		return err
	}
	return in.ReadMessageEnd(ctx)
}

// answer writes the result.
func (m *method) answer(ctx context.Context, seq int32, out thrift.TProtocol, result any) error {
	if p, ok := out.(*Protocol); ok {
		return p.write(ctx, m.result[p.f.o.Protocol], codec.Message{Name: m.name, Type: codec.Reply, Seq: seq}, result)
	}
	s, err := m.generated(result)
	if err != nil {
		return err
	}
	return m.write(ctx, seq, out, thrift.REPLY, s)
}

// refuse writes an application exception.
func (m *method) refuse(ctx context.Context, seq int32, out thrift.TProtocol, kind int32, text string) error {
	return m.write(ctx, seq, out, thrift.EXCEPTION, thrift.NewTApplicationException(kind, text))
}

func (m *method) write(ctx context.Context, seq int32, out thrift.TProtocol, typ thrift.TMessageType, v thrift.TStruct) error {
	if err := out.WriteMessageBegin(ctx, m.name, typ, seq); err != nil {
		return err
	}
	if err := v.Write(ctx, out); err != nil {
		return err
	}
	if err := out.WriteMessageEnd(ctx); err != nil {
		return err
	}
	return out.Flush(ctx)
}

// generated returns v with its generated code.
func (m *method) generated(v any) (thrift.TStruct, error) {
	s, ok := v.(thrift.TStruct)
	if !ok {
		return nil, fmt.Errorf("thrift: apache: %T has no generated code for a foreign protocol; use a ProtocolFactory", v)
	}
	return s, nil
}

// stored is the type of what a thrift.TMultiplexedProcessor reads from: it says
// again which message was begun, and embeds the protocol.
var stored = reflect.TypeOf(thrift.NewStoredMessageProtocol(nil, "", 0, 0))

// own returns the Protocol that in is, nil when it is another.
func own(in thrift.TProtocol) *Protocol {
	if p, ok := in.(*Protocol); ok {
		return p
	}
	if reflect.TypeOf(in) == stored {
		p, _ := reflect.ValueOf(in).Elem().Field(0).Interface().(*Protocol)
		return p
	}
	return nil
}
