#!/usr/bin/env bash
# Writes shapes/shapes.go and shapes/shapes-consts.go: what Apache's compiler makes of shapes.thrift.
# Needs Debian's thrift-compiler (0.17.0).
#
#   apt-get install -y thrift-compiler && ./gen.sh
set -euo pipefail
cd "$(dirname "$0")"

thrift --allow-neg-keys --gen go:skip_remote --out . shapes.thrift
rm -f shapes/GoUnusedProtection__.go
gofmt -w shapes/shapes.go shapes/shapes-consts.go
