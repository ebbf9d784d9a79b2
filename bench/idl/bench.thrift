// The workloads' types. gen.sh sets the namespace of each generator's output,
// and makes every field without a requiredness `required` for thriftrw, which
// knows no default requiredness.
namespace go bench

typedef i32 int
typedef i64 long

enum Size { SMALL = 0, LARGE = 1 }
enum Player { JAVA = 0, FLASH = 1 }

struct Image {
  1: string uri,
  2: optional string title,
  3: required int width,
  4: required int height,
  5: required Size size,
}
struct Media {
  1: string uri,
  2: optional string title,
  3: required int width,
  4: required int height,
  5: required string format,
  6: required long duration,
  7: required long size,
  8: optional int bitrate,
  9: required list<string> person,
  10: required Player player,
  11: optional string copyright,
}
struct MediaContent {
  1: required list<Image> image,
  2: required Media media,
}

// Knows no field: reading anything into it skips everything.
struct Empty {}

struct OneOfEach {
  1: bool im_true,
  2: bool im_false,
  3: byte a_bite,
  4: i16 integer16,
  5: i32 integer32,
  6: i64 integer64,
  7: double double_precision,
  8: string some_characters,
  9: string zomg_unicode,
  10: optional bool what_who,
  11: optional binary base64,
}
struct Nested1 {
  1: list<OneOfEach> a_list,
  2: map<i32, OneOfEach> i32_map,
  3: map<i64, OneOfEach> i64_map,
  4: map<double, OneOfEach> dbl_map,
  5: map<string, OneOfEach> str_map,
}
struct Nested2 {
  1: list<Nested1> a_list,
  2: map<i32, Nested1> i32_map,
  3: map<i64, Nested1> i64_map,
  4: map<double, Nested1> dbl_map,
  5: map<string, Nested1> str_map,
}
struct Nested3 {
  1: list<Nested2> a_list,
  2: map<i32, Nested2> i32_map,
  3: map<i64, Nested2> i64_map,
  4: map<double, Nested2> dbl_map,
  5: map<string, Nested2> str_map,
}
// The Holder.
struct Nested4 {
  1: list<Nested3> a_list,
  2: map<i32, Nested3> i32_map,
  3: map<i64, Nested3> i64_map,
  4: map<double, Nested3> dbl_map,
  5: map<string, Nested3> str_map,
}

struct WideItem {
  1: i32 id,
  2: i64 ts,
  3: double score,
  4: bool ok,
  5: string name,
}
struct Wide {
  1: i32 i1,
  2: i32 i2,
  3: i32 i3,
  4: i32 i4,
  5: i32 i5,
  6: i32 i6,
  7: i64 l1,
  8: i64 l2,
  9: i64 l3,
  10: i64 l4,
  11: i64 l5,
  12: i64 l6,
  13: double d1,
  14: double d2,
  15: double d3,
  16: double d4,
  17: bool b1,
  18: bool b2,
  19: bool b3,
  20: bool b4,
  21: string s1,
  22: string s2,
  23: string s3,
  24: string s4,
  25: string s5,
  26: list<i64> nums,
  27: list<string> tags,
  28: map<string,string> attrs,
  29: list<WideItem> items,
}

struct Scalars {
  1: required i32 i1,
  2: required i64 l1,
  3: required bool b1,
  4: required double d1,
  5: required i16 s1,
  6: required byte y1,
  7: required Size e1,
  8: required i32 i2,
  9: required i64 l2,
  10: required bool b2,
  11: required double d2,
  12: required i16 s2,
  13: required byte y2,
  14: required Player e2,
  15: required i32 i3,
  16: required i32 i4,
  17: required i64 l3,
  18: required i64 l4,
  19: required double d3,
  20: required double d4,
}

struct ListI64 { 1: list<i64> v, }
struct ListI32 { 1: list<i32> v, }
struct ListF64 { 1: list<double> v, }
struct ListStr { 1: list<string> v, }
struct Bin { 1: binary v, }
struct MapStrStr { 1: map<string, string> v, }
struct MapI64Str { 1: map<i64, string> v, }
struct MapStrI64 { 1: map<string, i64> v, }

// A page of MediaContents, for growth from 1 KB to 10 MB of one shape.
struct Page { 1: list<MediaContent> v, }
