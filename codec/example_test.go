package codec_test

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

type Point struct {
	X int32   `thrift:"x,1,required"`
	Y int32   `thrift:"y,2,required"`
	L *string `thrift:"label,3,optional"`
}

var points = codec.Must(codec.New[Point](codec.Compact, codec.Options{}))

// A first round trip.
func Example() {
	b, err := points.Append(nil, &Point{X: 3, Y: -4})
	if err != nil {
		panic(err)
	}
	var p Point
	n, err := points.Decode(b, &p)
	fmt.Printf("% x: %d bytes, x %d, y %d, error %v\n", b, n, p.X, p.Y, err)
	// Output: 15 06 15 07 00: 5 bytes, x 3, y -4, error <nil>
}

type Reading struct {
	Sensor string           `thrift:"sensor,1"`
	Values []float64        `thrift:"values,2"`
	Tags   map[string]int64 `thrift:"tags,3"`
}

// Job is as Apache's generator writes it: its defaults are in NewJob alone, and
// nothing tells that Queues is a set.
type Job struct {
	Name   string  `thrift:"name,1" json:"name"`
	Tries  int32   `thrift:"tries,2" db:"tries" json:"tries"`
	Queues []int64 `thrift:"queues,3" db:"queues" json:"queues"`
}

func NewJob() *Job { return &Job{Tries: 3} }

// What a Go type and its tags do not say, a schema does.
func ExampleOptions_schema() {
	schema, err := layout.NewSchema(
		layout.Constructor(NewJob),
		layout.Hint{Type: reflect.TypeFor[Job](), Fields: []layout.FieldHint{{GoName: "Queues", Tag: "queues,3,default,set<i64>"}}},
	)
	if err != nil {
		panic(err)
	}
	jobs := codec.Must(codec.New[Job](codec.Binary, codec.Options{Schema: schema}))
	var v Job
	_, err = jobs.Decode([]byte("\x0b\x00\x01\x00\x00\x00\x01x\x00"), &v)
	fmt.Println(v.Name, v.Tries, err)
	fmt.Println(strings.Contains(jobs.Explain(), "TYPE in schema"))
	// Output:
	// x 3 <nil>
	// true
}

// Decoding many messages into one value, and encoding into one buffer: once
// the value and the buffer have grown to what the messages need, nothing is
// allocated any more.
func ExampleOptions_reuse() {
	readings := codec.Must(codec.New[Reading](codec.Binary, codec.Options{
		Reuse:   true,        // v's slices, maps and pointees are overwritten
		Strings: codec.Alias, // v's strings point into the message
	}))
	var message []byte
	var v Reading
	for i := range 3 {
		var err error
		// What v aliases has been used by now: the message may be overwritten.
		message, err = readings.Append(message[:0], &Reading{"t1", []float64{20, float64(i)}, nil})
		if err != nil {
			panic(err)
		}
		if _, err = readings.Decode(message, &v); err != nil {
			panic(err)
		}
		fmt.Println(v.Sensor, v.Values)
	}
	// Output:
	// t1 [20 0]
	// t1 [20 1]
	// t1 [20 2]
}

// Aliased strings cost no copy. The price: they are the message's own bytes,
// so that the message must not change, nor go away, while they are in use.
func ExampleStrings() {
	type Name struct {
		Name string `thrift:"name,1"`
	}
	shared := codec.Must(codec.New[Name](codec.Compact, codec.Options{}))
	alias := codec.Must(codec.New[Name](codec.Compact, codec.Options{Strings: codec.Alias}))
	message, _ := shared.Append(nil, &Name{"miser"})

	var a, s Name
	shared.Decode(message, &s)
	alias.Decode(message, &a)
	copy(message[2:], "LEANS") // the buffer is used again
	fmt.Println(s.Name, a.Name)
	// Output: miser LEANS
}

type UserV1 struct {
	ID   int64  `thrift:"id,1,required"`
	Name string `thrift:"name,2"`
}

type UserV2 struct {
	ID    int64    `thrift:"id,1,required"`
	Name  string   `thrift:"name,2"`
	Mails []string `thrift:"mails,3"`
	Age   *int32   `thrift:"age,4,optional"`
}

// Old and new versions of a struct read each other's bytes: fields that the
// reader does not know are skipped, fields that are absent are zero.
func Example_evolution() {
	v1 := codec.Must(codec.New[UserV1](codec.Compact, codec.Options{}))
	v2 := codec.Must(codec.New[UserV2](codec.Compact, codec.Options{}))
	age := int32(36)

	b, _ := v2.Append(nil, &UserV2{7, "ada", []string{"a@b"}, &age})
	var old UserV1
	_, err := v1.Decode(b, &old)
	fmt.Println(old, err)

	b, _ = v1.Append(nil, &UserV1{8, "eve"})
	var young UserV2
	_, err = v2.Decode(b, &young)
	fmt.Println(young.ID, young.Name, young.Mails == nil, young.Age == nil, err)
	// Output:
	// {7 ada} <nil>
	// 8 eve true true <nil>
}

type Shape struct {
	_      struct{} `thrift:",union"`
	Circle *float64 `thrift:"circle,1"`
	Corner *Point   `thrift:"corner,2"`
}

// A union is a struct with a mark; exactly one of its fields is set.
func Example_union() {
	shapes := codec.Must(codec.New[Shape](codec.Binary, codec.Options{}))
	r := 2.5
	b, err := shapes.Append(nil, &Shape{Circle: &r})
	fmt.Printf("% x %v\n", b, err)

	_, err = shapes.Append(nil, &Shape{Circle: &r, Corner: &Point{}})
	fmt.Println(errors.Is(err, codec.ErrUnion))
	// Output:
	// 04 00 01 40 04 00 00 00 00 00 00 00 <nil>
	// true
}

// Bytes that are cut short, and a tag that is wrong.
func Example_errors() {
	b, _ := points.Append(nil, &Point{X: 300, Y: 4})
	var p Point
	_, err := points.Decode(b[:2], &p)
	fmt.Println(err)
	fmt.Println(errors.Is(err, codec.ErrTruncated))
	var e *codec.Error
	if errors.As(err, &e) {
		fmt.Println(e.Path, e.Offset)
	}

	type Wrong struct {
		Name string `thrift:"name,one"`
	}
	_, err = codec.New[Wrong](codec.Binary, codec.Options{})
	fmt.Println(err)
	// Output:
	// thrift: compact: unmarshal Point.X at offset 1: input is truncated
	// true
	// Point.X 1
	// thrift: codec_test.Wrong.Name: tag "name,one": id "one" is not a number; write thrift:"name,id"
}

type GreetArgs struct {
	Name string `thrift:"name,1"`
}

type GreetResult struct {
	Success string `thrift:"success,0,required"`
}

var (
	limits  = codec.Limits{Message: 1 << 20, Direct: 64 << 10}
	args    = codec.MustPair(codec.NewPair[GreetArgs](codec.Options{Limits: limits, Strings: codec.Alias}))
	results = codec.MustPair(codec.NewPair[GreetResult](codec.Options{Limits: limits}))
)

// answer appends the reply to a call.
func answer(dst []byte, p codec.Protocol, m codec.Message, body []byte) ([]byte, error) {
	if m.Name != "greet" {
		return codec.AppendException(dst, p, m, &codec.ApplicationException{Type: codec.ExceptionUnknownMethod})
	}
	var a GreetArgs // its name is bytes of body
	if _, err := args.For(p).Decode(body, &a); err != nil {
		return codec.AppendException(dst, p, m, &codec.ApplicationException{Message: err.Error(), Type: codec.ExceptionProtocolError})
	}
	if m.Type == codec.Oneway {
		return dst, nil
	}
	m.Type = codec.Reply
	return results.For(p).AppendMessage(dst, m, &GreetResult{"hello " + a.Name})
}

// serve answers the calls of one connection.
func serve(conn net.Conn) error {
	defer conn.Close()
	in, out := codec.NewReader(conn, limits), []byte(nil)
	conn.SetDeadline(time.Now().Add(time.Minute))
	p, framed, err := in.Detect()
	if err != nil {
		return err
	}
	for {
		conn.SetDeadline(time.Now().Add(time.Minute))
		m, body, err := in.Next(p, framed) // they live until the next call
		if err != nil {
			return err
		}
		buf, mark := out[:0], 0
		if framed {
			buf, mark = codec.BeginFrame(buf)
		}
		begin := len(buf)
		if out, err = answer(buf, p, m, body); err != nil {
			return err
		}
		if len(out) == begin {
			continue // a oneway call gets no reply
		}
		if framed {
			if out, err = codec.EndFrame(out, mark); err != nil {
				return err
			}
		}
		if _, err = conn.Write(out); err != nil {
			return err
		}
	}
}

func Example_server() {
	client, server := net.Pipe() // or a connection that a listener accepts
	go func() { fmt.Println("server:", serve(server)) }()

	buf, mark := codec.BeginFrame(nil)
	buf, err := args.For(codec.Compact).AppendMessage(buf, codec.Message{Name: "greet", Type: codec.Call, Seq: 1}, &GreetArgs{"ada"})
	if err != nil {
		panic(err)
	}
	if buf, err = codec.EndFrame(buf, mark); err != nil {
		panic(err)
	}
	if _, err = client.Write(buf); err != nil {
		panic(err)
	}
	m, body, err := codec.NewReader(client, limits).Next(codec.Compact, true)
	if err != nil {
		panic(err)
	}
	if err = m.CheckReply(codec.Compact, "greet", 1, body); err != nil { // an exception of the server
		panic(err)
	}
	var r GreetResult
	_, err = results.For(codec.Compact).Decode(body, &r)
	fmt.Println(r.Success, err)
	// Output: hello ada <nil>
}
