// The service that package interop speaks with other people's Thrift. Each
// generator makes the constants from here, so that a peer's own values, not
// ours, are what it compares with.
namespace go interop
namespace py interop
namespace cpp interop

enum Kind { NONE = 0, SMALL = 1, LARGE = 70000 }

struct Inner {
  1: required i32 id,
  2: string name,
  3: optional double weight,
}

union Choice {
  1: i32 number,
  2: string text,
}

struct Everything {
  1: bool yes,
  2: bool no,
  3: i8 i8v,
  4: i16 i16v,
  5: i32 i32v,
  6: i64 i64v,
  7: double real,
  8: string text,
  9: binary raw,
  10: Kind kind,
  11: Inner inner,
  12: list<i32> numbers,
  13: list<Inner> inners,
  14: list<bool> flags,
  15: set<string> words,
  16: set<i32> ids,
  17: map<string,i64> counts,
  18: map<i32,list<string>> groups,
  19: map<string,Inner> named,
  20: list<list<i16>> nested,
  21: list<Kind> kinds,
  22: Choice choice,
  23: optional string nick,
  24: optional i64 born,
  25: optional Inner more,
  26: optional list<double> reals,
  // Further on than a short field header of Compact reaches.
  300: optional bool last,
}

const Everything FULL = {
  'yes': true, 'no': false, 'i8v': -128, 'i16v': -32768, 'i32v': 2147483647, 'i64v': -9223372036854775807,
  'real': -0.15625, 'text': 'grüße, 世界', 'raw': 'raw bytes', 'kind': Kind.LARGE,
  'inner': {'id': 7, 'name': 'inner', 'weight': 1.5},
  'numbers': [0, 1, -1, 63, 64, -65, 8192, 2147483647, -2147483647, 5, 6, 7, 8, 9, 10, 11, 12],
  'inners': [{'id': 1, 'name': 'a'}, {'id': 2, 'name': '', 'weight': -2.25}],
  'flags': [true, false, true],
  'words': ['alpha', 'beta', 'gamma'],
  'ids': [-5, 0, 300],
  'counts': {'one': 1, 'many': 1099511627776},
  'groups': {1: ['x', 'y'], -2: []},
  'named': {'k': {'id': 3, 'name': 'named'}},
  'nested': [[1, 2, 300], [], [-1]],
  'kinds': [Kind.NONE, Kind.SMALL, Kind.LARGE],
  'choice': {'text': 'chosen'},
  'nick': 'nick', 'born': 0, 'more': {'id': 0, 'name': 'more'}, 'reals': [0.5, 1024.0], 'last': true,
}

// No optional field, every container empty.
const Everything SPARSE = {
  'yes': false, 'no': false, 'i8v': 0, 'i16v': 0, 'i32v': 0, 'i64v': 0, 'real': 0.0, 'text': '', 'raw': '',
  'kind': Kind.NONE, 'inner': {'id': 0, 'name': ''}, 'numbers': [], 'inners': [], 'flags': [], 'words': [], 'ids': [],
  'counts': {}, 'groups': {}, 'named': {}, 'nested': [], 'kinds': [], 'choice': {'number': 0},
}

exception Refusal {
  1: i32 code,
  2: string why,
}

service Interop {
  void ping(),
  i32 add(1: i32 a, 2: i32 b),
  // Refuses what is neither FULL nor SPARSE.
  Everything echo(1: Everything value) throws (1: Refusal refusal),
  // Refuses to divide by 0, with the code 33.
  i32 divide(1: i32 a, 2: i32 b) throws (1: Refusal refusal),
  // Always has an error that is not declared.
  i32 fail(1: string why),
  // Returns the length; refuses bytes that do not count up from 0 modulo 251.
  i64 blob(1: binary data) throws (1: Refusal refusal),
  oneway void note(1: i64 n),
  // The sum of all that was noted.
  i64 noted(),
}

// What clients believe the service to be: no server has this method.
service Wider extends Interop {
  i32 unheard(1: i32 n),
}
