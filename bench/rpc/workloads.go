package rpc

import (
	"slices"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/codec"
)

// args and result are the structs of a method that returns what it is given.
type args[T any] struct {
	V *T `thrift:"v,1"`
}

type result[T any] struct {
	Success *T `thrift:"success,0,optional"`
}

// The methods of Echo.
const (
	methodMedia = "media"
	methodSmall = "small"
)

// exchange is a call and the reply to it.
type exchange struct {
	call  []byte // in its frame
	reply []byte // the message in the frame
}

// The workloads.
const (
	media       = "media"        // MediaContent of thrift-protobuf-compare, 353 bytes
	mediaVaried = "media-varied" // random ones, whose optional fields come and go
	small       = "small"        // a OneOfEach of 100 bytes
)

// Workload is what the client asks for, again and again.
type Workload struct {
	Name  string
	wires map[codec.Protocol]*wire
}

// wire is a workload in one protocol.
type wire struct {
	exchanges []exchange

	// normal returns a reply as package codec writes it: kitex writes fields
	// in another order.
	normal func(reply []byte) ([]byte, error)
}

// Size returns the bytes of a call in Binary, the mean of varied ones.
func (w *Workload) Size() int {
	n, all := 0, w.wires[codec.Binary].exchanges
	for _, e := range all {
		n += len(e.call)
	}
	return n / len(all)
}

// varied is how many messages media-varied has: few enough that each of
// 64 connections sees all of them before it is measured.
const varied = 64

// Workloads returns what is measured.
func Workloads() []*Workload {
	one := data.One()
	one.WhatWho, one.Base64 = new(true), []byte("123456789012")
	return []*Workload{
		workload(media, methodMedia, data.MediaFixed()),
		workload(mediaVaried, methodMedia, data.MediaVaried()[:varied]),
		workload(small, methodSmall, []*fast.OneOfEach{one}),
	}
}

// find returns the workload of that name.
func find(name string) *Workload {
	all := Workloads()
	return all[slices.IndexFunc(all, func(w *Workload) bool { return w.Name == name })]
}

func workload[T any](name, method string, vs []*T) *Workload {
	w := &Workload{name, map[codec.Protocol]*wire{}}
	for _, p := range []codec.Protocol{codec.Binary, codec.Compact} {
		calls := codec.Must(codec.New[args[T]](p, codec.Options{}))
		replies := codec.Must(codec.New[result[T]](p, codec.Options{}))
		to := &wire{normal: func(reply []byte) ([]byte, error) {
			m, n, err := codec.ParseMessage(reply, p)
			if err != nil {
				return nil, err
			}
			var r result[T]
			if _, err := replies.Decode(reply[n:], &r); err != nil {
				return nil, err
			}
			return replies.AppendMessage(nil, m, &r)
		}}
		for i, v := range vs {
			m := codec.Message{Name: method, Type: codec.Call, Seq: int32(i + 1)}
			b, mark := codec.BeginFrame(nil)
			b = must(calls.AppendMessage(b, m, &args[T]{v}))
			b = must(codec.EndFrame(b, mark))
			m.Type = codec.Reply
			to.exchanges = append(to.exchanges, exchange{b, must(replies.AppendMessage(nil, m, &result[T]{v}))})
		}
		w.wires[p] = to
	}
	return w
}

// must is for objects that are our own.
func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
