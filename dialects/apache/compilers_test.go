package apache_test

import (
	bench17 "github.com/miserwire/miser/dialects/gen/apache17/bench"
	ads17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/ads"
	base17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/base"
	billing17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/billing"
	catalog17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/catalog"
	gateway17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/gateway"
	graph17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/graph"
	named17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/named"
	orders17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/orders"
	telemetry17 "github.com/miserwire/miser/dialects/gen/apache17/commerce/telemetry"
	conformance17 "github.com/miserwire/miser/dialects/gen/apache17/conformance"
	negid17 "github.com/miserwire/miser/dialects/gen/apache17/negid"
	parquet17 "github.com/miserwire/miser/dialects/gen/apache17/parquet"
	bench19 "github.com/miserwire/miser/dialects/gen/apache19/bench"
	base19 "github.com/miserwire/miser/dialects/gen/apache19/commerce/base"
	named19 "github.com/miserwire/miser/dialects/gen/apache19/commerce/named"
	confuuid19 "github.com/miserwire/miser/dialects/gen/apache19/confuuid"
	bench22 "github.com/miserwire/miser/dialects/gen/apache22/bench"
	base22 "github.com/miserwire/miser/dialects/gen/apache22/commerce/base"
	named22 "github.com/miserwire/miser/dialects/gen/apache22/commerce/named"
	confuuid22 "github.com/miserwire/miser/dialects/gen/apache22/confuuid"
	bench25 "github.com/miserwire/miser/dialects/gen/apache25/bench"
	ads25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/ads"
	base25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/base"
	billing25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/billing"
	catalog25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/catalog"
	gateway25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/gateway"
	graph25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/graph"
	named25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/named"
	orders25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/orders"
	telemetry25 "github.com/miserwire/miser/dialects/gen/apache25/commerce/telemetry"
	conformance25 "github.com/miserwire/miser/dialects/gen/apache25/conformance"
	confuuid25 "github.com/miserwire/miser/dialects/gen/apache25/confuuid"
	keys25 "github.com/miserwire/miser/dialects/gen/apache25/keys"
	negid25 "github.com/miserwire/miser/dialects/gen/apache25/negid"
	parquet25 "github.com/miserwire/miser/dialects/gen/apache25/parquet"
	keys25entries "github.com/miserwire/miser/dialects/gen/apache25entries/keys"
	"github.com/miserwire/miser/dialects/internal/fill"
	"github.com/miserwire/miser/layout"
)

// compilers returns what gen has. Up to 0.24 the code writes a struct without
// requiredness that is nil as an empty one, see TestNilStruct.
func compilers() []compiler {
	return []compiler{
		{"0.17", fill.Rules{}, [][]layout.Hint{
			bench17.Types, conformance17.Types, negid17.Types, parquet17.Types, base17.Types,
			catalog17.Types, orders17.Types, billing17.Types, ads17.Types, telemetry17.Types,
			graph17.Types, gateway17.Types, named17.Types,
		}},
		{"0.19", fill.Rules{}, [][]layout.Hint{
			bench19.Types, confuuid19.Types, base19.Types, named19.Types,
		}},
		{"0.22", fill.Rules{}, [][]layout.Hint{
			bench22.Types, confuuid22.Types, base22.Types, named22.Types,
		}},
		{"0.25", fill.Rules{NilStructs: true}, [][]layout.Hint{
			bench25.Types, conformance25.Types, confuuid25.Types, negid25.Types, parquet25.Types, keys25.Types,
			base25.Types, catalog25.Types, orders25.Types, billing25.Types, ads25.Types,
			telemetry25.Types, graph25.Types, gateway25.Types, named25.Types,
		}},
		{"0.25 with entries", fill.Rules{NilStructs: true}, [][]layout.Hint{
			keys25entries.Types,
		}},
	}
}
