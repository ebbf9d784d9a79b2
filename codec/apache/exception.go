package apache

import (
	"errors"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// asException returns err as the exception that Apache's code would have had:
// a TProtocolException for a message that cannot be read or written, a
// TTransportException for the rest. The cause stays within reach of errors.As
// and errors.Is.
func asException(err error) error {
	if err == nil {
		return nil
	}
	if te, ok := err.(thrift.TException); ok {
		return te
	}
	var e *codec.Error
	if !errors.As(err, &e) || e.Path == "Frame" {
		return thrift.NewTTransportExceptionFromError(err)
	}
	kind := thrift.INVALID_DATA
	if errors.Is(err, codec.ErrLimit) {
		kind = thrift.SIZE_LIMIT
	}
	return thrift.NewTProtocolExceptionWithType(kind, err)
}

// isTimeout reports whether err says of itself that it is one.
func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}
