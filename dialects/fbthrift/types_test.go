package fbthrift_test

// The structs of this IDL, as the compiler of today writes them:
//
//	enum Color { RED = 0, BLUE = 2 }
//	typedef i64 Stamp
//	struct Point { 1: i32 x, 2: i32 y }
//	struct Path { 1: list<Point> points }
//	union Shape { 1: Point point, 2: i32 radius, 3: list<string> names }
//	exception Gone { 1: string reason, 2: optional i32 code }
//	struct Item {
//	  -3: i16 old, 1: i64 id, 2: required string name, 3: optional string note, 4: optional i32 count = 7,
//	  5: i32 size = 3, 6: Color color = BLUE, 7: list<string> tags, 8: set<i32> codes, 9: map<string, binary> attrs,
//	  10: optional Item parent, 11: Shape shape, 12: optional binary raw, 13: list<bool> flags, 14: double weight,
//	  15: optional list<i64> longs, 16: map<Point, string> at, 17: map<Path, i32> via, 18: optional Color tint,
//	  19: Stamp made, 40: byte level, 41: bool live, 42: optional set<string> names
//	}
type (
	Color int32
	Stamp = int64

	Point struct {
		X int32 `thrift:"x,1" json:"x" db:"x"`
		Y int32 `thrift:"y,2" json:"y" db:"y"`
	}
	Path struct {
		Points []*Point `thrift:"points,1" json:"points" db:"points"`
	}
	Shape struct {
		Point  *Point   `thrift:"point,1" json:"point,omitempty" db:"point"`
		Radius *int32   `thrift:"radius,2" json:"radius,omitempty" db:"radius"`
		Names  []string `thrift:"names,3" json:"names,omitempty" db:"names"`
	}
	Gone struct {
		Reason string `thrift:"reason,1" json:"reason" db:"reason"`
		Code   *int32 `thrift:"code,2,optional" json:"code,omitempty" db:"code"`
	}
	Item struct {
		Old    int16             `thrift:"old,-3" json:"old" db:"old"`
		ID     int64             `thrift:"id,1" json:"id" db:"id"`
		Name   string            `thrift:"name,2,required" json:"name" db:"name"`
		Note   *string           `thrift:"note,3,optional" json:"note,omitempty" db:"note"`
		Count  *int32            `thrift:"count,4,optional,hasdefault" json:"count,omitempty" db:"count"`
		Size   int32             `thrift:"size,5,hasdefault" json:"size" db:"size"`
		Color  Color             `thrift:"color,6,hasdefault" json:"color" db:"color"`
		Tags   []string          `thrift:"tags,7" json:"tags" db:"tags"`
		Codes  []int32           `thrift:"codes,8" json:"codes" db:"codes"`
		Attrs  map[string][]byte `thrift:"attrs,9" json:"attrs" db:"attrs"`
		Parent *Item             `thrift:"parent,10,optional" json:"parent,omitempty" db:"parent"`
		Shape  *Shape            `thrift:"shape,11" json:"shape" db:"shape"`
		Raw    []byte            `thrift:"raw,12,optional" json:"raw,omitempty" db:"raw"`
		Flags  []bool            `thrift:"flags,13" json:"flags" db:"flags"`
		Weight float64           `thrift:"weight,14" json:"weight" db:"weight"`
		Longs  []int64           `thrift:"longs,15,optional" json:"longs,omitempty" db:"longs"`
		At     map[Point]string  `thrift:"at,16" json:"at" db:"at"`
		Via    map[*Path]int32   `thrift:"via,17" json:"via" db:"via"`
		Tint   *Color            `thrift:"tint,18,optional" json:"tint,omitempty" db:"tint"`
		Made   Stamp             `thrift:"made,19" json:"made" db:"made"`
		Level  int8              `thrift:"level,40" json:"level" db:"level"`
		Live   bool              `thrift:"live,41" json:"live" db:"live"`
		Names  []string          `thrift:"names,42,optional" json:"names,omitempty" db:"names"`
	}
)

func (c Color) String() string { return map[Color]string{0: "RED", 2: "BLUE"}[c] }

// NewItem gives the defaults, and something that is not nil to every field that is
// not optional.
func NewItem() *Item {
	return &Item{
		Count: new(int32(7)), Size: 3, Color: 2, Tags: []string{}, Codes: []int32{}, Attrs: map[string][]byte{},
		Shape: &Shape{}, Flags: []bool{}, At: map[Point]string{}, Via: map[*Path]int32{},
	}
}
