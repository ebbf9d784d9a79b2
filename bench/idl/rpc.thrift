// The service that the servers of rpc/ answer: every method returns what it
// was given.
include "bench.thrift"

namespace go rpc

service Echo {
  bench.MediaContent media(1: bench.MediaContent v)
  bench.OneOfEach small(1: bench.OneOfEach v)
}
