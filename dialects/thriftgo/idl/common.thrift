// What variants.thrift takes from another package.
namespace go common

enum Level { LOW = 1, HIGH = 9 }

typedef Level Grade
typedef list<Level> Levels

struct Note {
  1: string text
  2: optional Level level
}
