module github.com/miserwire/miser/dialects

go 1.26.0

replace (
	github.com/miserwire/miser => ../
	github.com/miserwire/miser/codec/apache => ../codec/apache
)

require (
	github.com/apache/thrift v0.25.0
	github.com/cloudwego/frugal v0.3.1
	github.com/facebook/fbthrift v0.31.0
	github.com/miserwire/miser v0.0.0
	github.com/miserwire/miser/codec/apache v0.0.0
	github.com/parquet-go/parquet-go v0.32.0
	github.com/segmentio/encoding v0.5.4
	github.com/segmentio/parquet-go v0.0.0-20230712180008-5d42db8f0d47
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/bytedance/gopkg v0.1.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/cloudwego/gopkg v0.1.2 // indirect
	github.com/parquet-go/bitpack v1.0.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.47.0 // indirect
)
