package codec

import (
	"fmt"
	"math"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// MessageType says what a message is.
type MessageType uint8

// The message types, numbered as on the wire.
const (
	Call      MessageType = 1
	Reply     MessageType = 2
	Exception MessageType = 3 // its struct is an ApplicationException
	Oneway    MessageType = 4 // a call that gets no reply; Apache's Go client says Call here too, so go by the method
)

// String returns the type's name in lower case.
func (t MessageType) String() string {
	switch t {
	case Call:
		return "call"
	case Reply:
		return "reply"
	case Exception:
		return "exception"
	case Oneway:
		return "oneway"
	}
	return fmt.Sprintf("message type(%d)", uint8(t))
}

// Message is the header of a message: what comes before its struct. The struct
// is the method's arguments in a call, its result in a reply.
type Message struct {
	Name string // of the method
	Type MessageType
	Seq  int32 // a reply has that of its call
}

// AppendMessage appends the header of a message to dst and returns the extended
// slice: in Binary the strict form. The struct is to follow:
// [Codec.AppendMessage] appends both. It does not check m.Type, of which
// Compact has 3 bits, and panics when p is no protocol or m.Name longer than
// 2^31-1 bytes.
func AppendMessage(dst []byte, p Protocol, m Message) []byte {
	switch p {
	case Binary:
		return binary.AppendMessageHeader(dst, m.Name, byte(m.Type), m.Seq)
	case Compact:
		return compact.AppendMessageHeader(dst, m.Name, byte(m.Type), m.Seq)
	}
	panic("codec: AppendMessage: " + p.String() + "; use codec.Binary or codec.Compact")
}

// ParseMessage reads the header of a message from the front of src, and returns
// it with its length: the struct is at src[n:]. In Binary it takes the strict
// and the old form. Nothing is allocated: m.Name aliases src, and is good only
// as long as src is not changed: keep a strings.Clone of it, or the name that
// [Methods] has. Another version of the protocol, or another protocol, is
// ErrInvalid, and so is a message type that is none.
func ParseMessage(src []byte, p Protocol) (m Message, n int, err error) {
	var name []byte
	var typ byte
	switch p {
	case Binary:
		name, typ, m.Seq, n = binary.ConsumeMessageHeader(src)
	case Compact:
		name, typ, m.Seq, n = compact.ConsumeMessageHeader(src)
	default:
		return Message{}, 0, unknownProtocol(p)
	}
	if n < 0 {
		off := messageFault(src, p, n)
		return Message{}, 0, failNamed(p, "Message", walk.Err(n), off, true)
	}
	m.Name = unsafeio.StringAt(unsafeio.Input(name), len(name))
	m.Type = MessageType(typ)
	return m, n, nil
}

// unknownProtocol is the error of a p that is none.
func unknownProtocol(p Protocol) error {
	return failNamed(p, "Message", &misuse{"unknown protocol; use codec.Binary or codec.Compact"}, 0, true)
}

// messageFault returns the offset in src of the part of a message's header that
// cannot be read.
func messageFault(src []byte, p Protocol, code int) int {
	s := new(walk.Search)
	p.beginSearch(s, true, walk.SearchLimits{Total: math.MaxInt})
	p.search(s, src)
	if s.Code == code {
		return s.At
	}
	return len(src)
}

// AppendMessage appends the header m and the encoding of v to dst, as
// [AppendMessage] and [Codec.Append] do, in one pass. On error it returns dst as
// it was; the offset in the error counts from the struct's first byte. A type
// of m that is none is ErrInvalid. Where Limits.Message was set, a longer
// message is ErrLimit.
func (c *Codec[T]) AppendMessage(dst []byte, m Message, v *T) ([]byte, error) {
	return c.c.appendMessage(dst, m, unsafeio.Heap(v))
}

// AppendMessage is [Codec.AppendMessage].
func (a *Any) AppendMessage(dst []byte, m Message, v any) ([]byte, error) {
	p, err := a.pointer(v, false)
	if err != nil {
		return dst, err
	}
	return a.c.appendMessage(dst, m, p)
}

// appendMessage is the body of AppendMessage.
func (c *core) appendMessage(dst []byte, m Message, v unsafeio.Ptr) ([]byte, error) {
	b, err := c.header(dst, m, v)
	if err != nil {
		return dst, err
	}
	if b, err = c.append(b, v); err != nil {
		return dst, err
	}
	if most, n := c.o.Limits.Message, len(b)-len(dst); most > 0 && n > most {
		return dst, failNamed(c.p, "Message", c.o.Limits.cause(walk.Message), n, false)
	}
	return b, nil
}

// header appends m to dst. Where that lacks capacity for it, it gets enough
// for v too.
func (c *core) header(dst []byte, m Message, v unsafeio.Ptr) ([]byte, error) {
	if m.Type < Call || m.Type > Oneway {
		return dst, failNamed(c.p, "Message", walk.Err(walk.MsgType), 0, false)
	}
	if len(m.Name) > math.MaxInt32 {
		return dst, failNamed(c.p, "Message", walk.Err(walk.TooLong), 0, false)
	}
	if need := mostHeader + len(m.Name); cap(dst)-len(dst) < need {
		return c.headerGrown(dst, m, v.Hide(), need)
	}
	return AppendMessage(dst, c.p, m), nil
}

// mostHeader bounds what a header has beside the name.
const mostHeader = 12

//go:noinline
func (c *core) headerGrown(dst []byte, m Message, v unsafeio.Ptr, need int) ([]byte, error) {
	size, err := c.size(v)
	if err != nil {
		return dst, err
	}
	if size > math.MaxInt-len(dst)-need {
		return dst, c.fail(&walk.Fault{Off: len(dst)}, walk.TooLong, false)
	}
	return AppendMessage(grow(dst, need+size)[:len(dst)], c.p, m), nil
}
