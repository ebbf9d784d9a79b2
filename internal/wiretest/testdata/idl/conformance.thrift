// Conformance schema for wire vectors. Written for this test-data set (no text taken
// from other projects).
namespace go conformance
namespace java conformance
namespace cpp conformance
namespace py conformance
namespace rb Conformance
namespace php Conformance
namespace js conformance

enum Colour { RED = 1, GREEN = 2, BLUE = 5 }
enum Edge { ZERO = 0, ONE = 1, LOW = -2147483648, MINUS = -1, HIGH = 2147483647 }

typedef i64 UserNo
typedef list<string> Tags
typedef map<Colour, string> ColourNames

const i32 LUCKY = 7
const string HELLO = "hello"
const list<i32> PRIMES = [2, 3, 5]
const map<string, i32> COUNTS = {"one": 1}
const double HALF = 0.5
const bool YES = true

struct Blank {} (python.immutable = "")
struct Point { 1: i32 x, 2: i32 y } (python.immutable = "")
typedef Point Corner
struct Deep1 { 1: Point p, 2: string name }
struct Deep2 { 1: Deep1 d, 2: bool on, 3: list<Deep1> ds }
struct Deep3 { 1: Deep2 d, 2: i64 n }

// One field each: the smallest carrier of every base type.
struct BoolBox { 1: bool v }
struct I8Box { 1: i8 v }
struct I16Box { 1: i16 v }
struct I32Box { 1: i32 v }
struct I64Box { 1: i64 v }
struct DoubleBox { 1: double v }
struct StringBox { 1: string v }
struct BinaryBox { 1: binary v }
struct EnumBox { 1: Colour v }
struct EdgeBox { 1: Edge v }
struct UserNoBox { 1: UserNo v }
struct TagsBox { 1: Tags v }
struct ColourNamesBox { 1: ColourNames v }
struct CornerBox { 1: Corner v }
struct OptBoolBox { 1: optional bool v }

struct Scalars {
  1: bool f_bool
  2: i8 f_i8
  3: i16 f_i16
  4: i32 f_i32
  5: i64 f_i64
  6: double f_double
  7: string f_string
  8: binary f_binary
  9: Colour f_enum
}
struct OptScalars {
  1: optional bool f_bool
  2: optional i8 f_i8
  3: optional i16 f_i16
  4: optional i32 f_i32
  5: optional i64 f_i64
  6: optional double f_double
  7: optional string f_string
  8: optional binary f_binary
  9: optional Colour f_enum
}
struct ReqScalars {
  1: required bool f_bool
  2: required i8 f_i8
  3: required i16 f_i16
  4: required i32 f_i32
  5: required i64 f_i64
  6: required double f_double
  7: required string f_string
  8: required binary f_binary
  9: required Colour f_enum
}
struct BoolRow { 1: bool a, 2: bool b, 3: bool c, 18: bool d, 34: bool e, 35: i32 f, 36: bool g }

// Lists and sets of everything.
struct ListBool { 1: list<bool> v }
struct ListI8 { 1: list<i8> v }
struct ListI16 { 1: list<i16> v }
struct ListI32 { 1: list<i32> v }
struct ListI64 { 1: list<i64> v }
struct ListDouble { 1: list<double> v }
struct ListString { 1: list<string> v }
struct ListBinary { 1: list<binary> v }
struct ListEnum { 1: list<Colour> v }
struct ListStruct { 1: list<Point> v }
struct ListEmpty { 1: list<Blank> v }
struct SetBool { 1: set<bool> v }
struct SetI8 { 1: set<i8> v }
struct SetI16 { 1: set<i16> v }
struct SetI32 { 1: set<i32> v }
struct SetI64 { 1: set<i64> v }
struct SetDouble { 1: set<double> v }
struct SetString { 1: set<string> v }
struct SetBinary { 1: set<binary> v }
struct SetEnum { 1: set<Colour> v }
struct SetStruct { 1: set<Point> v }
struct SetEmpty { 1: set<Blank> v }
struct ListListBool { 1: list<list<bool>> v }
struct ListListI32 { 1: list<list<i32>> v }
struct ListListListI8 { 1: list<list<list<i8>>> v }
struct ListSetI32 { 1: list<set<i32>> v }
struct ListMap { 1: list<map<i32,string>> v }
struct MapListMapStruct { 1: map<string,list<map<i32,Point>>> v }
struct MapMapMap { 1: map<i32,map<i32,map<i32,string>>> v }
struct MapSet { 1: map<string,set<string>> v }
struct MapListBool { 1: map<string,list<bool>> v }
struct ListListStruct { 1: list<list<Point>> v }
struct MapListList { 1: map<i32,list<list<string>>> v }
struct ListListListString { 1: list<list<list<string>>> v }
struct ListMapBool { 1: list<map<bool,bool>> v }
struct SetStructKeys { 1: set<Point> v }
struct MapPointPoint { 1: map<Point,Point> v }

// Map matrix: one struct per key type, one optional field per value type.
struct MapFromBool {
  1: optional map<bool,bool> m_bool
  2: optional map<bool,i8> m_i8
  3: optional map<bool,i16> m_i16
  4: optional map<bool,i32> m_i32
  5: optional map<bool,i64> m_i64
  6: optional map<bool,double> m_double
  7: optional map<bool,string> m_string
  8: optional map<bool,binary> m_binary
  9: optional map<bool,Colour> m_enum
  10: optional map<bool,Point> m_struct
  11: optional map<bool,Blank> m_empty
  12: optional map<bool,list<i32>> m_listi32
  13: optional map<bool,list<bool>> m_listbool
  14: optional map<bool,set<string>> m_setstring
  15: optional map<bool,map<i32,string>> m_map
}
struct MapFromI8 {
  1: optional map<i8,bool> m_bool
  2: optional map<i8,i8> m_i8
  3: optional map<i8,i16> m_i16
  4: optional map<i8,i32> m_i32
  5: optional map<i8,i64> m_i64
  6: optional map<i8,double> m_double
  7: optional map<i8,string> m_string
  8: optional map<i8,binary> m_binary
  9: optional map<i8,Colour> m_enum
  10: optional map<i8,Point> m_struct
  11: optional map<i8,Blank> m_empty
  12: optional map<i8,list<i32>> m_listi32
  13: optional map<i8,list<bool>> m_listbool
  14: optional map<i8,set<string>> m_setstring
  15: optional map<i8,map<i32,string>> m_map
}
struct MapFromI16 {
  1: optional map<i16,bool> m_bool
  2: optional map<i16,i8> m_i8
  3: optional map<i16,i16> m_i16
  4: optional map<i16,i32> m_i32
  5: optional map<i16,i64> m_i64
  6: optional map<i16,double> m_double
  7: optional map<i16,string> m_string
  8: optional map<i16,binary> m_binary
  9: optional map<i16,Colour> m_enum
  10: optional map<i16,Point> m_struct
  11: optional map<i16,Blank> m_empty
  12: optional map<i16,list<i32>> m_listi32
  13: optional map<i16,list<bool>> m_listbool
  14: optional map<i16,set<string>> m_setstring
  15: optional map<i16,map<i32,string>> m_map
}
struct MapFromI32 {
  1: optional map<i32,bool> m_bool
  2: optional map<i32,i8> m_i8
  3: optional map<i32,i16> m_i16
  4: optional map<i32,i32> m_i32
  5: optional map<i32,i64> m_i64
  6: optional map<i32,double> m_double
  7: optional map<i32,string> m_string
  8: optional map<i32,binary> m_binary
  9: optional map<i32,Colour> m_enum
  10: optional map<i32,Point> m_struct
  11: optional map<i32,Blank> m_empty
  12: optional map<i32,list<i32>> m_listi32
  13: optional map<i32,list<bool>> m_listbool
  14: optional map<i32,set<string>> m_setstring
  15: optional map<i32,map<i32,string>> m_map
}
struct MapFromI64 {
  1: optional map<i64,bool> m_bool
  2: optional map<i64,i8> m_i8
  3: optional map<i64,i16> m_i16
  4: optional map<i64,i32> m_i32
  5: optional map<i64,i64> m_i64
  6: optional map<i64,double> m_double
  7: optional map<i64,string> m_string
  8: optional map<i64,binary> m_binary
  9: optional map<i64,Colour> m_enum
  10: optional map<i64,Point> m_struct
  11: optional map<i64,Blank> m_empty
  12: optional map<i64,list<i32>> m_listi32
  13: optional map<i64,list<bool>> m_listbool
  14: optional map<i64,set<string>> m_setstring
  15: optional map<i64,map<i32,string>> m_map
}
struct MapFromDouble {
  1: optional map<double,bool> m_bool
  2: optional map<double,i8> m_i8
  3: optional map<double,i16> m_i16
  4: optional map<double,i32> m_i32
  5: optional map<double,i64> m_i64
  6: optional map<double,double> m_double
  7: optional map<double,string> m_string
  8: optional map<double,binary> m_binary
  9: optional map<double,Colour> m_enum
  10: optional map<double,Point> m_struct
  11: optional map<double,Blank> m_empty
  12: optional map<double,list<i32>> m_listi32
  13: optional map<double,list<bool>> m_listbool
  14: optional map<double,set<string>> m_setstring
  15: optional map<double,map<i32,string>> m_map
}
struct MapFromString {
  1: optional map<string,bool> m_bool
  2: optional map<string,i8> m_i8
  3: optional map<string,i16> m_i16
  4: optional map<string,i32> m_i32
  5: optional map<string,i64> m_i64
  6: optional map<string,double> m_double
  7: optional map<string,string> m_string
  8: optional map<string,binary> m_binary
  9: optional map<string,Colour> m_enum
  10: optional map<string,Point> m_struct
  11: optional map<string,Blank> m_empty
  12: optional map<string,list<i32>> m_listi32
  13: optional map<string,list<bool>> m_listbool
  14: optional map<string,set<string>> m_setstring
  15: optional map<string,map<i32,string>> m_map
}
struct MapFromBinary {
  1: optional map<binary,bool> m_bool
  2: optional map<binary,i8> m_i8
  3: optional map<binary,i16> m_i16
  4: optional map<binary,i32> m_i32
  5: optional map<binary,i64> m_i64
  6: optional map<binary,double> m_double
  7: optional map<binary,string> m_string
  8: optional map<binary,binary> m_binary
  9: optional map<binary,Colour> m_enum
  10: optional map<binary,Point> m_struct
  11: optional map<binary,Blank> m_empty
  12: optional map<binary,list<i32>> m_listi32
  13: optional map<binary,list<bool>> m_listbool
  14: optional map<binary,set<string>> m_setstring
  15: optional map<binary,map<i32,string>> m_map
}
struct MapFromEnum {
  1: optional map<Colour,bool> m_bool
  2: optional map<Colour,i8> m_i8
  3: optional map<Colour,i16> m_i16
  4: optional map<Colour,i32> m_i32
  5: optional map<Colour,i64> m_i64
  6: optional map<Colour,double> m_double
  7: optional map<Colour,string> m_string
  8: optional map<Colour,binary> m_binary
  9: optional map<Colour,Colour> m_enum
  10: optional map<Colour,Point> m_struct
  11: optional map<Colour,Blank> m_empty
  12: optional map<Colour,list<i32>> m_listi32
  13: optional map<Colour,list<bool>> m_listbool
  14: optional map<Colour,set<string>> m_setstring
  15: optional map<Colour,map<i32,string>> m_map
}
struct MapFromStruct {
  1: optional map<Point,bool> m_bool
  2: optional map<Point,i8> m_i8
  3: optional map<Point,i16> m_i16
  4: optional map<Point,i32> m_i32
  5: optional map<Point,i64> m_i64
  6: optional map<Point,double> m_double
  7: optional map<Point,string> m_string
  8: optional map<Point,binary> m_binary
  9: optional map<Point,Colour> m_enum
  10: optional map<Point,Point> m_struct
  11: optional map<Point,Blank> m_empty
  12: optional map<Point,list<i32>> m_listi32
  13: optional map<Point,list<bool>> m_listbool
  14: optional map<Point,set<string>> m_setstring
  15: optional map<Point,map<i32,string>> m_map
}

// Several containers side by side, so that empty headers are followed by more data.
struct ManyContainers {
  1: list<i32> a
  2: set<string> b
  3: map<string,i32> c
  4: list<bool> d
  5: map<i32,list<string>> e
  6: Blank f
  7: string g
}
struct HoldsEmpty { 1: Blank one, 2: list<Blank> many, 3: map<i32,Blank> keyed, 4: optional Blank perhaps, 5: i32 after }

// Recursion.
struct Chain { 1: i32 value, 2: optional Chain& rest }
struct Tree { 1: string label, 2: list<Tree> children }
struct TreeMap { 1: i32 n, 2: map<string,TreeMap> kids }

// Unions and exceptions.
union Choice {
  1: i32 num
  2: string text
  3: bool flag
  4: Point pt
  5: list<i32> nums
  6: map<string,i32> table
  7: binary blob
  8: double real
  9: Blank nothing
  20: Colour colour
  300: i64 big
}
struct HoldsChoice { 1: Choice c, 2: list<Choice> cs, 3: optional Choice maybe }
exception Failure { 1: string why, 2: i32 code }
exception Overload { 1: required i64 retry_after, 2: optional map<string,string> hints }

// Requiredness.
struct Needs { 1: required i32 a, 2: optional i32 b, 3: i32 c, 4: required string d }
struct NeedsNested { 1: required Needs n, 2: required list<Needs> ns }

// Default values.
struct Defaults {
  1: i32 a = 7
  2: string s = "abc"
  3: bool t = true
  4: bool f = false
  5: double d = 1.5
  6: Colour c = Colour.GREEN
  7: list<i32> l = [1, 2, 3]
  8: map<string,i32> m = {"one": 1}
  9: set<i32> q = [4]
  10: i64 big = 1234567890123
  11: i8 tiny = -3
  12: i16 small = 300
  13: Point p = {"x": 1, "y": 2}
  14: i32 lucky = LUCKY
}
struct OptDefaults {
  1: optional i32 a = 7
  2: optional string s = "abc"
  3: optional bool t = true
  4: optional list<i32> l = [1, 2, 3]
  5: optional Colour c = Colour.BLUE
  6: optional double d = 2.5
}
struct ReqDefaults { 1: required i32 a = 7, 2: required string s = "abc", 3: required list<i32> l = [] }
struct NoDefaults { 1: i32 a, 2: optional i32 b, 3: string s, 4: list<i32> l, 5: Point p, 6: bool t, 7: Colour c, 8: binary bin, 9: double d, 10: map<i32,i32> m, 11: set<i32> q }

// Field ids.
struct OutOfOrder { 5: i32 e, 1: i32 a, 3: string c, 20: bool t, 2: i64 b, 4: bool d }
struct Gaps {
  1: i32 f1
  2: i32 f2
  17: i32 f17
  33: i32 f33
  48: bool f48
  64: bool f64
  80: string f80
  1000: list<i32> f1000
  16384: i8 f16384
  32766: i64 f32766
  32767: i32 f32767
}
struct Delta15 { 15: i32 v }
struct Delta16 { 16: i32 v }
struct Delta15Bool { 15: bool v }
struct Delta16Bool { 16: bool v }
struct Delta127 { 127: i32 v }
struct Delta128 { 128: i32 v }
struct Delta8191 { 8191: i32 v }
struct Delta8192 { 8192: bool v }
struct TopId { 32767: i32 v }
struct TopIdBool { 32767: bool v }
struct NestGaps { 100: Gaps g, 101: i32 after, 110: list<Gaps> gs, 126: i32 tail }

// Schema evolution: the same record at two ages.
struct EvoOld {
  1: i32 kept
  2: string dropped
  3: i32 retyped
  4: list<i32> widened
  5: optional bool flag
  6: i32 tail
}
struct EvoNew {
  1: i32 kept
  3: string retyped
  4: list<i64> widened
  5: optional bool flag
  6: i32 tail
  7: optional map<string,list<Point>> added
  8: optional Point where
  9: i32 counted = 42
}
// Everything, to be skipped by EvoBlind, which knows only the last field.
struct EvoWide {
  1: bool a
  2: i8 b
  3: i16 c
  4: i32 d
  5: i64 e
  6: double f
  7: string g
  8: binary h
  9: Deep3 i
  10: list<bool> j
  11: list<Deep1> k
  12: set<string> l
  13: map<string,list<map<i32,Point>>> m
  14: map<bool,bool> n
  15: Choice o
  16: Tree p
  40: bool q
  41: list<list<bool>> r
  99: i32 last
}
struct EvoBlind { 99: i32 last }

// A record of the everyday kind.
struct Address { 1: string street, 2: optional string unit, 3: string city, 4: optional string postcode }
struct Person {
  1: required UserNo id
  2: required string name
  3: optional i32 age
  4: Tags tags
  5: map<string,string> attrs
  6: optional Address home
  7: list<Address> past
  8: Colour favourite
  9: optional double score
  10: optional binary photo
  11: bool active
}

service Calc {
  void ping()
  i32 add(1: i32 a, 2: i32 b)
  bool flip(1: bool b)
  string echo(1: string s) throws (1: Failure bad)
  Point mid(1: Point a, 2: Point b) throws (1: Failure bad, 2: Overload busy)
  list<string> names(1: i32 count)
  map<string,i32> tally(1: list<string> words)
  oneway void note(1: string text)
  void strange(5: i32 late, 1: i32 early)
}
service CalcPlus extends Calc {
  i64 mul(1: i64 a, 2: i64 b) throws (1: Overload busy)
}
