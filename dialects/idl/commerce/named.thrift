// Defaults of containers that a typedef names, also behind another one. thriftgo
// (0.4.5) does not take them, so they are apart.
include "base.thrift"
namespace go commerce.named

typedef base.Labels Headlines
typedef set<i16> Ports
typedef map<string, base.Ratio> Shares
typedef list<Ports> PortGroups

const base.Labels STARS = ["*", "**"]

struct Named {
  1: base.Labels labels = ["x"]
  2: Headlines headlines = STARS
  3: Ports ports = [80]
  4: Shares shares = {"a": 0.5, "b": 0.5}
  5: PortGroups groups = [[1, 2], []]
}
struct OptionalNamed {
  1: optional base.Labels labels = ["x"]
  2: optional Headlines headlines = STARS
  3: optional Ports ports = [80]
  4: optional Shares shares = {"a": 0.5, "b": 0.5}
  5: optional PortGroups groups = [[1, 2], []]
}
struct RequiredNamed {
  1: required base.Labels labels = ["x"]
  2: required Headlines headlines = STARS
  3: required Ports ports = [80]
  4: required Shares shares = {"a": 0.5, "b": 0.5}
  5: required PortGroups groups = [[1, 2], []]
}
struct HoldsNamed { 1: Named one, 2: optional OptionalNamed perhaps, 3: list<RequiredNamed> many, 4: Named made = {"ports": [1]} }
