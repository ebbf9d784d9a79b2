// Invoices, ledgers, taxes and dunning.
include "base.thrift"
include "orders.thrift"
namespace go commerce.billing

typedef i64 EntryId
typedef map<EntryId, Entry> Entries
typedef base.LedgerCurrency BookCurrency

enum EntrySide { DEBIT = 1, CREDIT = 2 }
enum InvoiceState { OPEN, PARTIAL, SETTLED, WRITTEN_OFF = -7 }
enum Cadence { DAY, WEEK, MONTH, QUARTER, YEAR }

const map<string, double> TAX_RATES = {"AT": 0.2, "DE": 0.19, "CH": 0.081}
const list<map<string, i32>> DUNNING = [{"days": 14}, {"days": 28}]

struct Account { 1: required string number, 2: string name, 3: optional Account parent, 4: set<BookCurrency> currencies, 5: bool active = true }
struct Entry {
  1: required EntryId id
  2: required EntrySide side = EntrySide.DEBIT
  3: required base.Money amount
  4: optional string account
  5: optional string text = "-"
  6: optional EntryId reverses
}
struct Journal { 1: required base.DateOnly day, 2: Entries entries, 3: list<list<EntryId>> groups, 4: optional base.Digest chained }
struct Balance { 1: map<BookCurrency, i64> minor_units, 2: base.UnixMillis at, 3: optional base.Decimal exact }
struct Ledger { 1: map<string, Account> accounts, 2: list<Journal> journals, 3: map<string, Balance> balances, 4: optional Ledger closes }
struct InvoiceLine { 1: required string text, 2: base.Decimal quantity, 3: base.Money unit, 4: base.Money total, 5: list<orders.Tax> taxes }
struct Terms { 1: i32 days = 30, 2: optional base.Discount early = 0.02, 3: optional i32 early_days = 10, 4: optional list<i32> reminders = [7, 14, 30] }
struct Invoice {
  1: required string number
  2: required base.DateOnly issued
  3: required base.Contact bill_to
  4: list<InvoiceLine> lines
  5: required orders.Totals totals
  6: Terms terms
  7: InvoiceState state = InvoiceState.OPEN
  8: optional list<CreditNote> credits
  9: optional base.Attachment pdf
  10: optional list<string> purchase_orders = ["n/a"]
  99: base.Audit audit
}
struct CreditNote { 1: required string number, 2: optional Invoice corrects, 3: list<InvoiceLine> lines }
struct Reminder { 1: required i8 level = 1, 2: base.DateOnly sent, 3: optional base.Money fee }
struct Dunning { 1: list<Reminder> reminders, 2: map<string, Reminder> by_invoice, 3: optional base.Contact collector }
struct Plan { 1: required string code, 2: required base.Money fee, 3: Cadence cadence = Cadence.MONTH, 4: optional map<string, Tier> tiers, 5: optional i32 trial_days = 14 }
struct Tier { 1: optional i64 up_to, 2: required base.Decimal unit_fee, 3: optional Tier next_tier }
struct Usage { 1: required string meter, 2: i64 count, 3: map<base.UnixMillis, i64> samples, 4: optional double peak }
struct Contract { 1: required string id, 2: Plan plan, 3: base.Interval runs, 4: list<Usage> usage, 5: list<Amendment> amendments }
struct Amendment { 1: required base.DateOnly since, 2: optional Plan plan, 3: optional Contract replaces, 4: string text }
struct BankLine { 1: required i64 booked, 2: base.Money amount, 3: list<string> text, 4: optional string iban, 5: optional binary raw }
union Match { 1: string invoice, 2: list<string> invoices, 3: Entry entry, 4: base.Nothing ignored }
struct Reconciliation { 1: list<BankLine> lines, 2: map<i64, Match> matches, 3: set<i64> open }
struct TaxReport { 1: required string country, 2: Cadence cadence = Cadence.QUARTER, 3: map<string, base.Money> by_rate, 4: list<TaxReport> corrections }
struct Payout { 1: required base.AccountId seller, 2: base.Money amount, 3: map<orders.OrderNumber, base.Money> orders_paid, 4: optional base.Interval covers }
struct Budget { 1: map<string, base.Money> limits, 2: optional double warn_at = 0.8, 3: optional set<i8> alert_hours = [8, 20], 4: list<double> forecast = [1, 2.5, -3e10] }
struct ExchangeTable { 1: required base.DateOnly day, 2: base.Rates rates, 3: map<base.Currency, map<base.Currency, double>> crosses, 4: BookCurrency pivot = base.Currency.USD }
struct Closing { 1: required i16 year, 2: Ledger ledger, 3: list<TaxReport> reports, 4: optional Closing previous }

service Billing {
  Invoice bill(1: orders.OrderNumber number) throws (1: base.NotFound missing, 2: base.Conflict conflict)
  Balance balance(1: string account, 2: base.UnixMillis at) throws (1: base.NotFound missing)
  Reconciliation reconcile(1: list<BankLine> lines)
  map<BookCurrency, i64> sums(1: set<string> accounts)
  i64 post(1: Entry entry, 2: bool draft = true) throws (1: base.Invalid bad)
  binary export_year(1: i16 year)
}
