// What the other files of the shop share: names for ids, money, time, places,
// and the exceptions that services throw.
namespace go commerce.base

typedef i64 AccountId
typedef AccountId CustomerId
typedef CustomerId BuyerId
typedef i64 UnixMillis
typedef UnixMillis Deadline
typedef string Sku
typedef string LocaleTag
typedef double Ratio
typedef Ratio Discount
typedef binary Digest
typedef i8 Priority
typedef i16 Quantity
typedef bool Consent
typedef list<string> Labels
typedef set<string> Keywords
typedef map<string, string> Attributes
typedef map<string, Labels> LabelGroups
typedef list<Attributes> AttributeRows

enum Currency { EUR = 978, USD = 840, JPY = 392, GBP = 826, XXX = 999 }
enum Severity { TRACE = -2, DEBUG = -1, INFO = 0, WARNING = 1, ERROR = 2, FATAL = 100 }
enum Weekday { MONDAY = 1, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY }
enum Extremes { LOWEST = -2147483648, NOTHING = 0, HIGHEST = 2147483647 }
enum Channel { WEB, APP, PHONE, STORE, PARTNER = 50 }

typedef Currency SettlementCurrency
typedef SettlementCurrency LedgerCurrency
typedef set<Currency> Currencies
typedef map<Currency, Ratio> Rates
typedef map<Weekday, list<i16>> OpeningHours

const i32 PAGE_SIZE = 50
const i64 EPOCH = 1262304000000
const i64 NEVER = -9223372036854775808
const string HOME_LOCALE = "de-AT"
const double VAT = 0.2
const bool STRICT = true
const Currency HOME = Currency.EUR
const Labels NO_LABELS = []
const list<string> LOCALES = ["de-AT", "en", "日本語"]
const set<i32> RESERVED_PORTS = [22, 80, 443]
const map<string, i32> LIMITS = {"cart": 200, "wishlist": 1000}
const map<Currency, string> SYMBOLS = {978: "€", 840: "$"}

struct Money {
  1: required i64 minor_units
  2: required Currency currency = Currency.EUR
  3: optional i8 exponent = 2
}
typedef Money Price

struct Decimal { 1: required binary unscaled, 2: i32 scale = 0 }
struct DateOnly { 1: required i16 year, 2: required i8 month = 1, 3: required i8 day = 1 }
struct TimeOfDay { 1: i8 hour, 2: i8 minute, 3: i8 second, 4: optional i32 nanos }
struct Interval { 1: optional UnixMillis since, 2: optional UnixMillis through, 3: bool closed = STRICT }
struct OpenInterval { 2: optional Deadline through = NEVER, 1: optional Deadline since = EPOCH }

struct GeoPoint { 1: required double latitude, 2: required double longitude, 3: optional double altitude = -0.5 }
struct GeoBox { 1: GeoPoint south_west, 2: GeoPoint north_east }
struct Polygon { 1: required list<GeoPoint> outline, 2: list<list<GeoPoint>> holes }
union Area { 1: GeoBox box, 2: Polygon polygon, 3: string country, 4: set<string> postcodes }

struct Country { 1: required string iso, 2: string name, 3: Currencies currencies, 4: OpeningHours office_hours }
struct Address {
  1: required string street
  2: optional string unit
  3: required string city
  4: optional string postcode
  5: required string country = "AT"
  6: optional GeoPoint location
  9: optional Labels delivery_notes
  16: optional bool commercial = false
  17: optional string legacy_region (deprecated = "use country")
}
typedef Address PostalAddress
typedef PostalAddress DeliveryAddress

struct Phone { 1: required string number, 2: optional string extension, 3: bool mobile }
struct Email { 1: required string address, 2: bool verified = false }
union ContactPoint { 1: Email email, 2: Phone phone, 3: PostalAddress post, 4: string handle }
struct Contact {
  1: required string name
  2: list<ContactPoint> points
  3: optional ContactPoint preferred
  4: LocaleTag locale = HOME_LOCALE
  5: Consent newsletter = false
  6: optional Consent profiling
}

struct Translation { 1: required LocaleTag locale, 2: required string text }
struct LocalizedText { 1: required string fallback = "", 2: map<LocaleTag, string> texts, 3: list<Translation> history }
struct Image {
  1: required string uri
  2: optional i32 width
  3: optional i32 height
  4: optional Digest digest
  5: optional LocalizedText alt
  6: set<string> formats = ["webp", "avif"]
  7: optional binary preview = "?"
}
struct Attachment { 1: required string name, 2: binary content, 3: string media_type = "application/octet-stream", 4: optional Digest digest = "" }

struct Page { 1: i32 limit = PAGE_SIZE, 2: optional string cursor, 3: optional i64 offset = 0 }
struct PageInfo { 1: required bool more, 2: optional string cursor, 3: optional i64 total }
struct Audit {
  1: optional UnixMillis created
  2: optional UnixMillis changed
  3: optional AccountId by
  4: optional string reason = "unspecified"
  15: optional i32 revision = 1
  31: optional set<string> touched
}
struct Tenant { 1: required i32 id, 2: string name, 3: Attributes settings, 4: LabelGroups groups, 5: AttributeRows history }
struct RequestContext {
  1: required string trace
  2: optional AccountId account
  3: LocaleTag locale = HOME_LOCALE
  4: optional Deadline deadline
  5: Channel channel = Channel.WEB
  6: Priority priority = -1
  7: optional map<string, list<string>> headers
  100: optional Tenant tenant
}
struct Range32 { 1: i32 low = -2147483648, 2: i32 high = 2147483647 }
struct Range64 { 1: i64 low = NEVER, 2: i64 high = 9223372036854775807 }
struct RangeDouble { 1: double low = -1.7976931348623157e308, 2: double high = 1.7976931348623157e308, 3: double step = 1 }
struct RangeSmall { 1: i8 low = -128, 2: i8 high = 127, 3: i16 wide_low = -32768, 4: i16 wide_high = 32767 }
union Range { 1: Range32 narrow, 2: Range64 wide, 3: RangeDouble real, 4: RangeSmall small }
struct Version { 1: i32 major = 1, 2: i32 minor, 3: optional i32 patch, 4: optional string label, 5: Extremes bound = Extremes.HIGHEST }
struct Nothing {}
struct Flag { 1: bool on }
struct Switches { 1: bool a, 2: bool b = true, 3: optional bool c, 4: optional bool d = true, 5: required bool e, 6: required bool f = true, 40: bool g }

exception NotFound { 1: required string what, 2: optional string id }
exception Denied { 1: string why = "not allowed", 2: Severity severity = Severity.WARNING, 3: optional set<string> scopes }
exception Invalid { 1: list<string> faults, 2: map<string, Labels> by_field }
exception Conflict { 1: required i64 expected, 2: required i64 found, 3: optional Audit last }
exception Throttled { 1: required i64 retry_after_millis = 1000, 2: optional double rate = 0.25 }
exception Internal { 1: Severity severity = Severity.FATAL, 2: string message, 3: optional binary dump, 4: list<string> stack }
