// What the tests of this module call: one of everything that a kitex service
// can have without streams.
namespace go shop

enum Color { RED = 1, BLUE = 2 }

struct Item {
  1: required string name
  2: optional i64 price
  3: Color color = Color.BLUE
}

struct Order {
  1: i64 id
  2: Item first
  3: list<Item> items
  4: map<string, Item> byName
  5: set<i32> marks
  6: binary note
}

struct Receipt {
  1: required i64 id
  2: list<string> names
  3: required Item last
}

exception Refused {
  1: required string why
  2: i32 code
}

service Shop {
  Receipt place(1: Order order) throws (1: Refused refused)
  Order echo(1: Order order)
  void ping()
  oneway void tell(1: string text)
}
