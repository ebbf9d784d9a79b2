// The service of this package. The tagged structs in wire.go say the same by hand.

exception NotFound {
  1: string key
}

struct Stats {
  1: i64 keys
  2: i64 bytes
  3: i64 gets
  4: i64 touches
}

service KV {
  binary get(1: string key) throws (1: NotFound notFound)
  void put(1: string key, 2: binary value)
  bool delete(1: string key)
  Stats stats()
  oneway void touch(1: list<string> keys)
}
