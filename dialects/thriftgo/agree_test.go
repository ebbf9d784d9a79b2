package thriftgo_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/agree"
)

// frugalKnows are the versions whose tags frugal reads as their own codecs are:
// those of kitex with frugal tags, and those with TYPE in thrift tags.
var frugalKnows = []string{"kitex", "kitex044", "plain", "fast", "int32", "unknown", "mask", "names", "tags", "sharedkitex", "sharedfast"}

// frugalFails are types whose tags lack a TYPE, since thriftgo does not look for
// lists and enums behind a typedef of a map.
var frugalFails = []string{"plain/service.Named", "plain/service.KeeperNamedArgs", "plain/service.KeeperNamedResult"}

// TestAgree has miser and each codec that the structs of gen/ have write random
// values, and read what the other one wrote.
func TestAgree(t *testing.T) {
	for _, dir := range slices.Sorted(maps.Keys(generated)) {
		for _, c := range contestants {
			types := typesOf(dir, c)
			if len(types) == 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%s", dir, c.Name, c.protocol), func(t *testing.T) {
				agree.Run(t, c.Peer, c.protocol, schemaOf(dir), types)
			})
		}
	}
}

// typesOf returns the types of a package that c is for.
func typesOf(dir string, c contestant) (types []reflect.Type) {
	version, _, _ := strings.Cut(dir, "/")
	for _, v := range generated[dir] {
		t := reflect.TypeOf(v).Elem()
		switch {
		case !c.has(v):
		case c.Name == "frugal" && (!slices.Contains(frugalKnows, version) || slices.Contains(frugalFails, dir+"."+t.Name())):
		case c.protocol == codec.Compact && !inOrder(t, nil): // other bytes where ids do not ascend
		default:
			types = append(types, t)
		}
	}
	return types
}
