// What the tests of this module call: a service with every sort of method, and
// structs whose generated code differs from what their Go types say.

namespace go shapes

struct Point { 1: required i32 x, 2: i32 y, 3: optional string label }

struct Shape {
  1: string name
  2: list<Point> points
  3: map<string, i64> counts
  4: Point center
  5: optional double scale
  6: binary raw
}

exception NotFound { 1: string what, 2: i32 code }
exception Busy { 1: string why }

service Base {
  void ping()
}

service Shapes extends Base {
  Shape move(1: Shape shape, 2: i32 dx) throws (1: NotFound missing, 2: Busy busy)
  void put(1: binary data) throws (1: NotFound missing)
  i64 count(1: string name)
  oneway void hint(1: string text)
  set<string> names(1: set<string> among)
}

// Below, what is learned by asking the generated code.

enum Color { RED = 1, BLUE = 2 }
typedef Color Paint
typedef i64 Stamp

struct Sets { 1: set<i32> ids }
struct TaggedSets { 1: set<i32> ids (go.tag = "frugal:\"1,default,set<i32>\"") }
struct Defaults { 1: optional i32 n = 7, 2: string s = "x" }
struct Holder { 1: Defaults inner, 2: list<Defaults> more }
struct Given { 1: optional i32 n = 7 }
struct GivenHolder { 1: Given inner }
struct Enums { 1: Color color, 2: list<Color> colors, 3: Stamp at }
struct Painted { 1: Paint paint }
struct TaggedPaint { 1: Paint paint (go.tag = "frugal:\"1,default,Color\"") }
struct Tree { 1: i32 value, 2: optional list<Tree> kids, 3: map<string, Tree> named }
union Either { 1: i32 number, 2: string text, 3: Point point }
struct Chooser { 1: Either either, 2: optional Either other }
struct Negative { -1: i32 n }
struct PointedAt { 1: optional list<i32> numbers = [1] }
struct Keyed { 1: map<Point, i32> byPoint }
struct Plain { 1: bool b, 2: i8 y, 3: i16 i, 4: double d, 5: optional bool ob, 6: optional binary raw, 7: list<list<string>> texts, 8: map<i32, map<i64, bool>> nested, 9: required Point must }

// Below, one struct for each sort of thing that the probe learns.

typedef Paint Coat
typedef list<Paint> Paints

struct SetsWithin { 1: map<i32, set<string>> byNumber, 2: list<set<i64>> lists, 3: set<Point> points, 4: set<Color> colors, 5: optional set<string> maybe }
struct Coats { 1: Coat coat, 2: list<Paint> paints, 3: map<Paint, set<Coat>> byPaint, 4: optional Paint maybe, 5: Paints all, 6: list<Stamp> times, 7: required Paint must, 8: map<Color, Stamp> byColor }
struct Needs { 1: required bool b, 2: required list<string> texts, 3: required Point point, 4: required binary raw, 5: optional i32 n, 6: required map<string, Shape> shapes }
struct Choices {
  1: optional list<i32> numbers, 2: optional set<string> texts, 3: optional map<i32, bool> bools, 4: optional binary raw, 5: optional Point point, 6: optional Color color, 7: optional bool b
  8: optional list<i32> untold (go.tag = "json:\"untold\"")
}
struct AllDefaults {
  1: optional bool b = true, 2: optional i32 i = 7, 3: optional string s = "x", 4: optional binary raw = "raw", 5: optional Color color = Color.BLUE
  6: optional list<i32> numbers = [1], 7: optional map<string, i32> counts = {"a": 1}, 8: optional set<string> texts = ["z"], 9: optional Point point = {"x": 3}
  10: i32 di = 8, 11: list<string> dtexts = ["q"], 12: Point dpoint = {"x": 4}, 13: required i32 ri = 5, 14: optional Paint paint = Color.RED
  15: optional binary empty = "", 16: optional i32 zero = 0, 17: optional double d = 1.5, 18: optional bool no = false, 19: map<i32, list<string>> nested = {1: ["a", "b"]}
}
struct InField { 1: AllDefaults inner }
struct InList { 1: list<AllDefaults> inner }
struct InSet { 1: set<AllDefaults> inner }
struct InMap { 1: map<string, AllDefaults> inner }
struct InKey { 1: map<AllDefaults, i32> inner }
struct InDeep { 1: optional list<map<i32, set<AllDefaults>>> inner }
struct InPointer { 1: optional list<AllDefaults> inner = [] }
struct Outer { 1: Holder holder, 2: required Defaults must }
struct Flags { 1: optional bool on = true, 2: optional i32 n = 7 }
struct Empty {}
struct Auto { i32 a, bool b, bool c, string d, Empty e, Empty f, list<i32> g, set<i32> h, optional i32 i = 3, 1: Paint j }
struct InAuto { 1: Auto auto }
union Json { 1: list<Json> many, 2: map<string, Json> named, 3: string text }
union Expr { 1: Negation negation, 2: i32 number }
union Odd { 1: i32 number = 5, 2: string text }
struct Negation { 1: required Expr inner, 2: Expr other }
struct Ping { 1: required Pong pong }
struct Pong { 1: optional Ping ping, 2: required i32 n }

service Probed {
  set<Paint> paint(1: i32 n = 5, 2: Either either, 3: set<Point> points, 4: Holder holder) throws (1: NotFound missing)
  i32 number() throws (1: NotFound missing)
  void nothing()
  oneway void tell(1: AllDefaults all)
}
