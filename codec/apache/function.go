package apache

import (
	"context"
	"errors"
	"reflect"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// Handle switches a method of a generated processor: from now on h is called
// for it, with arguments that miser decoded and a result that it encodes. A is
// the generated XArgs, R the generated XResult; structs written by hand with the
// same thrift tags do as well. It returns an error when the processor has no
// such method, and when A or R is no struct for Thrift. Call it before the
// server starts, and before thrift.WrapProcessor.
//
// h fills in the result's Success. An error that it returns goes out in the
// result's field of that type where the IDL declares it, otherwise as an
// application exception of type INTERNAL_ERROR; so does a result that cannot be
// encoded. thrift.ErrAbandonRequest closes
// the connection without an answer. As in generated processors, ctx ends when
// the client goes away.
//
// Of o, Limits.Message and Limits.Direct are those of the [ProtocolFactory]
// instead. With Reuse, h must not keep its arguments or its result, nor what
// they lead to, beyond its return; with Alias, no text of the arguments. Through
// a protocol that is no [Protocol], generated code reads and writes.
func Handle[A, R any](p thrift.TProcessor, name string, o codec.Options, h func(ctx context.Context, args *A, result *R) error) error {
	m, err := newMethod(p, name, o, reflect.TypeFor[A](), reflect.TypeFor[R]())
	if err != nil {
		return err
	}
	p.AddToProcessorMap(name, &function[A, R]{method: m, handler: h})
	return nil
}

// HandleOneway is [Handle] for a oneway method. No answer is sent, whatever h
// returns.
func HandleOneway[A any](p thrift.TProcessor, name string, o codec.Options, h func(ctx context.Context, args *A) error) error {
	m, err := newMethod(p, name, o, reflect.TypeFor[A](), reflect.TypeFor[struct{}]())
	if err != nil {
		return err
	}
	p.AddToProcessorMap(name, &oneway[A]{method: m, handler: h})
	return nil
}

// function is a method with an answer. Its twin is the Process that the
// compiler generates.
type function[A, R any] struct {
	*method
	handler func(context.Context, *A, *R) error
	calls   sync.Pool // of *call[A, R], under Reuse
}

// call is the memory of one call.
type call[A, R any] struct {
	args   A
	result R
}

func (f *function[A, R]) Process(ctx context.Context, seq int32, in, out thrift.TProtocol) (bool, thrift.TException) {
	if !f.reuse {
		return f.process(ctx, seq, in, out, new(call[A, R]))
	}
	c, _ := f.calls.Get().(*call[A, R])
	if c == nil {
		c = new(call[A, R])
	}
	ok, err := f.process(ctx, seq, in, out, c)
	c.result = *new(R)
	f.calls.Put(c)
	return ok, err
}

func (f *function[A, R]) process(ctx context.Context, seq int32, in, out thrift.TProtocol, c *call[A, R]) (bool, thrift.TException) {
	if err := f.read(ctx, in, &c.args); err != nil {
		// The connection is closed, whatever becomes of the answer.
		_ = f.refuse(ctx, seq, out, thrift.PROTOCOL_ERROR, err.Error())
		return false, thrift.WrapTException(err)
	}
	err, cause := f.run(ctx, in, c)
	failed := thrift.WrapTException(err)
	switch {
	case err == nil || f.declare(&c.result, err):
		err = f.answer(ctx, seq, out, &c.result)
		if err != nil && own(out) != nil && errors.As(err, new(*codec.Error)) { // no byte of it was sent
			failed = thrift.WrapTException(err)
			err = f.refuse(ctx, seq, out, thrift.INTERNAL_ERROR, "Internal error processing "+f.name+": "+err.Error())
		}
	case errors.Is(err, thrift.ErrAbandonRequest):
		return false, &thrift.ProcessorError{WriteError: failed, EndpointError: failed}
	case errors.Is(err, context.Canceled) && errors.Is(cause, thrift.ErrAbandonRequest):
		return false, &thrift.ProcessorError{WriteError: thrift.WrapTException(cause), EndpointError: failed}
	default:
		err = f.refuse(ctx, seq, out, thrift.INTERNAL_ERROR, "Internal error processing "+f.name+": "+err.Error())
	}
	if err != nil {
		return false, &thrift.ProcessorError{WriteError: thrift.WrapTException(err), EndpointError: failed}
	}
	return true, failed
}

// run calls the handler, and returns what ended its context besides.
func (f *function[A, R]) run(ctx context.Context, in thrift.TProtocol, c *call[A, R]) (err, cause error) {
	var w *watch
	if p := own(in); p != nil {
		w = &p.watch
	} else {
		w = new(watch)
	}
	ctx = w.start(ctx, in.Transport())
	defer w.stop()
	err = f.handler(ctx, &c.args, &c.result)
	return err, context.Cause(ctx)
}

// oneway is a method without an answer.
type oneway[A any] struct {
	*method
	handler func(context.Context, *A) error
	calls   sync.Pool // of *A, under Reuse
}

func (f *oneway[A]) Process(ctx context.Context, _ int32, in, _ thrift.TProtocol) (bool, thrift.TException) {
	if !f.reuse {
		return f.process(ctx, in, new(A))
	}
	args, _ := f.calls.Get().(*A)
	if args == nil {
		args = new(A)
	}
	ok, err := f.process(ctx, in, args)
	f.calls.Put(args)
	return ok, err
}

func (f *oneway[A]) process(ctx context.Context, in thrift.TProtocol, args *A) (bool, thrift.TException) {
	if err := f.read(ctx, in, args); err != nil {
		return false, thrift.WrapTException(err)
	}
	return true, thrift.WrapTException(f.handler(ctx, args))
}
