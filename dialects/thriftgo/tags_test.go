package thriftgo_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/cloudwego/thriftgo/generator/golang"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/thriftgo/gen/plain/service"
	plain "github.com/miserwire/miser/dialects/thriftgo/gen/plain/variants"
	v001 "github.com/miserwire/miser/dialects/thriftgo/gen/v001/variants"
	v0211 "github.com/miserwire/miser/dialects/thriftgo/gen/v0211/variants"
	v0318 "github.com/miserwire/miser/dialects/thriftgo/gen/v0318/variants"
	"github.com/miserwire/miser/layout"
)

// line returns what Explain says of a field.
func line[T any](t *testing.T, s *layout.Schema, field string) string {
	t.Helper()
	plan, err := s.Of(reflect.TypeFor[T]())
	require.NoError(t, err)
	root, _, _ := strings.Cut(plan.Explain(), "\n\n")
	for l := range strings.SplitSeq(root, "\n") {
		if cells := regexp.MustCompile(" {2,}").Split(strings.TrimSpace(l), -1); len(cells) > 2 && cells[2] == field {
			return strings.Join(append(cells[3:6:6], cells[len(cells)-1]), "; ")
		}
	}
	t.Fatalf("no field %s in\n%s", field, root)
	return ""
}

// TestTags: how miser takes the tags of each version for what their fields are.
func TestTags(t *testing.T) {
	const asList, asI64 = "assumed: list (a set needs TYPE)", "assumed: i64 (an enum needs TYPE)"
	require.Equal(t, "set<i64>; default; always; TYPE in tag", line[plain.Containers](t, nil, "Ids"))
	require.Equal(t, "enum(i32); default; always; TYPE in tag", line[plain.Scalars](t, nil, "Mood"))

	// Since 0.1.3 or before, and up to 0.4.2, requiredness is all that there is.
	require.Equal(t, "list<i64>; default; always; "+asList, line[v0318.Containers](t, nil, "Ids"))
	require.Equal(t, "i64; default; always; "+asI64, line[v0318.Scalars](t, nil, "Mood"))
	require.Equal(t, "list<string>; optional; unless nil; "+asList, line[v0318.Optionals](t, nil, "Names"))
	require.Equal(t, "set<i64>; default; always; TYPE in schema", line[v0318.Containers](t, schemaOf("v0318/variants"), "Ids"))
	require.Equal(t, "enum(i32); default; always; TYPE in schema", line[v0318.Scalars](t, schemaOf("v0318/variants"), "Mood"))

	// json_enum_as_text gives enums the methods by which they are known.
	require.Equal(t, "enum(i32); default; always; enum methods", line[v0211.Scalars](t, nil, "Mood"))
	require.Equal(t, "map<enum(i32):list<enum(i32)>>; default; always; "+asList, line[v0211.Containers](t, nil, "MoodsByMood"))

	// 0.0.1 says nothing of optional, so that nil lists would go out empty.
	require.Equal(t, "list<i32>; default; always; "+asList, line[v001.Optionals](t, nil, "Numbers"))
	require.Equal(t, "list<i32>; optional; unless nil; TYPE in schema", line[v001.Optionals](t, schemaOf("v001/variants"), "Numbers"))

	// 0.4.5 still leaves the TYPE out behind a typedef of a map.
	require.Equal(t, "map<i64:list<i64>>; default; always; "+asI64+", "+asList, line[service.Named](t, nil, "Ranks"))
	require.Equal(t, "map<enum(i32):set<enum(i32)>>; default; always; TYPE in schema", line[service.Named](t, schemaOf("plain/service"), "Ranks"))
}

// TestAssumptionsCost: what an enum without TYPE and a set without TYPE do to bytes.
func TestAssumptionsCost(t *testing.T) {
	b, err := byMiser(&v0318.Failure{Mood: v0318.MoodPtr(v0318.Mood_GLAD)})
	require.NoError(t, err)
	require.Equal(t, []byte{11, 0, 1, 0, 0, 0, 0, 10, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0}, b, "an i64")
	var back v0318.Failure
	require.NoError(t, contestants[0].Read(b, &back))
	require.Nil(t, back.Mood, "the generated reader skips it")
}

// TestUnions: a hint makes a union of what the tags alone do not tell from a struct.
func TestUnions(t *testing.T) {
	s, err := layout.NewSchema(layout.Hint{Type: reflect.TypeFor[plain.Choice](), Union: true})
	require.NoError(t, err)
	c := codec.Must(codec.New[plain.Choice](codec.Binary, codec.Options{Schema: s}))
	for _, v := range []*plain.Choice{{}, {Number: new(int32(1)), Text: new("a")}} {
		_, err := serdesWrites(v)
		require.ErrorContains(t, err, "exactly one field must be set")
		_, err = c.Append(nil, v)
		require.ErrorIs(t, err, codec.ErrUnion)
	}
	// Of two that come both keep: they each, miser the last.
	b := []byte{8, 0, 2, 0, 0, 0, 1, 11, 0, 3, 0, 0, 0, 1, 'a', 0}
	var theirs, ours plain.Choice
	require.NoError(t, contestants[0].Read(b, &theirs))
	_, err = c.Decode(b, &ours)
	require.NoError(t, err)
	require.Equal(t, plain.Choice{Number: new(int32(1)), Text: new("a")}, theirs)
	require.Equal(t, plain.Choice{Text: new("a")}, ours)
}

// TestUnescaped: unescape_double_quote=false makes tags that no package can read
// behind the thrift tag, which comes first.
func TestUnescaped(t *testing.T) {
	typ := reflect.StructOf([]reflect.StructField{{
		Name: "Plain", Type: reflect.TypeFor[string](), Tag: `thrift:"plain,1" json:\"other\" json:"plain"`,
	}})
	plan, err := layout.Of(typ)
	require.NoError(t, err)
	require.Equal(t, "plain", plan.Fields[0].Name)
}

// TestOptionsTable: the README says of each option of thriftgo what it changes.
func TestOptionsTable(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, o := range new(golang.GoBackend).Options() {
		require.Contains(t, string(readme), "`"+o.Name+"`", "an option that the README does not mention")
	}
}
