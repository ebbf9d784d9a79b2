package codec

import (
	"strconv"
)

// ApplicationException is the struct of a message of type [Exception]: what a
// server answers when it has no result. It is an error, and what a client's
// call returns then.
type ApplicationException struct {
	Message string `thrift:"message,1"` // for people
	Type    int32  `thrift:"type,2"`    // one of the constants below, or of a later Thrift
}

// The types of an ApplicationException. source: Thrift's TApplicationException.
// What a server's own code fails with is ExceptionInternalError in most
// languages, ExceptionUnknown in C++.
const (
	ExceptionUnknown               int32 = 0
	ExceptionUnknownMethod         int32 = 1
	ExceptionInvalidMessageType    int32 = 2
	ExceptionWrongMethodName       int32 = 3
	ExceptionBadSequenceID         int32 = 4
	ExceptionMissingResult         int32 = 5
	ExceptionInternalError         int32 = 6
	ExceptionProtocolError         int32 = 7
	ExceptionInvalidTransform      int32 = 8
	ExceptionInvalidProtocol       int32 = 9
	ExceptionUnsupportedClientType int32 = 10
)

var exceptionTexts = [...]string{
	ExceptionUnknown:               "application exception",
	ExceptionUnknownMethod:         "unknown method",
	ExceptionInvalidMessageType:    "invalid message type",
	ExceptionWrongMethodName:       "wrong method name",
	ExceptionBadSequenceID:         "bad sequence id",
	ExceptionMissingResult:         "missing result",
	ExceptionInternalError:         "internal error",
	ExceptionProtocolError:         "protocol error",
	ExceptionInvalidTransform:      "invalid transform",
	ExceptionInvalidProtocol:       "invalid protocol",
	ExceptionUnsupportedClientType: "unsupported client type",
}

// Error returns what the type means, and the message.
func (e ApplicationException) Error() string {
	text := "thrift: "
	if e.Type >= 0 && int(e.Type) < len(exceptionTexts) {
		text += exceptionTexts[e.Type]
	} else {
		text += "application exception " + strconv.Itoa(int(e.Type))
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// exceptions are the codecs of an ApplicationException.
var exceptions = MustPair(NewPair[ApplicationException](Options{}))

// AppendException appends a message of type [Exception] that answers the call m:
// a header with the name and sequence id of m, and e. On error it returns dst as
// it was: where p is none, e is nil or the name longer than 2 GiB.
func AppendException(dst []byte, p Protocol, m Message, e *ApplicationException) ([]byte, error) {
	c := exceptions.For(p)
	if c == nil {
		return dst, unknownProtocol(p)
	}
	m.Type = Exception
	return c.AppendMessage(dst, m, e)
}

// ParseReply reads the header of the answer to a call of method name with
// sequence id seq, from the front of src. It returns its length: the result is
// at src[n:]. Where there is no result, the error is that of
// [Message.CheckReply]; others are of [ParseMessage].
func ParseReply(src []byte, p Protocol, name string, seq int32) (n int, err error) {
	m, n, err := ParseMessage(src, p)
	if err != nil {
		return 0, err
	}
	if err := m.CheckReply(p, name, seq, src[n:]); err != nil {
		return 0, shift(err, n)
	}
	return n, nil
}

// CheckReply checks that m answers a call of method name with sequence id seq,
// and that body, the struct behind m, is a result. If the server sent an
// exception, the error is that *ApplicationException. If m does not fit the
// call, the error is an *Error whose cause is an ApplicationException of type
// ExceptionWrongMethodName, ExceptionBadSequenceID or
// ExceptionInvalidMessageType: what comes next on such a connection is not to be
// trusted either. Other errors are those of [Codec.Decode].
func (m Message) CheckReply(p Protocol, name string, seq int32, body []byte) error {
	switch {
	case m.Seq != seq:
		return misfit(p, ExceptionBadSequenceID, strconv.Itoa(int(m.Seq)), strconv.Itoa(int(seq))+"; was a oneway call answered?")
	case m.Type == Exception:
		c := exceptions.For(p)
		if c == nil {
			return unknownProtocol(p)
		}
		e := new(ApplicationException)
		if _, err := c.Decode(body, e); err != nil {
			return err
		}
		return e
	case m.Name != name:
		return misfit(p, ExceptionWrongMethodName, clip(m.Name), clip(name))
	case m.Type != Reply:
		return misfit(p, ExceptionInvalidMessageType, m.Type.String(), Reply.String())
	}
	return nil
}

func misfit(p Protocol, typ int32, got, want string) error {
	return failNamed(p, "Message", &ApplicationException{"got " + got + ", want " + want, typ}, 0, true)
}

// shift returns err with its offset n bytes further on, if it is that of a
// struct.
func shift(err error, n int) error {
	if e, ok := err.(*Error); ok && e.GoType != nil {
		e.Offset += n
	}
	return err
}

// clip quotes a name from the wire, and bounds its length.
func clip(name string) string {
	const most = 64
	if len(name) > most {
		return strconv.Quote(name[:most]) + "..."
	}
	return strconv.Quote(name)
}
