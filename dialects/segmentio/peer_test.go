package segmentio_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/segmentio/encoding/thrift"
)

// The peer's interfaces have methods of their own names, which a field would hide.
type (
	reader = thrift.Reader
	writer = thrift.Writer
)

// mended are the peer's protocols with what they write wrongly put right, so
// that what it makes of tags and Go types can be compared in both protocols.
// What is put right here, differ_test.go pins.

// binaryCodes are the type codes of Thrift's Binary protocol, by the peer's own,
// which are those of Compact.
var binaryCodes = map[thrift.Type]byte{
	thrift.STOP: 0, thrift.TRUE: 2, thrift.FALSE: 2, thrift.I8: 3, thrift.DOUBLE: 4, thrift.I16: 6, thrift.I32: 8,
	thrift.I64: 10, thrift.BINARY: 11, thrift.STRUCT: 12, thrift.MAP: 13, thrift.SET: 14, thrift.LIST: 15,
}

// typeOf is the inverse of binaryCodes.
func typeOf(code byte) (thrift.Type, error) {
	for t, c := range binaryCodes {
		if c == code && t != thrift.TRUE {
			return t, nil
		}
	}
	return 0, fmt.Errorf("type code %d", code)
}

// mendedBinary has the type codes of Thrift, and a stop field of one byte.
type mendedBinary struct{ thrift.BinaryProtocol }

func (p *mendedBinary) NewReader(r io.Reader) thrift.Reader {
	return &binaryReader{p.BinaryProtocol.NewReader(r), p}
}

func (p *mendedBinary) NewWriter(w io.Writer) thrift.Writer {
	return &binaryWriter{p.BinaryProtocol.NewWriter(w), p}
}

type binaryWriter struct {
	writer
	p *mendedBinary
}

func (w *binaryWriter) Protocol() thrift.Protocol { return w.p }

// codes writes the codes of types.
func (w *binaryWriter) codes(ts ...thrift.Type) error {
	for _, t := range ts {
		if err := w.WriteInt8(int8(binaryCodes[t])); err != nil {
			return err
		}
	}
	return nil
}

func (w *binaryWriter) WriteField(f thrift.Field) error {
	if err := w.codes(f.Type); err != nil || f.Type == thrift.STOP {
		return err
	}
	return w.WriteInt16(f.ID)
}

func (w *binaryWriter) WriteList(l thrift.List) error {
	if err := w.codes(l.Type); err != nil {
		return err
	}
	return w.WriteInt32(l.Size)
}

func (w *binaryWriter) WriteSet(s thrift.Set) error { return w.WriteList(thrift.List(s)) }

func (w *binaryWriter) WriteMap(m thrift.Map) error {
	if err := w.codes(m.Key, m.Value); err != nil {
		return err
	}
	return w.WriteInt32(m.Size)
}

type binaryReader struct {
	reader
	p *mendedBinary
}

func (r *binaryReader) Protocol() thrift.Protocol { return r.p }

func (r *binaryReader) code() (thrift.Type, error) {
	c, err := r.ReadInt8()
	if err != nil {
		return 0, err
	}
	return typeOf(byte(c))
}

func (r *binaryReader) ReadField() (f thrift.Field, err error) {
	if f.Type, err = r.code(); err == nil && f.Type != thrift.STOP {
		f.ID, err = r.ReadInt16()
	}
	return f, err
}

func (r *binaryReader) ReadList() (l thrift.List, err error) {
	if l.Type, err = r.code(); err == nil {
		l.Size, err = r.ReadInt32()
	}
	return l, err
}

func (r *binaryReader) ReadSet() (thrift.Set, error) {
	l, err := r.ReadList()
	return thrift.Set(l), err
}

func (r *binaryReader) ReadMap() (m thrift.Map, err error) {
	if m.Key, err = r.code(); err != nil {
		return m, err
	}
	if m.Value, err = r.code(); err == nil {
		m.Size, err = r.ReadInt32()
	}
	return m, err
}

// mendedCompact has doubles in Thrift's byte order, and bools of containers as
// 1 and 2, of a type that is called 1.
type mendedCompact struct{ thrift.CompactProtocol }

func (p *mendedCompact) NewReader(r io.Reader) thrift.Reader {
	return &compactReader{p.CompactProtocol.NewReader(r), p}
}

func (p *mendedCompact) NewWriter(w io.Writer) thrift.Writer {
	return &compactWriter{p.CompactProtocol.NewWriter(w), p}
}

type compactWriter struct {
	writer
	p *mendedCompact
}

func (w *compactWriter) Protocol() thrift.Protocol { return w.p }

// WriteBool is called for what is no field's own value.
func (w *compactWriter) WriteBool(v bool) error {
	if v {
		return w.WriteInt8(1)
	}
	return w.WriteInt8(2)
}

func (w *compactWriter) WriteFloat64(v float64) error {
	return w.writer.WriteFloat64(math.Float64frombits(swap(v)))
}

func swap(v float64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
	return binary.BigEndian.Uint64(b[:])
}

// elem is how a container's header names a type.
func elem(t thrift.Type) thrift.Type {
	if t == thrift.BOOL {
		return thrift.TRUE
	}
	return t
}

func (w *compactWriter) WriteList(l thrift.List) error {
	l.Type = elem(l.Type)
	return w.writer.WriteList(l)
}

func (w *compactWriter) WriteSet(s thrift.Set) error { return w.WriteList(thrift.List(s)) }

func (w *compactWriter) WriteMap(m thrift.Map) error {
	m.Key, m.Value = elem(m.Key), elem(m.Value)
	return w.writer.WriteMap(m)
}

type compactReader struct {
	reader
	p *mendedCompact
}

func (r *compactReader) Protocol() thrift.Protocol { return r.p }

func (r *compactReader) ReadBool() (bool, error) {
	b, err := r.ReadInt8()
	return b == 1, err
}

func (r *compactReader) ReadFloat64() (float64, error) {
	v, err := r.reader.ReadFloat64()
	return math.Float64frombits(swap(v)), err
}

// known is how the peer names the type that a container's header has.
func known(t thrift.Type) thrift.Type {
	if t == thrift.TRUE {
		return thrift.BOOL
	}
	return t
}

func (r *compactReader) ReadMap() (thrift.Map, error) {
	m, err := r.reader.ReadMap()
	m.Key, m.Value = known(m.Key), known(m.Value)
	return m, err
}
