package probe_test

import (
	"fmt"
	"strings"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
)

// The generated structs of a program, by miser.
var (
	schema  = must(probe.Schema(shapes.NewSetsWithin(), shapes.NewHolder()))
	holders = codec.Must(codec.New[shapes.Holder](codec.Compact, codec.Options{Schema: schema}))
)

func must(s *layout.Schema, err error) *layout.Schema {
	if err != nil {
		panic(err)
	}
	return s
}

func Example() {
	b, err := holders.Append(nil, &shapes.Holder{Inner: shapes.NewDefaults()})
	if err != nil {
		panic(err)
	}
	var h shapes.Holder
	_, err = holders.Decode(b, &h)
	fmt.Println(h.Inner.N, h.Inner.S, err) // n, equal to its default, is not in b
	fmt.Println(strings.Contains(holders.Explain(), "TYPE in schema"))
	// Output:
	// 7 x <nil>
	// true
}
