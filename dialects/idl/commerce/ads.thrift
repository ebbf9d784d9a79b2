// Campaigns, whom they are for, and the auction that chooses between them.
include "base.thrift"
include "catalog.thrift"
namespace go commerce.ads

typedef i64 CampaignId
typedef list<double> Embedding
typedef map<string, Embedding> Embeddings
typedef set<i64> Audience

enum Objective { REACH, CLICKS, SALES, INSTALLS = 12 }
enum Device { DESKTOP = 1, PHONE = 2, TABLET = 3, TV = 4 }
enum Op { EQ, NE, LT, GT, IN_SET, PREFIX }

const set<i8> NIGHT = [0, 1, 2, 3, 4, 23]

union Predicate { 1: Compare compare, 2: Conjunction conjunction, 3: Disjunction disjunction, 4: Negation negation, 5: bool constant, 6: Audience audience }
struct Compare { 1: required string feature, 2: Op op = Op.EQ, 3: FeatureValue value }
struct Conjunction { 1: list<Predicate> terms, 2: optional Predicate last }
struct Disjunction { 1: list<Conjunction> terms }
struct Negation { 1: optional Disjunction of }
union FeatureValue { 1: i64 whole, 2: double real, 3: string text, 4: bool flag, 5: set<string> words, 6: Embedding vector, 16: binary hashed, 17: i8 bucket, 18: i16 slot, 19: Device device }
struct Targeting {
  1: optional Predicate predicate
  2: set<Device> devices
  3: list<base.Area> areas
  4: optional set<i8> hours
  5: optional base.Interval age
  6: map<string, set<i64>> audiences
  7: optional set<Device> avoid = [4]
}
struct Creative { 1: required i64 id, 2: optional base.Image image, 3: base.LocalizedText text, 4: optional string landing, 5: Embeddings embeddings }
struct Bid { 1: required double amount = 0.01, 2: optional double cap, 3: Objective objective = Objective.CLICKS }
struct Pacing { 1: map<i8, base.Ratio> by_hour, 2: optional i32 per_user = 3, 3: bool smooth = true }
struct AdGroup { 1: required i64 id, 2: Targeting targeting, 3: list<Creative> creatives, 4: Bid bid, 5: optional Pacing pacing, 6: list<AdGroup> variants }
struct Campaign {
  1: required CampaignId id
  2: required string name
  3: Objective objective = Objective.SALES
  4: list<AdGroup> groups
  5: optional base.Interval runs
  6: optional base.Money budget
  7: set<catalog.ProductCode> products
  8: optional list<string> labels = ["new"]
  9: optional Campaign copied_from
  128: optional map<string, FeatureValue> experiments
}
struct Advertiser { 1: required base.AccountId id, 2: map<CampaignId, Campaign> campaigns, 3: base.Contact contact }
struct Slot { 1: required string placement, 2: i32 width, 3: i32 height, 4: optional double floor = 0.001, 5: set<string> blocked }
struct Visitor { 1: optional binary cookie, 2: Device device = Device.PHONE, 3: map<string, FeatureValue> features, 4: optional base.GeoPoint place, 5: list<i64> recent }
struct AuctionRequest { 1: required i64 id, 2: list<Slot> slots, 3: Visitor visitor, 4: optional i32 timeout_millis = 120, 5: base.Currency currency = base.Currency.EUR }
struct Candidate { 1: required CampaignId campaign, 2: double score, 3: map<string, double> terms, 4: optional Creative creative }
struct AuctionResult { 1: required i64 id, 2: map<string, Candidate> winners, 3: list<list<Candidate>> ranked, 4: optional string no_bid = "none" }
struct Impression { 1: i64 auction, 2: string placement, 3: base.UnixMillis at, 4: optional double viewable }
struct Click { 1: Impression impression, 2: base.UnixMillis at, 3: optional string referrer }
struct Conversion { 1: optional Click click, 2: base.Money value, 3: list<Impression> path, 4: map<i64, base.Ratio> credit }
union AdEvent { 1: Impression impression, 2: Click click, 3: Conversion conversion }
struct AdReport { 1: map<CampaignId, map<Device, Counters>> counters, 2: list<AdEvent> sample, 3: optional base.Interval covers }
struct Counters { 1: i64 impressions, 2: i64 clicks, 3: i64 conversions, 4: double spend, 5: optional double ratio }
struct Model {
  1: required string name
  2: required i32 version = 1
  3: list<Layer> layers
  4: map<string, Feature> features
  5: optional double bias = -1.5
  6: optional list<double> thresholds = [0.25, 0.5]
}
struct Layer { 1: list<Embedding> weights, 2: Embedding bias, 3: string activation = "relu", 4: optional Layer following }
struct Feature { 1: required string name, 2: optional FeatureValue fallback, 3: list<Feature> inputs, 4: optional map<string, i32> vocabulary = {"": 0, "unknown": -1} }
struct Experiment { 1: required string name, 2: map<string, base.Ratio> arms = {"a": 0.5, "b": 0.5}, 3: optional Model model, 4: Audience audience }

service Ads {
  AuctionResult auction(1: AuctionRequest request) throws (1: base.Throttled later)
  AdReport report(1: set<CampaignId> ids, 2: base.Interval covers)
  FeatureValue feature(1: string name)
  Device guess(1: string agent)
  list<Embedding> embed(1: list<string> texts)
  oneway void event(1: AdEvent event)
}
