// One of everything that decides a Go type or a tag of thriftgo's, and no more:
// each option that changes them makes a package of it; see ../gen.sh. A line with
// "not:" is left out where a variant's own code would not compile, or its generator panics.
namespace go variants

include "common.thrift"

enum Mood { NONE = 0, GLAD = 1, SAD = 2, DEEP = -2147483648, FAR = 2147483647 }

typedef i64 Ticks
typedef Ticks Instant
typedef Mood Feeling
typedef Feeling Temper
typedef string Word
typedef binary Blob
typedef list<Word> Words
typedef set<Mood> Moods

struct Empty {}

struct Point {
  1: required i32 x
  2: required i32 y
}

struct Scalars {
  1: bool flag
  2: byte tiny
  3: i16 small
  4: i32 medium
  5: i64 large
  6: double ratio
  7: string text
  8: binary raw
  9: Mood mood
}

struct Optionals {
  1: optional bool flag
  2: optional i8 tiny
  3: optional i32 medium
  4: optional i64 large
  5: optional double ratio
  6: optional string text
  7: optional binary raw
  8: optional Mood mood
  9: optional Point point
  10: optional list<i32> numbers
  11: optional set<string> names
  12: optional map<string, i64> counts
  13: optional Choice choice
  14: optional Empty empty
}

struct Required {
  1: required double ratio
  2: required string text
  3: required binary raw
  4: required Mood mood
  5: required Point point
  6: required list<i32> numbers
  7: required map<string, Point> points
}

// Defaults of every kind, with each requiredness.
struct Defaults {
  1: bool flag = true
  2: byte tiny = -7
  3: i64 large = 5000000000
  4: double ratio = 0.5
  5: string text = "plain"
  6: binary raw = "raw"
  7: Mood mood = Mood.SAD
  8: Point point = {"x": 3, "y": -4}
  9: list<i32> numbers = [2, 3, 5]
  10: set<string> names = ["a", "b"]
  11: map<string, i64> counts = {"one": 1}
  12: common.Level level = common.Level.HIGH
  21: optional bool optFlag = true
  22: optional i16 optSmall = 300
  23: optional double optRatio = 0.5
  24: optional string optText = "plain"
  25: optional Mood optMood = Mood.SAD
  26: optional Point optPoint = {"x": 3, "y": -4}
  27: optional list<i32> optNumbers = [2, 3, 5]
  28: optional map<string, i64> optCounts = {"one": 1}
  29: optional i32 optZero = 0
  30: optional string optEmpty = ""
  31: optional Instant optInstant = 12
  32: optional binary optRaw = "raw" // not: fast
  41: required i32 reqMedium = 70000
  42: required Mood reqMood = Mood.GLAD
  43: required list<string> reqWords = ["r"]
}

struct Containers {
  1: list<bool> flags
  2: list<double> ratios
  3: list<binary> raws
  4: list<Mood> moods
  5: list<Point> points
  6: list<Choice> choices
  7: set<i64> ids
  8: set<Mood> distinctMoods
  9: set<Point> distinctPoints
  10: map<i32, Point> pointsByNumber
  11: map<Mood, list<Mood>> moodsByMood
  12: map<binary, binary> rawsByRaw // not: fast
  13: map<Point, string> namesByPoint
  14: list<set<Mood>> moodSets
  15: list<map<string, Point>> pointMaps
  16: map<string, map<i64, list<Point>>> deep
  17: list<Empty> empties
}

struct Typedefs {
  1: Instant instant
  2: Temper temper
  3: Word word
  4: Blob blob
  5: Words words
  6: Moods moods // not: fast
  9: list<Temper> tempers
  11: optional Instant optInstant
  12: optional Temper optTemper
  13: optional Word optWord
  14: optional Blob optBlob
  15: optional Words optWords
}

struct Foreign {
  1: common.Note note
  2: optional common.Grade grade
  3: common.Levels levels // not: fast
  4: map<common.Level, common.Note> byLevel
}

struct Tree {
  1: string label
  2: optional Tree left
  3: list<Tree> more
  4: map<string, Tree> named
}

// Structs in a struct, whose defaults come with them.
struct Outer {
  1: Defaults inner (thrift.nested = "true")
  2: list<Defaults> inners
  3: map<string, Defaults> innerByName
  4: required Choice choice
}

// Ids in no order, and far apart.
struct Scattered {
  300: optional string far
  7: i32 seven
  32767: optional i64 last
  2: required list<string> two
  1: bool one
  20: Point twenty
}

// Names that Go or the generator has uses for.
struct NewNamesArgs {
  1: i32 type
  2: optional string user_id
  3: list<string> urlList
  4: bool GetX
}

// Tags of the user's.
struct Tagged {
  1: string plain (go.tag = 'json:\"other\"')
  2: list<string> words (go.tag = "json:\"words,omitempty\" db:\"words\"")
  3: optional i64 count (go.tag = 'validate:"gt=0"')
  4: Mood mood (go.tag = 'json:"mood,omitempty" db:"mood"')
}

union Choice {
  1: bool flag
  2: i32 number
  3: string text
  4: Point point
  5: list<string> words
  6: Mood mood
}

exception Failure {
  1: required string why
  2: optional Mood mood
}
