// Carts, orders, shipments and returns.
include "base.thrift"
include "catalog.thrift"
namespace go commerce.orders

typedef string OrderNumber
typedef map<OrderNumber, list<Line>> LinesByOrder
typedef list<list<base.Quantity>> Grid

enum OrderState { NEW = 1, PAID = 2, PACKED = 4, SHIPPED = 8, DELIVERED = 16, CANCELLED = -1 }
enum Carrier { POST = 0, COURIER = 1, PICKUP = 2, FREIGHT = 3 }
enum ReturnReason { CHANGED_MIND, BROKEN, WRONG_ITEM, LATE, OTHER = 99 }
enum StepKind { SCAN, LOAD, MOVE, CUSTOMS, HANDOVER }

const map<OrderState, set<OrderState>> TRANSITIONS = {1: [2, -1], 2: [4, -1]}

struct Line {
  1: required base.Sku sku
  2: required base.Quantity quantity = 1
  3: optional base.Money unit_price
  4: optional base.Discount discount = 0
  5: optional string note
  6: list<Line> components
  7: optional catalog.Goods goods
}
struct Coupon { 1: required string code, 2: optional catalog.Promotion promotion, 3: bool applied }
struct Cart {
  1: required string id
  2: optional base.BuyerId buyer
  3: list<Line> lines
  4: list<Coupon> coupons
  5: base.SettlementCurrency currency = base.Currency.EUR
  6: optional base.Interval reserved
  7: map<string, base.Money> totals
  50: optional base.Attributes session
}
struct Wishlist { 1: required string name = "wishlist", 2: set<base.Sku> skus, 3: map<base.Sku, string> notes, 4: bool shared = false }
struct GiftOptions { 1: optional string message, 2: bool wrap, 3: optional base.Contact recipient, 4: optional binary card }
struct Delivery {
  1: Carrier carrier = Carrier.POST
  2: optional base.DeliveryAddress address
  3: optional base.Interval window
  4: optional GiftOptions gift
  5: optional list<base.TimeOfDay> slots
  6: required bool signature = false
}
struct Customs { 1: required string tariff, 2: optional base.Money value, 3: map<string, base.Decimal> duties, 4: base.DateOnly declared }
struct Parcel { 1: required string tracking, 2: catalog.Dimensions size, 3: map<i16, Line> lines, 4: optional Customs customs, 5: optional base.Digest label }
struct Step { 1: required StepKind kind, 2: base.UnixMillis at, 3: optional base.GeoPoint place, 4: optional Step previous }
struct Shipment {
  1: required string id
  2: Delivery delivery
  3: list<Parcel> parcels
  4: list<Step> steps
  5: optional Step current
  6: optional map<string, Step> exceptions
}
struct Route { 1: list<Stop> stops, 2: optional double distance_km, 3: Grid load }
struct Stop { 1: required base.PostalAddress address, 2: optional Route detour, 3: set<string> parcels, 4: base.TimeOfDay planned }
struct Vehicle { 1: required string plate, 2: optional Route route, 3: base.Ratio charge = 1, 4: list<base.GeoPoint> track }
struct Fleet { 1: map<string, Vehicle> vehicles, 2: map<i32, list<Vehicle>> by_depot, 3: list<set<i32>> shifts }

union PaymentMethod { 1: CardPayment card, 2: TransferPayment transfer, 3: WalletPayment wallet, 4: bool cash_on_delivery, 5: map<string, base.Money> split }
struct CardPayment { 1: required string token, 2: optional string last4, 3: optional base.DateOnly expiry, 4: bool stored }
struct TransferPayment { 1: required string iban, 2: optional string bic, 3: optional string holder }
struct WalletPayment { 1: required string provider, 2: optional binary proof, 3: optional base.AccountId account }
struct Payment {
  1: required PaymentMethod method
  2: required base.Money amount
  3: optional base.UnixMillis captured
  4: list<Refund> refunds
  5: optional string failure
}
struct Refund { 1: required base.Money amount, 2: ReturnReason reason = ReturnReason.OTHER, 3: optional Payment replaces }
struct ReturnItem { 1: required base.Sku sku, 2: base.Quantity quantity = 1, 3: ReturnReason reason, 4: list<base.Image> photos }
struct Return { 1: required string id, 2: list<ReturnItem> items, 3: optional Shipment shipment, 4: optional Refund refund }

struct StateChange { 1: required OrderState before, 2: required OrderState after, 3: base.UnixMillis at, 4: optional base.AccountId by }
struct FraudSignal { 1: string name, 2: double score, 3: optional base.Severity severity = base.Severity.INFO }
struct FraudCheck { 1: list<FraudSignal> signals, 2: bool blocked = false, 3: map<string, FraudSignal> by_rule, 4: optional base.Ratio threshold = 0.875 }
struct Tax { 1: required string name, 2: base.Ratio rate = base.VAT, 3: base.Money amount, 4: optional string jurisdiction }
struct Totals { 1: required base.Money net, 2: required base.Money gross, 3: list<Tax> taxes, 4: optional base.Money shipping, 5: optional base.Money rebate }
struct Order {
  3: required OrderNumber number
  1: required base.BuyerId buyer
  2: OrderState state = OrderState.NEW
  4: list<Line> lines
  5: required Totals totals
  6: optional base.Contact bill_to
  7: list<Shipment> shipments
  8: list<Payment> payments
  9: list<Return> returns
  10: list<StateChange> history
  11: optional FraudCheck fraud
  12: base.Channel channel = base.Channel.WEB
  13: optional base.LocaleTag locale = "en"
  14: optional set<OrderState> notified = [1, 2]
  20: map<string, map<string, list<string>>> extensions
  40: optional base.Audit audit
  500: optional list<Order> split_into
}
struct OrderFilter { 1: optional set<OrderState> states, 2: optional base.Interval placed, 3: optional base.BuyerId buyer, 4: base.Page page }
struct OrderPage { 1: list<Order> orders, 2: base.PageInfo page, 3: LinesByOrder lines }
struct OrderEvent { 1: required i64 sequence, 2: required OrderNumber number, 3: OrderChange change }
union OrderChange { 1: Order created, 2: StateChange state, 3: Payment paid, 4: Shipment shipped, 5: Return returned, 6: base.Nothing deleted }
struct Subscription { 1: required string plan, 2: list<Line> lines, 3: base.Weekday on = base.Weekday.FRIDAY, 4: i32 every_weeks = 4, 5: optional base.Interval paused }
struct PickList { 1: map<string, list<Line>> by_aisle, 2: Grid grid, 3: list<map<i32, string>> bins }
struct Reservation { 1: required string id, 2: catalog.Stock stock, 3: required base.Deadline through = base.EPOCH }

service Orders {
  Order place(1: base.RequestContext caller, 2: Cart cart, 3: Delivery delivery, 4: PaymentMethod method) throws (1: base.Invalid bad, 2: base.Conflict conflict)
  Order order(1: OrderNumber number) throws (1: base.NotFound missing)
  OrderPage find(1: OrderFilter filter)
  OrderState state(1: OrderNumber number) throws (1: base.NotFound missing)
  list<OrderEvent> events(1: i64 after, 2: i32 limit = 100)
  void cancel(1: OrderNumber number, 2: ReturnReason reason) throws (1: base.Denied denied)
  base.Money quote(1: list<Line> lines)
  Grid plan(1: set<OrderNumber> numbers)
  oneway void scanned(1: string tracking, 2: Step step)
}
service Warehousing extends Orders {
  PickList pick(1: set<OrderNumber> numbers)
  Reservation reserve(1: catalog.Stock stock) throws (1: base.Conflict conflict)
  double load(1: string warehouse)
}
