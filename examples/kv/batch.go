package kv

import (
	"errors"

	"github.com/miserwire/miser/codec"
)

// Batch is calls to be sent at once by [Client.Do]. Each method adds one, and
// returns a function that says, after Do, what became of it. The arguments
// must not change until then. The zero Batch is empty.
type Batch struct{ calls []call }

// Get adds a call of get.
func (b *Batch) Get(key string) func() ([]byte, error) {
	q := add(b, methodGet, keyArgs{key})
	return func() ([]byte, error) {
		switch r := &q.result; {
		case q.err != nil:
			return nil, q.err
		case r.NotFound != nil:
			return nil, r.NotFound
		case r.Success == nil:
			return nil, &codec.ApplicationException{Message: q.method.name, Type: codec.ExceptionMissingResult}
		}
		return q.result.Success, nil
	}
}

// Put adds a call of put.
func (b *Batch) Put(key string, value []byte) func() error {
	q := add(b, methodPut, putArgs{key, value})
	return func() error { return q.err }
}

// Delete adds a call of delete.
func (b *Batch) Delete(key string) func() (bool, error) {
	q := add(b, methodDelete, keyArgs{key})
	return func() (bool, error) { return q.result.Success, q.err }
}

// Stats adds a call of stats.
func (b *Batch) Stats() func() (Stats, error) {
	q := add(b, methodStats, noArgs{})
	return func() (Stats, error) { return q.result.Success, q.err }
}

// Touch adds a call of touch, of which nothing becomes known.
func (b *Batch) Touch(keys ...string) { add(b, methodTouch, touchArgs{keys}) }

// call is a call of any method.
type call interface {
	silent() bool
	request(dst []byte, p codec.Protocol, seq int32) ([]byte, error)
	reply(src []byte, p codec.Protocol, seq int32) error
	fail(err error)
}

// typedCall is a call of one method.
type typedCall[A, R any] struct {
	method *method[A, R]
	args   A
	result R
	err    error
}

var errNotDone = errors.New("kv: the batch was not sent; use Client.Do")

func add[A, R any](b *Batch, m *method[A, R], args A) *typedCall[A, R] {
	q := &typedCall[A, R]{method: m, args: args, err: errNotDone}
	b.calls = append(b.calls, q)
	return q
}

func (q *typedCall[A, R]) silent() bool { return q.method.oneway }

func (q *typedCall[A, R]) fail(err error) { q.err = err }

func (q *typedCall[A, R]) request(dst []byte, p codec.Protocol, seq int32) ([]byte, error) {
	m := codec.Message{Name: q.method.name, Type: codec.Call, Seq: seq}
	if q.method.oneway {
		m.Type = codec.Oneway
	}
	return q.method.args.For(p).AppendMessage(dst, m, &q.args)
}

// reply takes the reply. It returns an error when that is none to this call, so
// that the next one would not be what it seems either.
func (q *typedCall[A, R]) reply(src []byte, p codec.Protocol, seq int32) error {
	n, err := codec.ParseReply(src, p, q.method.name, seq)
	if err == nil {
		_, err = q.method.results.For(p).Decode(src[n:], &q.result)
	}
	q.err = err
	if _, sent := err.(*codec.ApplicationException); sent {
		return nil
	}
	return err
}
