package parquet_test

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	arrow "github.com/miserwire/miser/dialects/parquet/gen/arrow"
)

// tree is what Compact bytes hold, without a schema: the values of each field, in
// the order in which they come. A field is named by its path from the root, as
// arrow-go's tags name it, with the ids of those that it does not know.
type tree map[string][]string

// roots are arrow-go's structs by kind.
var roots = map[string]reflect.Type{
	"FileMetaData":       reflect.TypeFor[arrow.FileMetaData](),
	"PageHeader":         reflect.TypeFor[arrow.PageHeader](),
	"ColumnIndex":        reflect.TypeFor[arrow.ColumnIndex](),
	"OffsetIndex":        reflect.TypeFor[arrow.OffsetIndex](),
	"BloomFilterHeader":  reflect.TypeFor[arrow.BloomFilterHeader](),
	"FileCryptoMetaData": reflect.TypeFor[arrow.FileCryptoMetaData](),
}

// treeOf reads the struct of a kind; b is sound.
func treeOf(kind string, b []byte) tree {
	r := reader{b, tree{}}
	r.fields(roots[kind], kind)
	return r.tree
}

type reader struct {
	b    []byte
	tree tree
}

func (r *reader) byte() byte {
	b := r.b[0]
	r.b = r.b[1:]
	return b
}

func (r *reader) varint() uint64 {
	u, n := binary.Uvarint(r.b)
	r.b = r.b[n:]
	return u
}

// fields reads a struct, which t describes where it is a struct or points to one.
func (r *reader) fields(t reflect.Type, path string) {
	r.tree[path] = append(r.tree[path], "struct")
	for id := int64(0); ; {
		h := r.byte()
		if h&15 == 0 {
			return
		}
		if id += int64(h >> 4); h>>4 == 0 {
			u := r.varint()
			id = int64(u>>1) ^ -int64(u&1)
		}
		name, ft := fieldOf(t, id)
		name = path + "." + name
		if h&15 <= 2 {
			r.tree[name] = append(r.tree[name], strconv.FormatBool(h&15 == 1))
			continue
		}
		r.value(h&15, ft, name)
	}
}

func fieldOf(t reflect.Type, id int64) (string, reflect.Type) {
	for t != nil && t.Kind() != reflect.Struct {
		if k := t.Kind(); k != reflect.Pointer && k != reflect.Slice {
			t = nil
			break
		}
		t = t.Elem()
	}
	for i := 0; t != nil && i < t.NumField(); i++ {
		tag := strings.Split(t.Field(i).Tag.Get("thrift"), ",")
		if len(tag) > 1 && tag[1] == strconv.FormatInt(id, 10) {
			return tag[0], t.Field(i).Type
		}
	}
	return strconv.FormatInt(id, 10), nil
}

// value reads a value of a type code. A bool is one in a list.
func (r *reader) value(code byte, t reflect.Type, path string) {
	var text string
	switch code {
	case 1, 2, 3:
		text = fmt.Sprintf("%d of type %d", r.byte(), code)
	case 4, 5, 6:
		text = strconv.FormatUint(r.varint(), 10)
	case 7:
		text = fmt.Sprintf("%x", r.b[:8])
		r.b = r.b[8:]
	case 8:
		n := r.varint()
		text = strconv.Quote(string(r.b[:n]))
		r.b = r.b[n:]
	case 9, 10:
		h := r.byte()
		n := uint64(h >> 4)
		if n == 15 {
			n = r.varint()
		}
		r.tree[path] = append(r.tree[path], fmt.Sprintf("%d elements", n))
		for range n {
			r.value(h&15, t, path+"[]")
		}
		return
	case 12:
		r.fields(t, path)
		return
	default:
		panic(fmt.Sprintf("Parquet has no type %d", code))
	}
	r.tree[path] = append(r.tree[path], text)
}

// compare names the fields that b has fewer of, more of, and with other values
// than a. What is inside of those is not named too.
func compare(a, b tree) (fewer, more, other []string) {
	paths := map[string]bool{}
	for p := range a {
		paths[p] = true
	}
	for p := range b {
		paths[p] = true
	}
	for p := range paths {
		if within(p, paths, a, b) {
			continue
		}
		switch x, y := a[p], b[p]; {
		case len(x) > len(y):
			fewer = append(fewer, p)
		case len(x) < len(y):
			more = append(more, p)
		case !slices.Equal(x, y):
			other = append(other, p)
		}
	}
	for _, s := range [][]string{fewer, more, other} {
		slices.Sort(s)
	}
	return fewer, more, other
}

// within reports whether something around p is not there as often in both.
func within(p string, paths map[string]bool, a, b tree) bool {
	for i := range p {
		if (p[i] == '.' || p[i] == '[') && len(a[p[:i]]) != len(b[p[:i]]) {
			return true
		}
	}
	return false
}
