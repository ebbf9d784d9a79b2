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
	"github.com/miserwire/miser/internal/fill"
)

// compilers returns what gen has. Up to 0.24 the code writes a struct without
// requiredness that is nil as an empty one, see TestNilStruct.
func compilers() []compiler {
	return []compiler{
		{"0.17", fill.Rules{}, [][]func() any{
			bench17.News, conformance17.News, negid17.News, parquet17.News, base17.News,
			catalog17.News, orders17.News, billing17.News, ads17.News, telemetry17.News,
			graph17.News, gateway17.News, named17.News,
		}},
		{"0.19", fill.Rules{}, [][]func() any{
			bench19.News, confuuid19.News, base19.News, named19.News,
		}},
		{"0.22", fill.Rules{}, [][]func() any{
			bench22.News, confuuid22.News, base22.News, named22.News,
		}},
		{"0.25", fill.Rules{NilStructs: true}, [][]func() any{
			bench25.News, conformance25.News, confuuid25.News, negid25.News, parquet25.News, keys25.News,
			base25.News, catalog25.News, orders25.News, billing25.News, ads25.News,
			telemetry25.News, graph25.News, gateway25.News, named25.News,
		}},
		{"0.25 with entries", fill.Rules{NilStructs: true}, [][]func() any{
			keys25entries.News,
		}},
	}
}
