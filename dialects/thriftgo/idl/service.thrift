// What a generator makes of methods: structs of arguments and of results.
namespace go service

include "variants.thrift"
include "common.thrift"

// Typedefs that some of the generators cannot digest: the backend fastgo of thriftgo
// 0.4.5 panics over maps, the template raw_struct does not compile with structs.
typedef map<variants.Word, variants.Words> Index
typedef map<variants.Mood, set<common.Level>> Ranks
typedef variants.Point Corner

struct Named {
  1: Index index
  2: optional Index optIndex
  3: list<Index> more
  4: map<variants.Temper, Index> byTemper
  5: Ranks ranks
  6: map<string, Ranks> ranksByName
  7: Corner corner
  8: optional Corner optCorner
  9: map<variants.Word, Corner> corners
}

exception Denied {}

service Base {
  void ping()
}

service Keeper extends Base {
  string name(1: i32 id)
  variants.Defaults settings(1: variants.Scalars scalars, 2: list<variants.Mood> moods, 3: variants.Temper temper) throws (1: variants.Failure failure, 2: Denied denied)
  list<variants.Point> points(1: set<i64> ids)
  common.Level level(1: variants.Mood mood)
  binary raw(1: binary raw)
  variants.Choice choose(1: variants.Choice choice)
  void store(1: map<string, variants.Point> points) throws (1: variants.Failure failure)
  Named named(1: Ranks ranks)
  oneway void tell(1: string text)
}
