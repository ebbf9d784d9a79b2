package codec_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// InitDefault: whom it reaches, and that no two decoded values share what it gave.

// Memory that InitDefault below gives to every value of its type, as some generated code does.
var (
	sharedList   = []int32{1, 2, 3}
	sharedMap    = map[string]int32{"one": 1}
	sharedString = "shared"
	sharedTwo    = &Two{1, 2}
	sharedBytes  = []byte("bytes")
)

// defaulted has a default of every kind; its containers are fresh in each value.
type defaulted struct {
	B     bool               `thrift:"b,1,optional"`
	I     int32              `thrift:"i,2,optional"`
	N     int64              `thrift:"n,3"`
	D     float64            `thrift:"d,4,optional"`
	S     string             `thrift:"s,5,optional"`
	X     []byte             `thrift:"x,6,optional"`
	E     Color              `thrift:"e,7,optional"`
	U     [16]byte           `thrift:"u,8,optional"`
	L     []int32            `thrift:"l,9,optional"`
	M     map[string]int32   `thrift:"m,10,optional"`
	Q     []int32            `thrift:"q,11,optional,set<i32>"`
	P     *int32             `thrift:"p,12,optional"`
	T     *Two               `thrift:"t,13,optional"`
	V     Two                `thrift:"v,14"`
	LL    [][]string         `thrift:"ll,15,optional"`
	A     []*Two             `thrift:"a,16"`
	Y     []pair[int8, int8] `thrift:"y,17,optional,map<i8:i8>"`
	Empty []int32            `thrift:"empty,18,optional"`
	Extra []string           `thrift:"-"`
	plain int
}

func (v *defaulted) InitDefault() {
	*v = defaulted{
		B: true, I: 7, N: -7, D: 1.5, S: "abc", X: []byte("xyz"), E: 5, U: [16]byte{1}, L: []int32{1, 2, 3},
		M: map[string]int32{"one": 1}, Q: []int32{4}, P: new(int32(8)), T: &Two{1, 2}, V: Two{3, 4},
		LL: [][]string{{"a"}, {}}, A: []*Two{{5, 6}}, Y: []pair[int8, int8]{{1, 2}}, Empty: []int32{},
		Extra: []string{"extra"}, plain: 3,
	}
}

// sharing gives every value the same memory.
type sharing struct {
	L []int32          `thrift:"l,1,optional"`
	M map[string]int32 `thrift:"m,2,optional"`
	S *string          `thrift:"s,3,optional"`
	T *Two             `thrift:"t,4,optional"`
	X []byte           `thrift:"x,5,optional"`
	V struct {
		L []int32 `thrift:"l,1"`
		T *Two    `thrift:"t,2"`
	} `thrift:"v,6"`
	A []*Two `thrift:"a,7"`
}

func (v *sharing) InitDefault() {
	v.L, v.M, v.S, v.T, v.X = sharedList, sharedMap, &sharedString, sharedTwo, sharedBytes
	v.V.L, v.V.T, v.A = sharedList, sharedTwo, []*Two{sharedTwo}
}

// defaultsEverywhere holds defaulted in every way.
type defaultsEverywhere struct {
	P *defaulted              `thrift:"p,1"`
	V defaulted               `thrift:"v,2"`
	L []*defaulted            `thrift:"l,3"`
	S []defaulted             `thrift:"s,4"`
	M map[string]*defaulted   `thrift:"m,5"`
	N map[string]defaulted    `thrift:"n,6"`
	K []pair[int8, defaulted] `thrift:"k,7,default,map<i8:defaulted>"`
	D **defaulted             `thrift:"d,8"`
	O [][]*defaulted          `thrift:"o,9"`
}

func made[T any, P interface {
	*T
	InitDefault()
}]() *T {
	v := P(new(T))
	v.InitDefault()
	return v
}

// TestDefaults: absent fields have their defaults at the root and wherever else the struct is.
func TestDefaults(t *testing.T) {
	d := func() *defaulted { return made[defaulted]() }
	dirty := func() any {
		v := d()
		fillAll(reflect.ValueOf(v).Elem(), 3)
		v.Extra, v.plain = []string{"old"}, 99
		return v
	}
	changed := d()
	changed.I, changed.S, changed.L, changed.P, changed.T = 9, "", []int32{9}, new(int32(8)), &Two{B: 3}
	for _, p := range bothProtocols {
		decodes(t, p, []byte{0}, d(), dirty, func() any { return new(defaulted) })
		decodes(t, p, plain(t, p, d()), d(), dirty)
		decodes(t, p, plain(t, p, changed), changed, dirty)
		for i := range 18 { // a field alone
			v := d()
			filler{nil}.value(reflect.ValueOf(v).Elem().Field(i), 3, true)
			decodes(t, p, plain(t, p, v), v, dirty)
		}
	}
	roundTrips(t, d())
	roundTrips(t, changed)
	full := &defaultsEverywhere{
		d(), *d(), []*defaulted{d(), d()}, []defaulted{*d(), *d()}, map[string]*defaulted{"a": d(), "b": d()},
		map[string]defaulted{"": *d()}, []pair[int8, defaulted]{{1, *d()}}, new(d()), [][]*defaulted{{d()}, {}},
	}
	used := func() any {
		v := new(defaultsEverywhere)
		fillAll(reflect.ValueOf(v).Elem(), 5)
		return v
	}
	decodes(t, codec.Binary, hexed(`0c0001 00 0c0002 00 0f0003 0c 00000002 00 00 0f0004 0c 00000002 00 00
		0d0005 0b0c 00000002 00000001 61 00 00000001 62 00 0d0006 0b0c 00000001 00000000 00
		0d0007 030c 00000001 01 00 0c0008 00 0f0009 0f 00000002 0c 00000001 00 0c 00000000 00`), full, used)
	decodes(t, codec.Compact, hexed(`1c00 1c00 192c 00 00 192c 00 00 1b028c 0161 00 0162 00 1b018c 00 00
		1b013c 01 00 1c00 1929 1c 00 0c 00`), full, used)
	roundTrips(t, full)
	decodes(t, codec.Binary, []byte{0}, &defaultsEverywhere{}, used) // what is absent itself has no defaults
}

// TestDefaultsOwned: changing what one decode gave does not show in the next, with Reuse neither.
func TestDefaultsOwned(t *testing.T) {
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			var v, w defaulted
			c := codec.Must(codec.New[defaulted](p, mode.o))
			for range 3 {
				noError(second(c.Decode([]byte{0}, &v)))
				noError(second(c.Decode([]byte{0}, &w)))
				for _, got := range []*defaulted{&v, &w} {
					if d := wiretest.Diff(got, made[defaulted]()); d != "" {
						t.Fatalf("%v %s: the defaults differ%s", p, mode.name, d)
					}
				}
				v.L[0], v.M["one"], v.X[0], *v.P, v.T.A, v.LL[0][0], v.A[0].A, v.Q[0] = 99, 99, '!', 99, 99, "!", 99, 99
				v.Extra[0], v.Y[0].Key = "!", 99
				v.M["new"] = 1
			}
		}
	}
}

// TestDefaultsShared: a decode never writes to memory that InitDefault gave, since others may have it too.
func TestDefaultsShared(t *testing.T) {
	other := &sharing{
		L: []int32{9, 8}, M: map[string]int32{"nine": 9}, S: new("other"), T: &Two{9, 9}, X: []byte("!!"), A: []*Two{{8, 8}, {7, 7}},
	}
	other.V.L, other.V.T = []int32{7}, &Two{7, 7}
	type holder struct {
		P *sharing            `thrift:"p,1"`
		V sharing             `thrift:"v,2"`
		L []sharing           `thrift:"l,3"`
		M map[string]*sharing `thrift:"m,4"`
	}
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			v := new(holder)
			h := &holder{other, *other, []sharing{*other, *other}, map[string]*sharing{"": other}}
			c := codecOf(t, v, p, mode.o)
			root, r := codecOf(t, other, p, mode.o), new(sharing)
			for i := range 4 {
				src, rsrc := plain(t, p, h), plain(t, p, other)
				if i%2 == 0 { // all of the defaults
					s := made[sharing]()
					src, rsrc = plain(t, p, &holder{s, *s, []sharing{*s, *s}, map[string]*sharing{"": s}}), []byte{0}
				}
				noError(second(c.Decode(src, v)))
				noError(second(root.Decode(rsrc, r)))
				if i%2 == 1 && (!wiretest.Equal(v, h) || !wiretest.Equal(r, other)) {
					t.Errorf("%v %s: decoded %+v and %+v", p, mode.name, v, r)
				}
			}
			if !reflect.DeepEqual(made[sharing](), &sharing{
				L: []int32{1, 2, 3}, M: map[string]int32{"one": 1}, S: new("shared"), T: &Two{1, 2}, X: []byte("bytes"),
				V: made[sharing]().V, A: []*Two{{1, 2}},
			}) {
				t.Fatalf("%v %s: the shared defaults are now %v", p, mode.name, made[sharing]())
			}
		}
	}
}

// TestDefaultsOmitted: what equals its default is left out where it is optional. Lists, sets and maps are left out
// where they are nil, whatever their default is, as generated code does.
func TestDefaultsOmitted(t *testing.T) {
	const (
		list = "0f0009 08 00000003 00000001 00000002 00000003"
		one  = "0d000a 0b08 00000001 00000003 6f6e65 00000001"
	)
	defaults := func() *defaulted { return made[defaulted]() }
	base := plain(t, codec.Binary, defaults())
	for name, c := range map[string]struct {
		set       func(v *defaulted)
		add, drop string // what goes out beyond the defaults, and what of them does not
	}{
		"none":         {func(*defaulted) {}, "", ""},
		"equal list":   {func(v *defaulted) { v.L = append(make([]int32, 0, 9), 1, 2, 3) }, "", ""},
		"nil list":     {func(v *defaulted) { v.L = nil }, "", list}, // a reader takes it for the default
		"empty list":   {func(v *defaulted) { v.L = []int32{} }, "0f0009 08 00000000", list},
		"nil of empty": {func(v *defaulted) { v.Empty = nil }, "", "0f0012 08 00000000"},
		"nil binary":   {func(v *defaulted) { v.X = nil }, "0b0006 00000000", ""},
		"same binary":  {func(v *defaulted) { v.X = []byte("xyz") }, "", ""},
		"no string":    {func(v *defaulted) { v.S = "" }, "0b0005 00000000", ""},
		"zero":         {func(v *defaulted) { v.I = 0 }, "080002 00000000", ""},
		"false":        {func(v *defaulted) { v.B = false }, "020001 00", ""},
		"nil map":      {func(v *defaulted) { v.M = nil }, "", one},
		"same map":     {func(v *defaulted) { v.M = map[string]int32{"one": 1} }, "", ""},
		"other value":  {func(v *defaulted) { v.M["one"] = 2 }, "0d000a 0b08 00000001 00000003 6f6e65 00000002", one},
		"other list":   {func(v *defaulted) { v.L[2] = 4 }, "0f0009 08 00000003 00000001 00000002 00000004", list},
		"set":          {func(v *defaulted) { v.Q = []int32{4, 4} }, "0e000b 08 00000002 00000004 00000004", "0e000b 08 00000001 00000004"},
		"uuid":         {func(v *defaulted) { v.U = [16]byte{} }, "100008 00000000000000000000000000000000", ""},
		"deep":         {func(v *defaulted) { v.LL = nil }, "", "0f000f 0f 00000002 0b 00000001 00000001 61 0b 00000000"},
		"entries":      {func(v *defaulted) { v.Y[0].Value = 3 }, "0d0011 0303 00000001 01 03", "0d0011 0303 00000001 01 02"},
	} {
		v := defaults()
		c.set(v)
		b, err := encodings(t, codec.Binary, codec.Options{}, v)
		add, drop := hexed(c.add), hexed(c.drop)
		if err != nil || len(b) != len(base)+len(add)-len(drop) || !bytes.Contains(b, add) || len(drop) > 0 && bytes.Contains(b, drop) {
			t.Errorf("%s: Append = %x, %v, want %s beyond %x, and not %s", name, b, err, c.add, base, c.drop)
		}
		if c.add != "" && v.X != nil { // what is written empty comes back empty
			roundTrips(t, v)
		}
	}
}

// defBase is embedded; its InitDefault is promoted to a struct that has none.
type (
	defBase struct {
		A int32   `thrift:"a,1"`
		B *string `thrift:"b,2"`
	}
	defInPlace struct {
		defBase
		Z int32 `thrift:"z,3"`
	}
	defByPointer struct {
		*defBase
		Z int32 `thrift:"z,3"`
	}
)

func (b *defBase) InitDefault()      { b.A = 7 }
func (b *defByPointer) InitDefault() { b.defBase, b.Z = &defBase{A: 8}, 9 }

// TestDefaultsEmbedded: an embedded struct has the defaults that the struct around it gives it.
func TestDefaultsEmbedded(t *testing.T) {
	for _, p := range bothProtocols {
		decodes(t, p, []byte{0}, &defInPlace{defBase{A: 7}, 0}, func() any { return &defInPlace{defBase{1, new("x")}, 2} })
		roundTrips(t, &defInPlace{defBase{1, new("b")}, 2})
		used := func() any { return &defByPointer{&defBase{1, new("x")}, 2} }
		decodes(t, p, []byte{0}, &defByPointer{&defBase{A: 8}, 9}, used, func() any { return new(defByPointer) })
		decodes(t, p, written(t, p, &OptL{}), &defByPointer{&defBase{A: 8}, 9}, used)
		roundTrips(t, &defByPointer{&defBase{1, new("b")}, 2})
	}
}
