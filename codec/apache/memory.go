package apache

import (
	"context"
	"io"

	"github.com/apache/thrift/lib/go/thrift"
)

// memory is the transport of Apache's protocols: what they read was taken from
// the connection before, what they write goes there afterwards.
type memory struct {
	in  []byte // what is left to read
	out []byte
}

var (
	_ thrift.TTransport     = (*memory)(nil)
	_ thrift.TRichTransport = (*memory)(nil)
)

func (m *memory) Read(b []byte) (int, error) {
	n := copy(b, m.in)
	m.in = m.in[n:]
	if n < len(b) {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

func (m *memory) ReadByte() (byte, error) {
	if len(m.in) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	c := m.in[0]
	m.in = m.in[1:]
	return c, nil
}

func (m *memory) Write(b []byte) (int, error) {
	m.out = append(m.out, b...)
	return len(b), nil
}

func (m *memory) WriteByte(c byte) error {
	m.out = append(m.out, c)
	return nil
}

func (m *memory) WriteString(s string) (int, error) {
	m.out = append(m.out, s...)
	return len(s), nil
}

func (m *memory) Flush(context.Context) error { return nil }
func (m *memory) RemainingBytes() uint64      { return uint64(len(m.in)) }
func (m *memory) Open() error                 { return nil }
func (m *memory) IsOpen() bool                { return true }
func (m *memory) Close() error                { return nil }
