// The gateway in front of all of it, with what only it needs.
include "base.thrift"
include "catalog.thrift"
include "orders.thrift"
include "billing.thrift"
include "ads.thrift"
include "telemetry.thrift"
include "graph.thrift"
namespace go commerce.gateway

typedef map<string, Reply> Replies

enum ScreenKind { HOME, PRODUCT, CART, ORDER, ACCOUNT }

const string GREETING = "Grüß Gott\t\"Welt\"\n"

union Call { 1: catalog.SearchRequest search, 2: orders.OrderFilter orders, 3: graph.Traversal expand, 4: ads.AuctionRequest auction, 5: string product }
union Reply { 1: catalog.SearchResponse search, 2: orders.OrderPage orders, 3: graph.Subgraph graph, 4: ads.AuctionResult auction, 5: catalog.Product product, 6: Problem problem }
union Problem { 1: string text, 2: i32 code, 3: list<Problem> several }
struct Batch { 1: required base.RequestContext caller, 2: map<string, Call> calls, 3: optional i32 parallel = 4 }
struct BatchReply { 1: Replies replies, 2: map<string, i64> nanos, 3: optional Problem problem, 4: list<telemetry.Span> spans }
struct Screen { 1: ScreenKind kind = ScreenKind.HOME, 2: list<Widget> widgets, 3: optional string title = GREETING, 4: base.Page page }
struct Widget { 1: required string id, 2: optional Screen opens, 3: list<Widget> children, 4: map<string, string> style = {}, 5: optional Replies data }
struct Session { 1: required binary token, 2: optional base.AccountId account, 3: base.Attributes claims, 4: list<base.Consent> consents, 5: required base.Deadline through }
struct Flags { 1: map<string, bool> switches = {"dark": true}, 2: set<string> on = ["search"], 3: list<bool> bits = [true, false], 4: optional map<string, map<string, i32>> limits = {"cart": {"lines": 200}} }
struct EveryDefault {
  1: bool flag = true
  2: i8 tiny = -8
  3: i16 small = 1600
  4: i32 medium = -320000
  5: i64 large = 6400000000
  6: double real = 3.25
  7: string text = "päßword"
  8: binary raw = "\t\\~"
  9: base.Severity severity = base.Severity.ERROR
  10: list<i32> numbers = [1, 2, 3]
  11: set<string> words = ["a", "b"]
  12: map<string, i64> counts = {"one": 1, "two": 2}
  13: base.Discount discount = 0.15
  14: list<string> labels = ["x"]
  15: base.SettlementCurrency currency = base.Currency.GBP
  16: list<base.Currency> currencies = [978, 840]
}
struct EveryOptionalDefault {
  1: optional bool flag = true
  2: optional i8 tiny = -8
  3: optional i16 small = 1600
  4: optional i32 medium = -320000
  5: optional i64 large = 6400000000
  6: optional double real = 3.25
  7: optional string text = "päßword"
  8: optional binary raw = "\t\\~"
  9: optional base.Severity severity = base.Severity.ERROR
  10: optional list<i32> numbers = [1, 2, 3]
  11: optional set<string> words = ["a", "b"]
  12: optional map<string, i64> counts = {"one": 1, "two": 2}
  13: optional base.Discount discount = 0.15
  14: optional list<string> labels = ["x"]
  15: optional base.SettlementCurrency currency = base.Currency.GBP
  16: optional list<base.Currency> currencies = [978, 840]
}
struct EveryRequiredDefault {
  1: required bool flag = true
  2: required i8 tiny = -8
  3: required i16 small = 1600
  4: required i32 medium = -320000
  5: required i64 large = 6400000000
  6: required double real = 3.25
  7: required string text = "päßword"
  8: required binary raw = "\t\\~"
  9: required base.Severity severity = base.Severity.ERROR
  10: required list<i32> numbers = [1, 2, 3]
  11: required set<string> words = ["a", "b"]
  12: required map<string, i64> counts = {"one": 1, "two": 2}
  13: required base.Discount discount = 0.15
  14: required list<string> labels = ["x"]
  15: required base.SettlementCurrency currency = base.Currency.GBP
  16: required list<base.Currency> currencies = [978, 840]
}
struct ZeroDefaults {
  1: optional bool flag = false
  2: optional i32 number = 0
  3: optional double real = 0
  4: optional string text = ""
  5: optional list<string> words = []
  6: optional map<string, string> entries = {}
  7: optional base.Severity severity = base.Severity.INFO
  8: optional binary raw = ""
}
struct StructDefaults {
  1: base.Money price = {"minor_units": 995, "currency": 978}
  2: optional base.Page page = {"limit": 10}
  3: list<base.Flag> flags = [{"on": true}, {"on": false}]
  4: map<string, base.Version> versions = {"api": {"major": 2, "minor": 7}}
  5: required base.DateOnly launch = {"year": 2010, "month": 1, "day": 1}
  6: base.Nothing nothing = {}
}
struct FarIds {
  32767: i32 last
  1: i32 first
  128: optional string middle
  16: bool flag
  15: bool other
  8191: list<i64> numbers
  16383: optional double real
  20000: optional Problem problem
  254: map<i32, i32> pairs
}

service Gateway extends orders.Orders {
  BatchReply run(1: Batch batch) throws (1: base.Denied denied, 2: base.Throttled later, 3: base.Internal broken)
  Screen screen(1: ScreenKind kind, 2: Session session)
  Flags flags(1: string app = "shop", 2: base.Version version)
  i8 level()
  i16 port()
  double uptime()
  binary blob(1: binary key)
  base.AccountId who(1: Session session) throws (1: base.Denied denied)
  base.Labels labels()
  map<i32, map<string, list<base.Money>>> deep(9: i32 late, 2: i32 early)
}
