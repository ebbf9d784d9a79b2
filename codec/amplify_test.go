package codec_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/parquetmeta"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// amplifying are types that take much memory for little input.
type amplifying struct {
	Own    *amplifying                    `thrift:"own,1,optional"`
	Kids   []*amplifying                  `thrift:"kids,2,optional"`
	Values []wideStruct                   `thrift:"values,3,optional"`
	ByID   map[int8]*amplifying           `thrift:"by_id,4,optional"`
	Big    map[int8]wideStruct            `thrift:"big,5,optional"`
	Sets   map[bool]struct{}              `thrift:"sets,6,optional"`
	Pairs  []wiretest.Entry[int8, []int8] `thrift:"pairs,7,optional,map<i8:list<i8>>"`
	Lists  [][][]string                   `thrift:"lists,8,optional"`
	Flag   *bool                          `thrift:"flag,9,optional"`
	Far    ***int64                       `thrift:"far,10,optional"`
	Texts  []string                       `thrift:"texts,11,optional"`
	Bools  []bool                         `thrift:"bools,12,optional"`
	Longs  []int64                        `thrift:"longs,13,optional"`
	Inner  wideStruct                     `thrift:"inner,14,optional"`
	Kept   layout.Unknown
	manyOptional
}

type manyOptional struct {
	A, B, C, D, E, F, G, H *[16]byte `thrift:"-"`
	O1                     *int64    `thrift:"o1,21,optional"`
	O2                     *string   `thrift:"o2,22,optional"`
	O3                     *[16]byte `thrift:"o3,23,optional"`
	O4                     *[16]byte `thrift:"o4,24,optional"`
	O5                     *[16]byte `thrift:"o5,25,optional"`
	O6                     *[16]byte `thrift:"o6,26,optional"`
}

// TestAmplification decodes, for each type and each field of it, the least input
// that makes it allocate, over and over: containers of few and of many elements
// and as much nested in each other as the type allows.
func TestAmplification(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[amplifying](), reflect.TypeFor[parquetmeta.FileMetaData]()}
	for _, s := range wiretest.Schemas() {
		types = append(types, reflect.TypeOf(s.New()).Elem())
	}
	worst := 0.0
	done := map[reflect.Type]bool{}
	for _, root := range types {
		plan, err := layout.Of(root)
		require.NoError(t, err)
		for _, s := range plan.All() {
			if done[s.Go] {
				continue
			}
			done[s.Go] = true
			for _, p := range bothProtocols {
				k := binary.Amplification(s)
				if p == codec.Compact {
					k = compact.Amplification(s)
				}
				for _, o := range []codec.Options{{}, {Strings: codec.Own}, {Strings: codec.Alias, Reuse: true}} {
					o.Limits.Alloc = -1
					c, err := codec.ForType(s.Go, p, o)
					require.NoError(t, err)
					require.Contains(t, c.Explain(), fmt.Sprintf("and %d bytes of memory for each byte of %v", k, p))
					for i := range s.Fields {
						for _, elems := range []int{0, 1, 17, 2000} {
							b := flood(p, &s.Fields[i], elems)
							v := reflect.New(s.Go).Interface()
							got := wiretest.AllocBytes(func() { _, _ = c.Decode(b, v) })
							worst = max(worst, float64(got)/float64(64<<10+k*int64(len(b))))
							if most := 64<<10 + k*int64(len(b))*5/4; int64(got) > most {
								t.Errorf("%s.%s, %v, %+v, %d elements: %d bytes of input took %d of memory, K is %d", s.Name, s.Fields[i].GoName, p, o, elems, len(b), got, k)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("worst: %.2f of 64 KiB + K x length", worst)
	require.Greater(t, worst, 0.2, "K says nothing")
}

// flood returns a message with f many times, each with containers of elems
// elements, which are as small as can be.
func flood(p codec.Protocol, f *layout.Field, elems int) (b []byte) {
	w := flooder{p, elems, nil}
	for len(w.b) < 1<<14 {
		w.field(f)
	}
	return append(w.b, 0)
}

type flooder struct {
	p     codec.Protocol
	elems int
	b     []byte
}

func (w *flooder) field(f *layout.Field) {
	if w.p == codec.Binary {
		w.b = binary.AppendFieldHeader(w.b, binary.TypeOf(f.Type.Kind), f.ID)
	} else if f.Type.Kind == layout.Bool {
		w.b = compact.AppendBoolField(w.b, true, f.ID, f.ID-1)
		return
	} else {
		w.b = compact.AppendFieldHeader(w.b, compact.TypeOf(f.Type.Kind), f.ID, f.ID-1)
	}
	w.value(f.Type, w.elems)
}

func (w *flooder) value(t *layout.Type, elems int) {
	for t.Mem == layout.MemPtr || t.Held() {
		t = t.Elem
	}
	switch t.Kind {
	case layout.List, layout.Set, layout.Map:
		w.header(t, elems)
		for i := range elems {
			if t.Key != nil {
				w.key(t.Key, i)
			} else if t.Mem == layout.MemSetMap {
				w.key(t.Elem, i)
				continue
			}
			w.value(t.Elem, min(elems, 1))
		}
	case layout.String, layout.Binary:
		w.key(t, 0)
	default:
		n := compact.MinSize(compact.TypeOf(t.Kind))
		if w.p == codec.Binary {
			n = binary.MinSize(binary.TypeOf(t.Kind))
		}
		w.b = append(w.b, make([]byte, n)...)
	}
}

func (w *flooder) header(t *layout.Type, elems int) {
	switch {
	case w.p == codec.Binary && t.Key != nil:
		w.b = binary.AppendMapHeader(w.b, binary.TypeOf(t.Key.Kind), binary.TypeOf(t.Elem.Kind), elems)
	case w.p == codec.Binary:
		w.b = binary.AppendListHeader(w.b, binary.TypeOf(t.Elem.Kind), elems)
	case t.Key != nil:
		w.b = compact.AppendMapHeader(w.b, compact.TypeOf(t.Key.Kind), compact.TypeOf(t.Elem.Kind), elems)
	default:
		w.b = compact.AppendListHeader(w.b, compact.TypeOf(t.Elem.Kind), elems)
	}
}

// key writes a value that differs with i where the type has so many.
func (w *flooder) key(t *layout.Type, i int) {
	switch t.Kind {
	case layout.I8, layout.Bool:
		w.b = append(w.b, byte(i))
	case layout.String, layout.Binary:
		text := strings.Repeat("x", i%2+1)
		if w.p == codec.Binary {
			w.b = binary.AppendString(w.b, text)
		} else {
			w.b = compact.AppendString(w.b, text)
		}
	case layout.I32:
		if w.p == codec.Binary {
			w.b = binary.AppendI32(w.b, int32(i))
		} else {
			w.b = compact.AppendI32(w.b, int32(i))
		}
	default:
		w.value(t, 0)
	}
}
