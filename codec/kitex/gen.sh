#!/usr/bin/env bash
# Writes internal/gen: what kitex's generator, of the version in go.tools.mod,
# makes of internal/idl.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -modfile=go.tools.mod -o "$work/" github.com/cloudwego/kitex/tool/cmd/kitex

rm -rf internal/gen
"$work/kitex" -module github.com/miserwire/miser/codec/kitex -gen-path internal/gen \
  -no-dependency-check internal/idl/shop.thrift
printf '# What generators write is theirs.\nchecks = ["-all"]\n' > internal/gen/staticcheck.conf
gofmt -s -w internal/gen
find internal/gen -type f | sort
