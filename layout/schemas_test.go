package layout_test

import (
	"reflect"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// TestSchemas compiles every type of the shared test table, and finds that the
// ways to hold one schema in Go have one fingerprint.
func TestSchemas(t *testing.T) {
	for _, schema := range wiretest.Schemas() {
		var want uint64
		for i, make := range []func() any{schema.New, schema.Entries, schema.AsMap} {
			if make == nil {
				continue
			}
			typ := reflect.TypeOf(make()).Elem()
			s, err := layout.Of(typ)
			if err != nil {
				t.Errorf("%s: %v", schema.Name, err)
				continue
			}
			if s.Union != (schema.Kind == "union") {
				t.Errorf("%s: Union = %v", typ, s.Union)
			}
			got := s.Fingerprint()
			if i == 0 {
				want = got
			}
			if got != want {
				t.Errorf("%s: fingerprint %x, want %x\n%s", typ, got, want, s.Explain())
			}
		}
	}
}
