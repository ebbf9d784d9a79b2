package probe_test

import (
	"errors"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
)

type writePanics struct{ good }

func (writePanics) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error { panic("boom") })
}

type writeLate struct{ good }

func (b writeLate) write(h *body, p thrift.TProtocol) error {
	return errors.Join(b.good.write(h, p), errors.New("not today"))
}

type writeFails struct{ good }

func (writeFails) write(*body, thrift.TProtocol) error { return errors.New("not today") }

type writeOther struct{ good }

func (writeOther) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error { return p.WriteI64(ctx, *h.y) })
}

type writeTwo struct{ good }

func (writeTwo) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error {
		return errors.Join(p.WriteI32(ctx, 1), p.WriteFieldEnd(ctx), p.WriteFieldBegin(ctx, "x", thrift.I32, 1), p.WriteI32(ctx, 1))
	})
}

type writeHalf struct{ good }

func (writeHalf) write(_ *body, p thrift.TProtocol) error { return p.WriteStructBegin(ctx, "hand") }

type writeNoStop struct{ good }

func (writeNoStop) write(_ *body, p thrift.TProtocol) error {
	return errors.Join(p.WriteStructBegin(ctx, "hand"), p.WriteStructEnd(ctx))
}

type writeNothing struct{ good }

func (writeNothing) write(*body, thrift.TProtocol) error { return nil }

type writeEndless struct{ good }

func (writeEndless) write(_ *body, p thrift.TProtocol) error {
	for {
		_ = p.WriteI32(ctx, 1)
	}
}

type writeDeep struct{ good }

func (b writeDeep) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.STRUCT, func() error {
		if err := p.WriteStructBegin(ctx, "hand"); err != nil {
			return err
		}
		return errors.Join(p.WriteFieldBegin(ctx, "x", thrift.STRUCT, 1), b.write(h, p))
	})
}

type writeShort struct{ good }

func (writeShort) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.LIST, func() error {
		return errors.Join(p.WriteListBegin(ctx, thrift.I32, 2), p.WriteI32(ctx, 1), p.WriteListEnd(ctx))
	})
}

type writeLong struct{ good }

func (writeLong) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.SET, func() error {
		return errors.Join(p.WriteSetBegin(ctx, thrift.I32, 0), p.WriteI32(ctx, 1), p.WriteSetEnd(ctx))
	})
}

type writeAgain struct{ good }

func (writeAgain) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error { return errors.Join(p.WriteI32(ctx, 1), p.WriteI32(ctx, 1)) })
}

type writeMessage struct{ good }

func (writeMessage) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error { return p.WriteMessageBegin(ctx, "hand", thrift.CALL, 1) })
}

type writeReads struct{ good }

func (writeReads) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error {
		_, err := p.ReadByte(ctx)
		return err
	})
}

type writeWide struct{}

func (writeWide) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.I64, func() error { return p.WriteI64(ctx, int64(*h.x)) })
}

func (writeWide) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		n, err := p.ReadI64(ctx)
		*h.x = int32(n)
		return err
	})
}

type writeEmpty struct{}

func (writeEmpty) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.LIST, func() error {
		return errors.Join(p.WriteListBegin(ctx, thrift.I32, 0), p.WriteListEnd(ctx))
	})
}

func (writeEmpty) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		*h.list = []int32{}
		_, _, err := p.ReadListBegin(ctx)
		return errors.Join(err, p.ReadListEnd(ctx))
	})
}

type writeSlim struct{}

func (writeSlim) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.STRUCT, func() error {
		return errors.Join(p.WriteStructBegin(ctx, "slim"), p.WriteFieldStop(ctx), p.WriteStructEnd(ctx))
	})
}

func (writeSlim) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		*h.slim = new(slim)
		return p.Skip(ctx, thrift.STRUCT)
	})
}

// writeSelf is a struct that requires another one of its own type.
type writeSelf struct{}

func (writeSelf) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.STRUCT, func() error {
		return errors.Join(p.WriteStructBegin(ctx, "self"), p.WriteFieldStop(ctx), p.WriteStructEnd(ctx))
	})
}

func (writeSelf) read(h *body, p thrift.TProtocol) error {
	set := false
	err := each(p, func() error {
		set = true
		return h.self().Read(ctx, p)
	})
	if err == nil && !set {
		err = thrift.NewTProtocolExceptionWithType(thrift.INVALID_DATA, errors.New("x is not set"))
	}
	return err
}

// writeElement panics where there is an element.
type writeElement struct{ good }

func (writeElement) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.LIST, func() error {
		if len(*h.list) > 0 {
			panic("boom")
		}
		return errors.Join(p.WriteListBegin(ctx, thrift.I32, 0), p.WriteListEnd(ctx))
	})
}

// writeBoth is one field twice, with ids of its own.
type writeBoth struct{ good }

func (writeBoth) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.I32, func() error {
		return errors.Join(p.WriteI32(ctx, *h.x), p.WriteFieldEnd(ctx), p.WriteFieldBegin(ctx, "y", thrift.I32, 2), p.WriteI32(ctx, *h.x))
	})
}

// writeText is a text with which nothing can be done.
type writeText struct{}

func (writeText) write(_ *body, p thrift.TProtocol) error {
	return one(p, thrift.MAP, func() error {
		return errors.Join(p.WriteMapBegin(ctx, thrift.STRING, thrift.BOOL, 1), p.WriteString(ctx, ""), p.WriteBool(ctx, true), p.WriteMapEnd(ctx))
	})
}

func (writeText) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		*h.list = []int32{}
		return p.Skip(ctx, thrift.MAP)
	})
}

// writeBool is a list whose elements have another Go type.
type writeBool struct{}

func (writeBool) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.LIST, func() error {
		err := p.WriteListBegin(ctx, thrift.BOOL, len(*h.list))
		for range *h.list {
			err = errors.Join(err, p.WriteBool(ctx, true))
		}
		return errors.Join(err, p.WriteListEnd(ctx))
	})
}

func (writeBool) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		*h.list = []int32{}
		return p.Skip(ctx, thrift.LIST)
	})
}

// readElement reads a list that is empty, and no other.
type readElement struct{}

func (readElement) write(h *body, p thrift.TProtocol) error {
	return one(p, thrift.LIST, func() error {
		err := p.WriteListBegin(ctx, thrift.I32, len(*h.list))
		for range *h.list {
			err = errors.Join(err, p.WriteI32(ctx, 1))
		}
		return errors.Join(err, p.WriteListEnd(ctx))
	})
}

func (readElement) read(h *body, p thrift.TProtocol) error {
	return each(p, func() error {
		*h.list = []int32{}
		_, _, err := p.ReadListBegin(ctx)
		return errors.Join(err, p.ReadListEnd(ctx))
	})
}

type readPanics struct{ good }

func (readPanics) read(*body, thrift.TProtocol) error { panic("boom") }

type readFails struct{ good }

func (readFails) read(*body, thrift.TProtocol) error { return errors.New("not today") }

type readNothing struct{ good }

func (readNothing) read(_ *body, p thrift.TProtocol) error {
	return each(p, func() error { return p.Skip(ctx, thrift.I32) })
}

type readOther struct{ good }

func (readOther) read(h *body, p thrift.TProtocol) error {
	return each(p, func() (err error) {
		*h.y, err = p.ReadI64(ctx)
		return err
	})
}

type readTwo struct{ good }

func (readTwo) read(h *body, p thrift.TProtocol) error {
	*h.y = 1
	return good{}.read(h, p)
}

type readEndless struct{ good }

func (readEndless) read(_ *body, p thrift.TProtocol) error {
	for {
		_, _, _, _ = p.ReadFieldBegin(ctx)
	}
}

type readWrites struct{ good }

func (readWrites) read(_ *body, p thrift.TProtocol) error {
	return each(p, func() error { return p.WriteByte(ctx, 1) })
}

type readNoStop struct{ good }

func (readNoStop) read(_ *body, p thrift.TProtocol) error {
	_, err := p.ReadStructBegin(ctx)
	return errors.Join(err, p.ReadStructEnd(ctx))
}

type readShort struct{ good }

func (readShort) read(h *body, p thrift.TProtocol) error {
	*h.x = 1
	return nil
}

// TestHostile has hand-written code that is not what a compiler writes: an error,
// no panic.
func TestHostile(t *testing.T) {
	for _, tt := range []struct {
		v    thrift.TStruct
		want string
	}{
		{&hand[writePanics]{}, ".X: in field 1, x, its Write panics: boom; let Apache's compiler generate the code again"},
		{&hand[writeLate]{}, "]: after field 1, x, its Write fails: not today; "},
		{&hand[writeFails]{}, ": its Write fails: not today; "},
		{&hand[writeOther]{}, ".X: in field 1, x, its Write writes no struct: it calls WriteI64 where a value of type I32 is due; "},
		{&hand[writeTwo]{}, "]: after field 1, x, its Write writes no struct: it writes field 1 twice; "},
		{&hand[writeHalf]{}, ": its Write ends before the struct does; "},
		{&hand[writeNoStop]{}, ": its Write writes no struct: it calls WriteStructEnd without WriteFieldStop; "},
		{&hand[writeNothing]{}, ": its Write ends before the struct does; "},
		{&hand[writeEndless]{}, ": its Write panics: it does not end; "},
		{&hand[writeDeep]{}, ".X: in field 1, x, its Write writes no struct: it nests deeper than 64 levels; "},
		{&hand[writeShort]{}, ".X: in field 1, x, its Write writes no struct: it calls WriteListEnd before all elements are written; "},
		{&hand[writeLong]{}, ".X: in field 1, x, its Write writes no struct: it calls WriteI32 where no value is due; "},
		{&hand[writeAgain]{}, ".X: in field 1, x, its Write writes no struct: it calls WriteI32 where no value is due; "},
		{&hand[writeMessage]{}, ".X: in field 1, x, its Write writes no struct: it calls a method that has no place there; "},
		{&hand[writeReads]{}, ".X: in field 1, x, its Write writes no struct: it calls a method that has no place there; "},
		{&hand[writeWide]{}, ".X: field 1, x, is written as a value of type I64, for which a field has another Go type than int32; "},
		{&hand[writeEmpty]{}, ".List: field 1, x, is written as a value of type LIST without elements, although it has one; "},
		{&hand[writeSlim]{}, ".Slim: field 1, x, is a struct, and *probe_test.slim has no generated Read and Write; "},
		{&hand[writeSelf]{}, ": its Read fails: x is not set; "},
		{&hand[writeElement]{}, ".X: in field 1, x, its Write panics: boom; "},
		{&hand[writeBoth]{}, ".X: it goes out as field 1 and as field 2; "},
		{&hand[writeText]{}, ".List: field 1, x, is written as a value of type MAP, for which a field has another Go type than []int32; "},
		{&hand[writeBool]{}, ".List: field 1, x, has elements, of which one is written as a value of type BOOL, for which a field has another Go type than int32; "},
		{&hand[readElement]{}, ": its Read does not read what its Write writes: it calls ReadListEnd before all elements are read; "},
		{&hand[readPanics]{}, ".X: field 1, x, is written, and then its Read panics: boom; "},
		{&hand[readFails]{}, ".X: field 1, x, is written, and then its Read fails: not today; "},
		{&hand[readNothing]{}, ".X: field 1, x, is written, and Read sets nothing when it comes; "},
		{&hand[readOther]{}, ".X: field 1, x, is written, and then its Read does not read what its Write writes: it calls ReadI64 where a value of type I32 comes; "},
		{&hand[readTwo]{}, ".X: field 1, x, is written, and Read sets more than that one when it comes; "},
		{&hand[readEndless]{}, ".X: field 1, x, is written, and then its Read panics: it does not end; "},
		{&hand[readWrites]{}, ".X: field 1, x, is written, and then its Read does not read what its Write writes: it calls a method that has no place there; "},
		{&hand[readNoStop]{}, ".X: field 1, x, is written, and then its Read does not read what its Write writes: it calls ReadStructEnd before the stop field; "},
		{&hand[readShort]{}, ": its Read ends before the struct does; "},
	} {
		_, err := probe.Schema(tt.v)
		require.ErrorContains(t, err, tt.want, "%T", tt.v)
		require.ErrorContains(t, err, "thrift: probe_test.hand[", "%T", tt.v)
		var e *layout.Error
		require.ErrorAs(t, err, &e)
		_, err = probe.OpenFields(tt.v)
		require.Error(t, err)
	}
	hints, err := probe.Hints(&hand[good]{})
	require.NoError(t, err)
	require.Equal(t, "X x,1,default,i32", text(hints[0]))
}
