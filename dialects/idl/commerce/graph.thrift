// Who knows whom, who bought what, and what follows from it.
include "base.thrift"
include "catalog.thrift"
include "telemetry.thrift"
namespace go commerce.graph

typedef i64 NodeId
typedef map<NodeId, set<NodeId>> Adjacency
typedef list<Adjacency> Layers
typedef map<string, map<NodeId, double>> Scores

enum NodeKind { PERSON = 1, PRODUCT = 2, SHOP = 3, TOPIC = 4 }
enum EdgeKind { KNOWS = 1, BOUGHT = 2, VIEWED = 3, SELLS = 4, ABOUT = -4 }

union Payload { 1: Person person, 2: catalog.Product product, 3: Shop shop, 4: Topic topic, 5: telemetry.Tags tags }
struct Person {
  1: required NodeId id
  2: optional string name
  3: optional i8 age
  4: list<Person> friends
  5: optional Person partner
  6: map<string, Person> relatives
  7: base.Labels nicknames
  8: optional base.Contact contact
  9: set<base.LocaleTag> speaks
}
struct Shop { 1: required NodeId id, 2: string name, 3: optional Person owner, 4: list<Person> staff, 5: base.OpeningHours hours }
struct Topic { 1: required string name, 2: optional Topic broader, 3: list<Topic> narrower, 4: base.Keywords keywords }
struct Node { 1: required NodeId id, 2: required NodeKind kind, 3: optional Payload payload, 4: list<Edge> edges, 5: telemetry.Tags tags }
struct Edge { 1: required EdgeKind kind, 2: required NodeId target, 3: double weight = 1.0, 4: optional Node node, 5: optional base.Interval seen }
struct Path { 1: list<Edge> edges, 2: double cost, 3: optional Path alternative }
struct Subgraph { 1: map<NodeId, Node> nodes, 2: Adjacency adjacency, 3: Layers layers, 4: Scores scores }
struct Step { 1: optional EdgeKind follow, 2: optional NodeKind only, 3: optional i32 limit = 10, 4: optional Traversal inner }
struct Traversal { 1: required list<NodeId> start, 2: list<Step> steps, 3: optional Step last, 4: bool distinct = true }
union Pattern { 1: NodePattern node, 2: EdgePattern edge, 3: list<Pattern> sequence, 4: Repeat repeat }
struct NodePattern { 1: optional NodeKind kind, 2: map<string, string> properties }
struct EdgePattern { 1: optional EdgeKind kind, 2: Pattern source, 3: Pattern target }
struct Repeat { 1: Pattern pattern, 2: i32 least = 0, 3: optional i32 most }
struct Community { 1: required i32 id, 2: set<NodeId> members, 3: list<Community> parts, 4: optional double modularity = 0.3 }
struct Rank { 1: map<NodeId, double> scores, 2: i32 rounds = 20, 3: double damping = 0.85 }
struct Similarity { 1: NodeId a, 2: NodeId b, 3: double cosine, 4: optional list<double> vector }
struct Snapshot { 1: required i64 version, 2: Subgraph graph, 3: list<Community> communities, 4: optional Rank rank, 5: list<Similarity> similar, 6: optional Snapshot base_version }
struct Mutation { 1: list<Node> put, 2: set<NodeId> deleted, 3: map<NodeId, telemetry.Tags> tagged, 4: base.RequestContext caller }
struct Journal { 1: list<Mutation> mutations, 2: map<i64, list<Mutation>> by_version, 3: optional base.Digest head }
struct Matrix { 1: list<list<list<i64>>> cells, 2: list<list<double>> rows, 3: map<i32, map<i32, map<i32, string>>> sparse, 4: list<set<binary>> blobs }
struct Embedded { 1: map<i8, i16> tiny, 2: map<i16, i8> small, 3: map<bool, string> yes_no, 4: map<double, i32> reals, 5: map<binary, binary> blobs, 6: map<NodeKind, EdgeKind> kinds }
struct Sets { 1: set<bool> flags, 2: set<i8> tiny, 3: set<i16> small, 4: set<i64> large, 5: set<double> reals, 6: set<binary> blobs, 7: set<EdgeKind> kinds, 8: optional set<i32> ports = base.RESERVED_PORTS }

service Graph {
  Subgraph expand(1: Traversal traversal) throws (1: base.Invalid bad, 2: base.Throttled later)
  list<Path> paths(1: NodeId source, 2: NodeId target, 3: i32 limit)
  Adjacency neighbours(1: set<NodeId> ids, 2: EdgeKind kind)
  Payload payload(1: NodeId id) throws (1: base.NotFound missing)
  i64 mutate(1: Mutation mutation) throws (5: base.Conflict conflict, 2: base.Denied denied)
  map<string, double> rank(1: Pattern pattern)
}
