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
