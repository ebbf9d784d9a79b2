module github.com/miserwire/miser/dialects/thriftgo/tools

go 1.26.0

require github.com/cloudwego/kitex v0.4.4
