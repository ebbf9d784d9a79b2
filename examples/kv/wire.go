package kv

import (
	"fmt"

	"github.com/miserwire/miser/codec"
)

// NotFound is the exception that get declares.
type NotFound struct {
	Key string `thrift:"key,1"`
}

// Error returns a text with the key.
func (e *NotFound) Error() string { return fmt.Sprintf("kv: there is no key %.64q", e.Key) }

// Stats are the counters of a server.
type Stats struct {
	Keys    int64 `thrift:"keys,1"`
	Bytes   int64 `thrift:"bytes,2"` // of all values
	Gets    int64 `thrift:"gets,3"`
	Touches int64 `thrift:"touches,4"` // of keys that were there
}

// The arguments of a method are a struct, one field each.
type (
	keyArgs struct {
		Key string `thrift:"key,1"`
	}
	putArgs struct {
		Key   string `thrift:"key,1"`
		Value []byte `thrift:"value,2"`
	}
	touchArgs struct {
		Keys []string `thrift:"keys,1"`
	}
	noArgs struct{}
)

// The result of a method is a struct too: field 0 is what it returns, the
// exceptions have the ids of the IDL. Where there are exceptions, exactly one
// field is set, so all are optional and can be nil; where there are none,
// field 0 is required.
type (
	getResult struct {
		Success  []byte    `thrift:"success,0,optional"`
		NotFound *NotFound `thrift:"notFound,1,optional"`
	}
	deleteResult struct {
		Success bool `thrift:"success,0,required"`
	}
	statsResult struct {
		Success Stats `thrift:"success,0,required"`
	}
	noResult struct{}
)

// limits are what one message of a peer may cost. They hold on both sides.
var limits = codec.Limits{
	Bytes:     maxValue,           // one value, or one key
	Message:   maxValue + 4<<10,   // a value, its key and the header: one frame
	Container: 1 << 10,            // keys of one touch
	Alloc:     maxValue + 256<<10, // the copy that a client gets of a value; the keys of a touch take 32 KiB
	Depth:     8,                  // there is one level; the others are for fields of later versions
	Direct:    64 << 10,           // allocated for a frame before its bytes are here
}

const maxValue = 1 << 20

// method is a method of the service, with the codecs of its arguments A and its
// result R in both protocols. The server and the client share it.
type method[A, R any] struct {
	name    string
	oneway  bool
	args    *codec.Pair[A]
	results *codec.Pair[R]
}

var (
	methodGet    = newMethod[keyArgs, getResult]("get", false)
	methodPut    = newMethod[putArgs, noResult]("put", false)
	methodDelete = newMethod[keyArgs, deleteResult]("delete", false)
	methodStats  = newMethod[noArgs, statsResult]("stats", false)
	methodTouch  = newMethod[touchArgs, noResult]("touch", true)
)

// newMethod chooses the options. Only the server decodes arguments, and it is
// done with them before the next request, since the store copies what it keeps:
// else Reuse and Alias would change what is stored. Only the client decodes
// results, which the caller keeps.
func newMethod[A, R any](name string, oneway bool) *method[A, R] {
	return &method[A, R]{
		name:    name,
		oneway:  oneway,
		args:    codec.MustPair(codec.NewPair[A](codec.Options{Limits: limits, Reuse: true, Strings: codec.Alias})),
		results: codec.MustPair(codec.NewPair[R](codec.Options{Limits: limits})),
	}
}
