package parquet_test

import (
	"bytes"
	"reflect"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// outcome is what a peer and miser made of one vector, in the peer's struct.
type outcome struct {
	theirErr, ourErr error
	theirs, ours     any    // what they decoded
	theirOut, ourOut []byte // what they encoded of it
	reused           any    // what miser decoded into the value of the vector before
}

// sameValue reports whether both decoded the same.
func (o *outcome) sameValue() bool { return reflect.DeepEqual(o.theirs, o.ours) }

// both has a library and miser decode a vector into a T, and encode it again.
func both[T any](lib library, known *layout.Schema) func(vector) outcome {
	var c, warm *codec.Codec[T]
	used := new(T)
	return func(v vector) (o outcome) {
		if c == nil {
			if c, o.ourErr = codec.New[T](codec.Compact, codec.Options{Schema: known}); o.ourErr != nil {
				return o
			}
			warm = codec.Must(codec.New[T](codec.Compact, codec.Options{Schema: known, Reuse: true}))
		}
		theirs, ours := new(T), new(T)
		o.theirs, o.ours = theirs, ours
		if o.theirErr = lib.decode(bytes.Clone(v.src), theirs); o.theirErr == nil {
			o.theirOut, o.theirErr = lib.encode(theirs)
		}
		if _, o.ourErr = c.Decode(bytes.Clone(v.src), ours); o.ourErr == nil {
			o.ourOut, o.ourErr = c.Append(nil, ours)
		}
		if _, err := warm.Decode(bytes.Clone(v.src), used); err == nil {
			o.reused = used
		}
		return o
	}
}
