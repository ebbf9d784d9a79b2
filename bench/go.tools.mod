module github.com/miserwire/miser/bench/tools

go 1.26.0

tool (
	github.com/cloudwego/kitex/tool/cmd/kitex
	github.com/cloudwego/thriftgo
	github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto
	go.uber.org/thriftrw
	google.golang.org/protobuf/cmd/protoc-gen-go
)

require (
	github.com/anmitsu/go-shlex v0.0.0-20200514113438-38f4b401e2be // indirect
	github.com/bytedance/gopkg v0.1.4 // indirect
	github.com/cloudwego/gopkg v0.2.0 // indirect
	github.com/cloudwego/kitex v0.16.3 // indirect
	github.com/cloudwego/prutal v0.1.3 // indirect
	github.com/cloudwego/thriftgo v0.4.5 // indirect
	github.com/dlclark/regexp2 v1.11.0 // indirect
	github.com/fatih/structtag v1.2.0 // indirect
	github.com/jessevdk/go-flags v1.5.0 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/planetscale/vtprotobuf v0.6.0 // indirect
	go.uber.org/atomic v1.3.2 // indirect
	go.uber.org/multierr v1.1.0 // indirect
	go.uber.org/thriftrw v1.32.0 // indirect
	go.uber.org/zap v1.9.1 // indirect
	golang.org/x/sys v0.30.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.13.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
