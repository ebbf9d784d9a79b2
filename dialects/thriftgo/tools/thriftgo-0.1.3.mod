module github.com/miserwire/miser/dialects/thriftgo/tools

go 1.26.0

require github.com/cloudwego/thriftgo v0.1.3
