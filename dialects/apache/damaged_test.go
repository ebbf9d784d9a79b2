package apache_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/agree"
	"github.com/miserwire/miser/layout"
)

// TestDamaged: of bytes that no writer wrote, miser and the code of each compiler make the same, but for the policies.
func TestDamaged(t *testing.T) {
	eachCompiler(t, func(t *testing.T, c *compiler, p codec.Protocol, schema *layout.Schema) {
		agree.Damaged(t, c.peer(p), newWire(p).readSome, p, schema, c.types(), policies)
	})
}

func (w *wire) readSome(src []byte, v any) (n int, err error) {
	w.memory.Reset()
	w.memory.Write(src)
	err = v.(thrift.TStruct).Read(context.Background(), w.protocol)
	return len(src) - w.memory.Len(), err
}

// policies are what miser does otherwise, and means to: TestDiffer has an example of each.
var policies = []agree.Policy{
	{Name: "elements of another type", Of: func(o *agree.Outcome) bool { return o.Retyped }},
	{Name: "unions", Of: func(o *agree.Outcome) bool { return o.Unfit && o.Ours == nil }},
	{Name: "unknown element type of nothing", Of: func(o *agree.Outcome) bool {
		return o.Ours == nil && o.Theirs != nil && strings.Contains(o.Theirs.Error(), "don't know what type")
	}},
	{Name: "stop field with a delta", Of: func(o *agree.Outcome) bool { return invalid(o.Ours, "malformed header") }},
	{Name: "overflow", Of: func(o *agree.Outcome) bool { return errors.Is(o.Ours, codec.ErrOverflow) }},
}

// invalid reports whether miser refused what it did for that reason.
func invalid(err error, why string) bool {
	return errors.Is(err, codec.ErrInvalid) && strings.Contains(err.Error(), why)
}
