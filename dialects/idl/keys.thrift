// Maps whose keys Go cannot compare: 0.25 holds them as slices of entries, those
// with struct keys by an option only. Older compilers, and thriftgo, refuse
// containers as keys.
namespace go keys

typedef list<string> Route
typedef set<i32> Crew
typedef map<string, i32> Cargo
typedef map<Route, Crew> Rosters

enum Deck { UPPER = 1, LOWER = 2 }

struct Berth { 1: required i32 number, 2: optional Deck deck, 3: string name = "berth" }
union Place { 1: Berth berth, 2: string port }
exception Lost { 1: map<Place, string> where, 2: map<Berth, Lost> others }

struct ByContainer {
  1: map<Route, i32> by_route
  2: map<Crew, Berth> by_crew
  3: optional map<Cargo, list<Cargo>> by_cargo
  4: required map<list<binary>, bool> by_bytes
  5: Rosters rosters
  6: list<Rosters> years
  7: map<list<list<double>>, map<set<Deck>, Deck>> nested
  8: map<Route, i64> defaults = {["a", "b"]: 1, []: -2}
  9: optional map<Route, i64> more = {["c"]: 3}
}
struct ByStruct {
  1: map<Berth, i32> by_berth
  2: optional map<Place, Berth> by_place
  3: required map<Berth, map<Berth, bool>> nested
  4: list<map<Place, Route>> listed
  5: map<Berth, ByStruct> deeper
  6: map<list<Berth>, ByContainer> both
}
struct Fleet { 1: ByContainer a, 2: optional ByStruct b, 3: map<i32, ByContainer> c }

service Harbour {
  map<Berth, Place> berths(1: map<Place, Crew> wanted) throws (1: Lost lost)
  Rosters rosters()
}
