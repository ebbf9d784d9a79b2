// Products, what they cost, where they stand, and what people say of them.
include "base.thrift"
namespace go commerce.catalog

typedef base.Sku ProductCode
typedef ProductCode VariantCode
typedef i32 CategoryId
typedef list<CategoryId> CategoryPath
typedef map<VariantCode, base.Quantity> Stock
typedef map<string, Stock> StockByWarehouse

enum ProductState { DRAFT, LISTED, HIDDEN, RETIRED = 9 }
enum Unit { PIECE = 1, GRAM = 2, METRE = 3, LITRE = 4, HOUR = 60 }
enum Rating { NONE = 0, ONE = 1, TWO = 2, THREE = 3, FOUR = 4, FIVE = 5 }
enum SortOrder { RELEVANCE, PRICE_UP, PRICE_DOWN, NEWEST, RATING }
typedef Rating Stars

const list<i32> ROOT_PATH = [1]
const map<string, list<i32>> FEATURED = {"spring": [3, 1, 4], "autumn": []}

struct Dimension { 1: required double value, 2: required Unit unit = Unit.METRE }
struct Dimensions { 1: optional Dimension width, 2: optional Dimension height, 3: optional Dimension depth, 4: optional Dimension weight }
struct Material { 1: required string name, 2: base.Ratio share = 1.0, 3: optional string origin }
struct Ingredient { 1: required string name, 2: optional Dimension amount, 3: list<Ingredient> parts, 4: set<string> allergens }
struct NutritionFacts { 1: map<string, double> per_100g, 2: optional i32 energy_kj, 3: optional Ingredient recipe }
union Specification {
  1: string text
  2: double number
  3: bool flag
  4: Dimension dimension
  5: base.Labels choice
  6: map<string, string> table
  7: base.Range range
  30: binary opaque
}
struct SpecificationGroup { 1: required string title, 2: map<string, Specification> entries, 3: list<SpecificationGroup> groups }

struct PriceBreak { 1: required i32 from_quantity = 1, 2: required base.Money unit_price }
struct PriceList {
  1: required string name
  2: base.Currency currency = base.Currency.EUR
  3: list<PriceBreak> breaks
  4: optional base.Interval valid
  5: optional base.Discount rebate = 0.05
  6: optional set<base.Channel> channels = [0, 1]
}
struct PriceHistory { 1: map<base.UnixMillis, base.Money> points, 2: optional base.Money lowest_30_days }
struct Promotion {
  10: required string code
  5: required base.Discount discount = 0.1
  1: optional base.Interval valid
  7: optional list<ProductCode> products
  8: optional map<CategoryId, base.Discount> by_category = {1: 0.1, 2: 0.25}
  12: optional Promotion stacked_on
}

struct Media { 1: optional base.Image image, 2: optional string video_uri, 3: optional i64 duration_millis, 4: optional list<i64> chapters }
struct Gallery { 1: list<Media> items, 2: optional Media cover, 3: map<string, list<Media>> by_colour }
struct VariantAxis { 1: required string name, 2: required list<string> values, 3: optional map<string, base.Image> swatches }
struct Variant {
  1: required VariantCode code
  2: base.Attributes options
  3: optional base.Money price
  4: optional Dimensions packed
  5: optional list<string> barcodes = []
  6: bool sellable = true
  20: optional Gallery gallery
}
struct Bundle { 1: required list<Variant> parts, 2: optional base.Discount discount, 3: list<Bundle> nested }
struct Digital { 1: required string licence, 2: optional i64 size_bytes, 3: optional base.Digest digest, 4: set<string> platforms }
struct Ticket { 1: required string event, 2: base.DateOnly day, 3: optional base.TimeOfDay doors, 4: optional string seat }
union Goods { 1: Variant physical, 2: Bundle bundle, 3: Digital digital, 4: Ticket ticket, 5: base.Nothing gift_card }

struct Category {
  1: required CategoryId id
  2: required base.LocalizedText title
  3: optional Category parent
  4: list<Category> children
  5: CategoryPath path = ROOT_PATH
  6: map<string, Category> shortcuts
}
struct Brand { 1: required string name, 2: optional base.Image logo, 3: optional base.Contact press, 4: base.Keywords keywords }
struct Supplier { 1: required i64 id, 2: base.Contact contact, 3: optional base.DeliveryAddress warehouse, 4: list<Brand> brands, 5: base.Rates rates }
struct Warehouse { 1: required string code, 2: base.PostalAddress address, 3: optional base.Area serves, 4: base.OpeningHours hours, 5: Stock stock }
struct StockLevel { 1: required VariantCode code, 2: base.Quantity on_hand, 3: base.Quantity reserved = 0, 4: optional base.Quantity backorder = -1, 5: optional base.UnixMillis restock }
struct StockReport { 1: list<StockLevel> levels, 2: StockByWarehouse by_warehouse, 3: set<VariantCode> exhausted, 4: base.Page page }

struct ReviewAuthor { 1: optional base.CustomerId customer, 2: string display = "anonymous", 3: bool verified }
struct Review {
  1: required Stars stars = Rating.FIVE
  2: optional string title
  3: optional string body
  4: optional ReviewAuthor author
  5: list<Review> replies
  6: optional base.Audit audit
  7: list<base.Image> photos
  8: map<string, Stars> aspects
  9: optional Stars suggested = Rating.THREE
}
struct ReviewSummary { 1: map<Rating, i64> histogram, 2: double mean, 3: i64 count, 4: optional Review best }
struct Question { 1: required string text, 2: list<Answer> answers, 3: optional Answer accepted }
struct Answer { 1: required string text, 2: optional Question follow_up, 3: i32 votes }

struct Seo { 1: string slug, 2: optional base.LocalizedText title, 3: base.Keywords keywords, 4: optional map<string, map<string, string>> open_graph }
struct Compliance { 1: set<string> certificates, 2: map<string, base.DateOnly> expiry, 3: list<base.Attachment> documents, 4: optional i8 hazard_class = 0 }
struct Product {
  1: required ProductCode code
  2: required base.LocalizedText title
  3: optional base.LocalizedText description
  4: ProductState state = ProductState.DRAFT
  5: optional Brand brand
  6: list<VariantAxis> axes
  7: list<Variant> variants
  8: list<CategoryPath> paths
  9: map<string, PriceList> price_lists
  10: optional Gallery gallery
  11: list<SpecificationGroup> specifications
  12: optional Goods goods
  13: optional ReviewSummary reviews
  14: list<Question> questions
  15: optional Seo seo
  16: optional Compliance compliance
  17: set<ProductCode> related
  18: optional i64 legacy_id (deprecated = "use code")
  19: base.Audit audit
  200: optional base.Attributes extra
  1000: optional binary signature
  32767: optional i32 shard
}
struct Facet { 1: required string name, 2: map<string, i64> counts, 3: optional base.Range range }
union Filter { 1: FilterTerm term, 2: FilterRange range, 3: FilterGroup all, 4: FilterGroup any, 5: FilterNot none }
struct FilterTerm { 1: required string field, 2: required set<string> values }
struct FilterRange { 1: required string field, 2: required base.Range range }
struct FilterGroup { 1: required list<Filter> filters }
struct FilterNot { 1: optional Filter filter }
struct SearchRequest {
  1: required string query = "*"
  2: optional Filter filter
  3: SortOrder order = SortOrder.RELEVANCE
  4: base.Page page
  5: optional set<string> facets = ["brand", "colour"]
  6: optional map<string, double> boosts = {"title": 2.5, "body": 1}
  7: optional list<list<string>> synonyms = [["sofa", "couch"], []]
  8: base.Channel channel = base.Channel.APP
}
struct SearchHit { 1: required ProductCode code, 2: double score, 3: map<string, list<string>> highlights, 4: optional Product product }
struct SearchResponse { 1: list<SearchHit> hits, 2: list<Facet> facets, 3: base.PageInfo page, 4: optional list<string> suggestions }
struct Import { 1: required string source, 2: list<Product> products, 3: map<i32, string> rejected, 4: optional base.Interval window }
struct Recommendation { 1: required ProductCode code, 2: double weight = 0.5, 3: list<string> reasons }
struct Recommendations { 1: map<string, list<Recommendation>> by_placement, 2: optional i32 model_version = 3 }

service Catalog {
  Product product(1: base.RequestContext caller, 2: ProductCode code) throws (1: base.NotFound missing, 2: base.Denied denied)
  SearchResponse search(1: base.RequestContext caller, 2: SearchRequest request) throws (1: base.Invalid bad)
  map<VariantCode, base.Money> prices(1: set<VariantCode> codes, 2: base.Currency currency)
  list<Category> children(1: CategoryId id)
  i32 put_all(1: Import batch) throws (1: base.Conflict conflict, 3: base.Throttled later)
  set<string> suggest(1: string prefix, 2: i32 limit)
  bool exists(1: ProductCode code)
  Filter compile(1: string text) throws (1: base.Invalid bad)
  oneway void touch(1: ProductCode code, 2: base.UnixMillis at)
  void rebuild()
}
