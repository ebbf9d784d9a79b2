module github.com/miserwire/miser/codec/kitex/tools

go 1.26.0

tool github.com/cloudwego/kitex/tool/cmd/kitex

require (
	github.com/bytedance/gopkg v0.1.4 // indirect
	github.com/cloudwego/gopkg v0.2.0 // indirect
	github.com/cloudwego/kitex v0.16.3 // indirect
	github.com/cloudwego/prutal v0.1.3 // indirect
	github.com/cloudwego/thriftgo v0.4.5 // indirect
	github.com/dlclark/regexp2 v1.11.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.6.0 // indirect
	google.golang.org/protobuf v1.33.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
