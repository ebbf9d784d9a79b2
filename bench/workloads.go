// Package bench holds miser against its peers: the same objects, the same
// bytes, the same process. [Workloads] lists what is measured; the agreement
// test proves first that all contestants do the same work.
//
// Two things run the workloads: the Benchmark functions, for benchstat, and
// the command in cmd/benchrun, which lets contestants take turns and writes
// results/. README.md says what is measured and how.
package bench

import (
	"fmt"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/gen/pb"
	"github.com/miserwire/miser/bench/gen/rw"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/seg"
)

// Workload is a named object, or a corpus of them, and all that is done to it.
type Workload struct {
	Name string
	Doc  string
	// Build makes the objects and their contestants. It needs a checkout around
	// the working directory, for the sample file of cmd/miser.
	Build func() (*peers.Set, error)
}

// Workloads returns all workloads, in the order of the results.
func Workloads() []Workload {
	return append(append(append(structs(), containers()...), parquets()...), histories()...)
}

// Find returns the workload of that name.
func Find(name string) (Workload, bool) {
	for _, w := range Workloads() {
		if w.Name == name {
			return w, true
		}
	}
	return Workload{}, false
}

// set returns the cases of messages that all peers know. Segmentio takes part
// where no doubles occur.
func set[A, T, S, R, M any, AP peers.Struct[A], TP peers.FastStruct[T], RP peers.RWStruct[R], MP peers.PBMessage[M]](work string, vs []*T, doubles bool) *peers.Set {
	s := thriftOnly[A, T, S, R, AP, TP, RP](work, vs, doubles)
	peers.AddProtobuf[M, T, MP](s, vs)
	return s
}

// thriftOnly is set for what Protocol Buffers cannot say.
func thriftOnly[A, T, S, R any, AP peers.Struct[A], TP peers.FastStruct[T], RP peers.RWStruct[R]](work string, vs []*T, doubles bool) *peers.Set {
	s := peers.New[A, T, AP, TP](work, vs)
	peers.AddMiser[T, fast.Empty](s, vs)
	peers.AddCloudwego[T, fast.Empty, TP](s, vs)
	peers.AddApache[A, apache.Empty, T, AP, *apache.Empty, TP](s)
	peers.AddThriftrw[R, rw.Empty, T, RP, *rw.Empty, TP](s)
	peers.AddParquetGo[S, seg.Empty](s)
	if !doubles {
		peers.AddSegmentio[S, seg.Empty](s)
	}
	return s
}

func one[T any](v *T) []*T { return []*T{v} }

func structs() []Workload {
	media := func(name, doc string, varied bool) Workload {
		return Workload{name, doc, func() (*peers.Set, error) {
			vs := data.MediaFixed()
			if varied {
				vs = data.MediaVaried()
			}
			s := set[apache.MediaContent, fast.MediaContent, seg.MediaContent, rw.MediaContent, pb.MediaContent](name, vs, false)
			peers.AddHand(s, data.MediaTest(varied))
			return s, nil
		}}
	}
	return []Workload{
		media("media-fixed", "MediaContent of thrift-protobuf-compare, one message", false),
		media("media-varied", "1,024 random MediaContents", true),
		{"one-of-each", "OneOfEach, a small struct", func() (*peers.Set, error) {
			return set[apache.OneOfEach, fast.OneOfEach, seg.OneOfEach, rw.OneOfEach, pb.OneOfEach]("one-of-each", one(data.One()), true), nil
		}},
		{"holder", "the nested Holder: maps and lists of structs, 1.6 MB", func() (*peers.Set, error) {
			return thriftOnly[apache.Nested4, fast.Nested4, seg.Nested4, rw.Nested4]("holder", one(data.Holder()), true), nil
		}},
		{"wide", "a request of 29 fields: scalars, strings, lists, a map, items", func() (*peers.Set, error) {
			return set[apache.Wide, fast.Wide, seg.Wide, rw.Wide, pb.Wide]("wide", one(data.Wide()), true), nil
		}},
		{"scalars", "20 fields of fixed size", func() (*peers.Set, error) {
			return thriftOnly[apache.Scalars, fast.Scalars, seg.Scalars, rw.Scalars]("scalars", one(data.Scalars()), true), nil
		}},
	}
}

func containers() (all []Workload) {
	for _, width := range []string{data.Small, data.Mixed, data.Full} {
		name64, name32 := "list-i64-"+width, "list-i32-"+width
		all = append(all, Workload{name64, "10,000 i64, " + width, func() (*peers.Set, error) {
			v := data.ListI64(width)
			s := set[apache.ListI64, fast.ListI64, seg.ListI64, rw.ListI64, pb.ListI64](name64, one(v), false)
			peers.AddMemmove(s)
			peers.AddByteLoop(s, v.V)
			return s, nil
		}}, Workload{name32, "10,000 i32, " + width, func() (*peers.Set, error) {
			v := data.ListI32(width)
			s := set[apache.ListI32, fast.ListI32, seg.ListI32, rw.ListI32, pb.ListI32](name32, one(v), false)
			peers.AddMemmove(s)
			peers.AddByteLoop(s, v.V)
			return s, nil
		}})
	}
	all = append(all, Workload{"list-double", "10,000 doubles", func() (*peers.Set, error) {
		s := set[apache.ListF64, fast.ListF64, seg.ListF64, rw.ListF64, pb.ListF64]("list-double", one(data.ListF64()), true)
		peers.AddMemmove(s)
		return s, nil
	}}, Workload{"list-string", "1,000 strings of 20 bytes", func() (*peers.Set, error) {
		s := set[apache.ListStr, fast.ListStr, seg.ListStr, rw.ListStr, pb.ListStr]("list-string", one(data.ListStr()), false)
		peers.AddMemmove(s)
		return s, nil
	}}, Workload{"binary-1m", "one binary of 1 MiB", func() (*peers.Set, error) {
		s := set[apache.Bin, fast.Bin, seg.Bin, rw.Bin, pb.Bin]("binary-1m", one(data.Bin()), false)
		peers.AddMemmove(s)
		return s, nil
	}})
	for _, n := range []int{10, 100} {
		ss, is, si := fmt.Sprintf("map-string-string-%d", n), fmt.Sprintf("map-i64-string-%d", n), fmt.Sprintf("map-string-i64-%d", n)
		all = append(all, Workload{ss, fmt.Sprintf("map<string, string> of %d", n), func() (*peers.Set, error) {
			return set[apache.MapStrStr, fast.MapStrStr, seg.MapStrStr, rw.MapStrStr, pb.MapStrStr](ss, one(data.MapStrStr(n)), false), nil
		}}, Workload{is, fmt.Sprintf("map<i64, string> of %d", n), func() (*peers.Set, error) {
			return set[apache.MapI64Str, fast.MapI64Str, seg.MapI64Str, rw.MapI64Str, pb.MapI64Str](is, one(data.MapI64Str(n)), false), nil
		}}, Workload{si, fmt.Sprintf("map<string, i64> of %d", n), func() (*peers.Set, error) {
			return set[apache.MapStrI64, fast.MapStrI64, seg.MapStrI64, rw.MapStrI64, pb.MapStrI64](si, one(data.MapStrI64(n)), false), nil
		}})
	}
	return all
}
