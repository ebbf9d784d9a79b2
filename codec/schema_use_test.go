package codec_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Apache's tags, which leave much open, and the same struct with tags that leave nothing open.
type (
	apacheStyle struct {
		Set    []int32          `thrift:"set,1" db:"set" json:"set"`
		Enum   myLong           `thrift:"enum,2" db:"enum" json:"enum"`
		Maybe  []string         `thrift:"maybe,3" db:"maybe" json:"maybe"`
		Num    int32            `thrift:"num,4" db:"num" json:"num"`
		Keyed  map[myLong][]int `thrift:"keyed,5" db:"keyed" json:"keyed"`
		Choice *apacheChoice    `thrift:"choice,6" db:"choice" json:"choice"`
		Minus  string           // without a tag, as Apache's fields of structs with negative ids
	}
	apacheChoice struct {
		A *int32  `thrift:"a,1" db:"a" json:"a,omitempty"`
		B *myLong `thrift:"b,2" db:"b" json:"b,omitempty"`
	}
	taggedStyle struct {
		Minus  string           `thrift:"minus,-1"`
		Set    []int32          `thrift:"set,1,default,set<i32>"`
		Enum   myLong           `thrift:"enum,2,default,Enum"`
		Maybe  []string         `thrift:"maybe,3,optional"`
		Num    int32            `thrift:"num,4,optional"`
		Keyed  map[myLong][]int `thrift:"keyed,5,default,map<Enum:set<i64>>"`
		Choice *taggedChoice    `thrift:"choice,6"`
	}
	taggedChoice struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
		B *myLong  `thrift:"b,2,optional,Enum"`
	}
)

func (v *taggedStyle) InitDefault() { v.Num = 7 }

func apacheHints() []layout.Hint {
	return []layout.Hint{
		fields[apacheStyle]("Set", "set,1,default,set<i32>", "Enum", "2,enum,writezero", "Maybe", "maybe,3,optional,list<string>",
			"Num", "num,4,optional", "Keyed", "keyed,5,default,map<Enum:set<i64>>", "Minus", "minus,-1"),
		layout.Constructor(func() *apacheStyle { return &apacheStyle{Num: 7} }),
		fields[apacheChoice]("B", "b,2,optional,Enum"), union[apacheChoice](),
	}
}

func tagged(v *apacheStyle) *taggedStyle {
	t := &taggedStyle{v.Minus, v.Set, v.Enum, v.Maybe, v.Num, v.Keyed, nil}
	if v.Choice != nil {
		t.Choice = &taggedChoice{A: v.Choice.A, B: v.Choice.B}
	}
	return t
}

// TestSchemaIsTags: a type with hints has the bytes, and refuses what, the same type has whose tags say it all.
func TestSchemaIsTags(t *testing.T) {
	s := schemaOf(t, apacheHints()...)
	for _, p := range bothProtocols {
		for _, o := range schemaModes(s) {
			c, twin := codec.Must(codec.New[apacheStyle](p, o)), codec.Must(codec.New[taggedStyle](p, codec.Options{Canonical: o.Canonical}))
			r := rand.New(rand.NewPCG(21, uint64(p)))
			var got apacheStyle
			for range 50 {
				v := new(apacheStyle)
				fillSome(r, reflect.ValueOf(v).Elem())
				if len(v.Keyed) > 1 {
					v.Keyed = nil // its order is free
				}
				if v.Choice != nil {
					if v.Choice.A = nil; v.Choice.B == nil {
						v.Choice.A = new(int32(5))
					}
				}
				b, err := c.Append(nil, v)
				want, wantErr := twin.Append(nil, tagged(v))
				if err != nil || wantErr != nil || !bytes.Equal(b, want) {
					t.Fatalf("%v: Append = %x, %v, want %x, %v", p, b, err, want, wantErr)
				}
				if n, err := c.Decode(b, &got); n != len(b) || err != nil {
					t.Fatalf("%v %+v: Decode = %d, %v", p, o, n, err)
				}
				var twins taggedStyle
				noError(second(twin.Decode(b, &twins)))
				if d := wiretest.Diff(tagged(&got), &twins); d != "" {
					t.Fatalf("%v %+v: differs%s", p, o, d)
				}
			}
			for _, bad := range []*apacheStyle{
				{Enum: 1 << 40}, {Keyed: map[myLong][]int{1 << 40: nil}}, {Choice: &apacheChoice{}},
				{Choice: &apacheChoice{A: new(int32(1)), B: new(myLong(1))}}, {Choice: &apacheChoice{B: new(myLong(-1 << 32))}},
			} {
				_, err := c.Append(nil, bad)
				_, want := twin.Append(nil, tagged(bad))
				if classOf(err) != classOf(want) || err == nil {
					t.Errorf("%v: Append of %+v = %v, want %v", p, bad, err, want)
				}
			}
		}
	}
}

// TestSchemasApart: one type in several schemas, and in none.
func TestSchemasApart(t *testing.T) {
	type apart struct {
		A []int32 `thrift:"a,1"`
	}
	sets, far := schemaOf(t, fields[apart]("A", "a,1,default,set<i32>")), schemaOf(t, fields[apart]("A", "a,300"))
	for _, row := range []struct {
		s       *layout.Schema
		b, c    string
		explain string
	}{
		{nil, "0f0001 08 00000001 00000002 00", "1915 04 00", "assumed: list"},
		{schemaOf(t), "0f0001 08 00000001 00000002 00", "1915 04 00", "assumed: list"},
		{sets, "0e0001 08 00000001 00000002 00", "1a15 04 00", "TYPE in schema"},
		{far, "0f012c 08 00000001 00000002 00", "09d804 15 04 00", "assumed: list"},
	} {
		for p, want := range map[codec.Protocol]string{codec.Binary: row.b, codec.Compact: row.c} {
			c := codec.Must(codec.New[apart](p, codec.Options{Schema: row.s}))
			if b, err := c.Append(nil, &apart{[]int32{2}}); err != nil || !bytes.Equal(b, hexed(want)) {
				t.Errorf("%v: Append = %x, %v, want %s", p, b, err, want)
			}
			if !strings.Contains(c.Explain(), row.explain) {
				t.Errorf("%v: Explain lacks %q:\n%s", p, row.explain, c.Explain())
			}
		}
	}
}

// TestForTypeBySchema: codecs are kept by type, protocol, options, and so by schema.
func TestForTypeBySchema(t *testing.T) {
	one, two := schemaOf(t, layout.Constructor(newCrafted)), schemaOf(t, layout.Constructor(newCrafted))
	kept := map[*codec.Any]string{}
	for _, p := range bothProtocols {
		for i, s := range []*layout.Schema{nil, one, two} {
			o := codec.Options{Schema: s}
			a, err := codec.ForType(of[crafted](), p, o)
			noError(err)
			if other, ok := kept[a]; ok {
				t.Errorf("%v, schema %d: the codec is that of %s", p, i, other)
			}
			kept[a] = fmt.Sprint(p, i)
			if again, err := codec.ForType(of[crafted](), p, o); err != nil || again != a {
				t.Errorf("%v, schema %d: another codec: %v", p, i, err)
			}
			got := new(crafted)
			if _, err := a.Decode([]byte{0}, got); err != nil || (got.N == 7) != (s != nil) {
				t.Errorf("%v, schema %d: Decode gives %+v, %v", p, i, got, err)
			}
		}
	}
}

func TestForTypeBySchemaAllocs(t *testing.T) {
	skipAllocs(t)
	o := codec.Options{Schema: schemaOf(t, layout.Constructor(newCrafted))}
	noError(second(codec.ForType(of[crafted](), codec.Compact, o)))
	wantAllocs(t, "ForType with a schema", 0, func() { _, _ = codec.ForType(of[crafted](), codec.Compact, o) })
}

// TestSchemaConcurrentUse: a schema that nobody used yet is used by many at once.
func TestSchemaConcurrentUse(t *testing.T) {
	for range 5 {
		s := schemaOf(t, append(apacheHints(), layout.Constructor(newCrafted), layout.Constructor(newHolder))...)
		goTogether(32, func(i int) {
			p := bothProtocols[i%2]
			o := codec.Options{Schema: s, Reuse: i%3 == 0, Strings: codec.Strings(i % 3)}
			c, err := codec.New[holder](p, o)
			other, err2 := codec.New[apacheStyle](p, o)
			if err != nil || err2 != nil {
				t.Error(err, err2)
				return
			}
			want := newHolder()
			want.LP, want.M = []*crafted{newCrafted(), {N: 1}}, map[string]*crafted{"k": newCrafted()}
			b, err := c.Append(nil, want)
			var got holder
			for range 20 {
				if n, decodeErr := c.Decode(b, &got); err != nil || decodeErr != nil || n != len(b) || got.LP[0].N != 7 || got.M["k"].S != "seven" || got.LP[1].N != 1 {
					t.Errorf("%v %+v: Append = %v; Decode = %d, %v", p, o, err, n, decodeErr)
					return
				}
				got.LP[0].L[0], got.V.M["one"], *got.P.I = 9, 9, 9 // its own
			}
			var a apacheStyle
			if _, err := other.Decode([]byte{0}, &a); err != nil || a.Num != 7 {
				t.Errorf("%v %+v: Decode = %v: %+v", p, o, err, a)
			}
		})
	}
}
