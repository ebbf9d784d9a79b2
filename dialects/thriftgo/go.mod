module github.com/miserwire/miser/dialects/thriftgo

go 1.26.0

replace (
	github.com/miserwire/miser => ../../
	github.com/miserwire/miser/dialects => ../
)

require (
	github.com/apache/thrift v0.25.0
	github.com/cloudwego/gopkg v0.2.0
	github.com/cloudwego/kitex/pkg/protocol/bthrift v0.0.0-20260303032616-6ca8782bf856
	github.com/cloudwego/thriftgo v0.4.5
	github.com/miserwire/miser v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dlclark/regexp2 v1.11.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

require (
	github.com/bytedance/gopkg v0.1.4 // indirect
	github.com/cloudwego/frugal v0.3.1
	github.com/miserwire/miser/dialects v0.0.0
)

replace github.com/apache/thrift => github.com/apache/thrift v0.13.0
