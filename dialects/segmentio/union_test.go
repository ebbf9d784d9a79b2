package segmentio_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
)

// choice is a union as the peer has them: fields by value, and an interface that
// after decoding points to the one that came.
type choice struct {
	Flag  bool    `thrift:"1"`
	Count int     `thrift:"2"`
	Name  string  `thrift:"3"`
	Point *point  `thrift:"4"`
	List  []int32 `thrift:"5"`
	Set   any     `thrift:",union"`
	Other string  // no Thrift field
}

// chosen is the same union in the form that miser takes.
type chosen struct {
	_     struct{} `thrift:",union"`
	Flag  *bool    `thrift:"1"`
	Count *int     `thrift:"2"`
	Name  *string  `thrift:"3"`
	Point *point   `thrift:"4"`
	List  []int32  `thrift:"5"`
}

// TestUnionRefused: New names the type, the field, the tag and the remedy.
func TestUnionRefused(t *testing.T) {
	_, err := codec.New[choice](codec.Compact, codec.Options{})
	require.ErrorContains(t, err, `segmentio_test.choice.Set: tag ",union": `)
	require.ErrorContains(t, err, "mark")
	require.ErrorContains(t, err, "_ struct{} `thrift:\",union\"`")
}

// TestUnionWritten: what the peer writes of a union. The interface is not looked
// at. miser writes the same of its form, and keeps a field that is zero.
func TestUnionWritten(t *testing.T) {
	var c choice // what Set points to is in it, or not
	tests := []struct {
		name   string
		set    func()
		theirs string
		ours   chosen
		want   string // of miser, where it is not theirs
	}{
		{"nothing", func() {}, "00", chosen{}, "thrift: compact: marshal chosen at offset 0: union needs exactly one field set"},
		{"a field, and a nil interface", func() { c.Flag = true }, "11 00", chosen{Flag: new(true)}, ""},
		{"a field, and an interface that points to it", func() { c.Count, c.Set = 3, &c.Count }, "26 06 00", chosen{Count: new(3)}, ""},
		{"a field, and an interface that points to another value", func() { c.Count, c.Set = 3, new(9) }, "26 06 00", chosen{Count: new(3)}, ""},
		{"a field, and an interface that points to another field", func() { c.Count, c.Set = 3, &c.Flag }, "26 06 00", chosen{Count: new(3)}, ""},
		{"a zero field that the interface points to", func() { c.Set = &c.Flag }, "00", chosen{Flag: new(bool)}, "12 00"},
		{"a pointer", func() { c.Point, c.Set = &point{}, &c.Point }, "4c 00 00", chosen{Point: &point{}}, ""},
		{"an empty list", func() { c.List, c.Set = []int32{}, &c.List }, "59 05 00", chosen{List: []int32{}}, ""},
		{"a nil list that the interface points to", func() { c.Set = &c.List }, "00", chosen{List: []int32{}}, "59 05 00"},
	}
	ours := codec.Must(codec.New[chosen](codec.Compact, codec.Options{}))
	for _, tt := range tests {
		c = choice{}
		tt.set()
		require.Equal(t, tt.theirs, contrast.Hex(inCompact.Marshal(&c)), tt.name)
		if tt.want == "" {
			tt.want = tt.theirs
		}
		require.Equal(t, tt.want, contrast.Hex(ours.Append(nil, &tt.ours)), tt.name)
	}
	b, err := inCompact.Marshal(&choice{Flag: true, Count: 1})
	require.EqualError(t, err, "thrift union had more than one field with a non-zero value (2)")
	require.Equal(t, "11 16 02 00", contrast.Hex(b, nil), "it has written both, though")
	_, err = ours.Append(nil, &chosen{Flag: new(true), Count: new(1)})
	require.ErrorIs(t, err, codec.ErrUnion)
}

// TestUnionRead: what the peer makes of bytes, in a struct that held Name and
// Other, and Set, which pointed to Name.
func TestUnionRead(t *testing.T) {
	old := func() *choice {
		c := &choice{Name: "old", Other: "old"}
		c.Set = &c.Name
		return c
	}
	tests := []struct {
		name, bytes string
		theirs      func() *choice
		ours        chosen
	}{
		{"no field: all stays", "00", old, chosen{}},
		{"a true bool: all else is cleared", "11 00", func() *choice {
			c := &choice{Flag: true}
			c.Set = &c.Flag
			return c
		}, chosen{Flag: new(true)}},
		{"a false bool", "12 00", func() *choice {
			c := &choice{}
			c.Set = &c.Flag
			return c
		}, chosen{Flag: new(false)}},
		{"two fields: the last counts", "11 16 04 00", func() *choice {
			c := &choice{Count: 2}
			c.Set = &c.Count
			return c
		}, chosen{Count: new(2)}},
		{"one field twice: the last counts", "59 15 04 09 0a 25 02 02 00", func() *choice {
			c := &choice{List: []int32{1, 1}}
			c.Set = &c.List
			return c
		}, chosen{List: []int32{1, 1}}},
		{"a field held by pointer: a pointer to that pointer", "4c 15 02 00 00", func() *choice {
			c := &choice{Point: &point{X: 1}}
			c.Set = &c.Point
			return c
		}, chosen{Point: &point{X: 1}}},
		{"an unknown field: all stays", "78 01 61 00", old, chosen{}},
		{"a known field and an unknown one", "26 04 58 01 61 00", func() *choice {
			c := &choice{Count: 2}
			c.Set = &c.Count
			return c
		}, chosen{Count: new(2)}},
	}
	ours := codec.Must(codec.New[chosen](codec.Compact, codec.Options{}))
	for _, tt := range tests {
		b := contrast.Bytes(tt.bytes)
		got, want := old(), tt.theirs()
		require.NoError(t, inCompact.Unmarshal(b, got), tt.name)
		require.Equal(t, want, got, tt.name)
		require.Equal(t, pointsTo(want), pointsTo(got), tt.name)
		c := chosen{Name: new("old")}
		_, err := ours.Decode(b, &c)
		require.NoError(t, err, tt.name)
		require.Equal(t, tt.ours, c, tt.name)
	}
}

// pointsTo names the field of c that its interface points to.
func pointsTo(c *choice) string {
	for p, name := range map[any]string{&c.Flag: "Flag", &c.Count: "Count", &c.Name: "Name", &c.Point: "Point", &c.List: "List"} {
		if c.Set == p {
			return name
		}
	}
	return ""
}
