// What machines say of themselves: logs, metrics, spans, profiles.
include "base.thrift"
namespace go commerce.telemetry

typedef binary TraceId
typedef i64 SpanId
typedef map<string, Value> Tags
typedef list<Tags> TagRows

enum MetricKind { COUNTER, GAUGE, HISTOGRAM, SUMMARY }
enum SpanKind { INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER }
enum Health { UNKNOWN = 0, UP = 1, DEGRADED = 2, DOWN = 3 }
typedef Health NodeHealth
typedef map<string, NodeHealth> HealthByNode

union Value { 1: string text, 2: i64 whole, 3: double real, 4: bool flag, 5: binary raw, 6: list<Value> items, 7: map<string, Value> entries }
struct Resource { 1: required string name, 2: optional string instance, 3: Tags tags, 4: optional base.Version version }
struct LogRecord {
  1: required base.UnixMillis at
  2: base.Severity severity = base.Severity.INFO
  3: required string body
  4: optional Tags tags
  5: optional TraceId trace
  6: optional SpanId span
  7: optional LogRecord cause
}
struct Bucket { 1: double upper, 2: i64 count, 3: optional Exemplar exemplar }
struct Exemplar { 1: double value, 2: base.UnixMillis at, 3: optional TraceId trace }
struct Histogram { 1: list<Bucket> buckets, 2: double sum, 3: i64 count, 4: list<double> bounds = [0.005, 0.01, 0.1, 1, 10], 5: optional list<i64> sparse }
struct Summary { 1: map<double, double> quantiles, 2: i64 count }
union Reading { 1: i64 counter, 2: double gauge, 3: Histogram histogram, 4: Summary summary }
struct Metric { 1: required string name, 2: MetricKind kind = MetricKind.GAUGE, 3: optional string unit = "1", 4: list<Sample> samples, 5: optional base.Labels labels }
struct Sample { 1: base.UnixMillis at, 2: Reading reading, 3: Tags tags }
struct SpanEvent { 1: required string name, 2: base.UnixMillis at, 3: Tags tags }
struct SpanLink { 1: required TraceId trace, 2: required SpanId span, 3: optional Tags tags }
struct Span {
  1: required TraceId trace
  2: required SpanId id
  3: optional SpanId parent
  4: required string name
  5: SpanKind kind = SpanKind.INTERNAL
  6: i64 start_nanos
  7: i64 end_nanos
  8: list<SpanEvent> events
  9: list<SpanLink> links
  10: Tags tags
  11: list<Span> children
  12: optional bool sampled = true
  13: optional i8 status = 0
}
struct Frame { 1: required i32 routine, 2: i32 line, 3: optional i64 address }
struct Function { 1: required string name, 2: optional string file, 3: bool inlined }
struct Stack { 1: list<Frame> frames, 2: list<i64> values, 3: optional map<string, i64> numbers }
struct Profile { 1: list<Stack> stacks, 2: map<i32, Function> functions, 3: list<string> strings, 4: base.Interval covers, 5: optional i64 period = 10000000 }
struct Process { 1: required i32 pid, 2: list<string> arguments, 3: map<string, string> environment, 4: list<Process> children, 5: set<i16> ports }
struct Disk { 1: string device, 2: i64 used, 3: i64 size, 4: map<string, i64> errors }
struct Host { 1: required string name, 2: list<double> load, 3: list<Disk> disks, 4: optional Process root, 5: list<binary> macs, 6: NodeHealth health = Health.UNKNOWN }
struct Cluster { 1: map<string, Host> hosts, 2: HealthByNode health, 3: map<string, Cluster> regions, 4: optional Health worst = Health.UP }
struct Alert { 1: required string rule, 2: base.Severity severity = base.Severity.ERROR, 3: Condition condition, 4: list<string> notify, 5: optional Alert escalates_to }
union Condition { 1: Threshold threshold, 2: Absence absence, 3: list<Condition> all, 4: map<string, Condition> named }
struct Threshold { 1: required string metric, 2: required double limit = 0.9, 3: bool above = true, 4: optional i64 for_millis = 60000 }
struct Absence { 1: required string metric, 2: required i64 for_millis }
struct Dashboard { 1: required string title, 2: list<Panel> panels, 3: map<string, string> variables = {"env": "prod"}, 4: list<list<i32>> grid = [[1, 2], [3]] }
struct Panel { 1: string title, 2: list<string> queries, 3: optional Dashboard drill_down, 4: set<MetricKind> kinds, 5: optional base.RangeDouble axis }
struct Batch { 1: Resource resource, 2: list<Span> spans, 3: list<LogRecord> logs, 4: list<Metric> metrics, 5: optional Profile profile, 6: TagRows rows, 300: optional i64 dropped = 0 }
struct Probe { 1: required string target, 2: optional list<i64> latencies, 3: HealthByNode seen, 4: i8 hops = 64, 5: i16 port = 443, 6: optional i16 alternate = 8443 }

service Collector {
  i64 push(1: Batch batch) throws (1: base.Throttled later, 2: base.Internal broken)
  list<Span> trace(1: TraceId id)
  Health health()
  TagRows tags(1: list<string> names)
  Value value(1: string name)
  oneway void log(1: LogRecord record)
}
