#!/usr/bin/env bash
# Writes gen/: what each peer's generator makes of idl/. Needs Debian's
# thrift-compiler (0.17.0) and protobuf-compiler (3.21.12); the generators that
# are Go programs are pinned in go.tools.mod.
#
#   apt-get install -y thrift-compiler protobuf-compiler && ./gen.sh
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in github.com/cloudwego/thriftgo go.uber.org/thriftrw google.golang.org/protobuf/cmd/protoc-gen-go \
  github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto github.com/cloudwego/kitex/tool/cmd/kitex; do
  go build -modfile=go.tools.mod -o "$work/bin/" "$tool"
done
export PATH="$work/bin:$PATH"

rm -rf gen/*/
mkdir -p gen/apache gen/fast gen/rw gen/pb
printf '# What generators write is theirs.\nchecks = ["-all"]\n' > gen/staticcheck.conf

# apache/thrift: Read and Write on a TProtocol.
sed 's/^namespace go .*/namespace go apache/' idl/bench.thrift > "$work/apache.thrift"
thrift --gen go --out gen "$work/apache.thrift"
rm -f gen/apache/GoUnusedProtection__.go

# The same compiler on parquet-format's own IDL (Parquet 2.12).
{ echo 'namespace go parquet'; cat idl/parquet.thrift; } > "$work/parquet.thrift"
thrift --gen go --out gen "$work/parquet.thrift"
rm -f gen/parquet/GoUnusedProtection__.go

# The service of interop/, with client and processor.
thrift --gen go:skip_remote --out gen idl/interop.thrift
rm -f gen/interop/GoUnusedProtection__.go

# The service of rpc/, by Apache's compiler on the types of gen/apache, and by
# kitex' generator with types of its own.
mkdir -p "$work/rpc" gen/rpc/kitex
sed 's/^namespace go .*/namespace go apache/' idl/bench.thrift > "$work/rpc/bench.thrift"
sed 's/^namespace go .*/namespace go rpc.apache/' idl/rpc.thrift > "$work/rpc/rpc.thrift"
thrift --gen go:skip_remote,package_prefix=github.com/miserwire/miser/bench/gen/ --out gen "$work/rpc/rpc.thrift"
rm -f gen/rpc/apache/GoUnusedProtection__.go gen/rpc/apache/rpc-consts.go
sed -i '/GoUnusedProtection__/d' gen/rpc/apache/rpc.go
kitex -module github.com/miserwire/miser/bench -gen-path gen/rpc/kitex -no-dependency-check -thrift trim_idl idl/rpc.thrift

# thriftgo's fastgo: FastAppend, FastWriteNocopy, FastRead, BLength (Binary only).
sed 's/^namespace go .*/namespace go fast/' idl/bench.thrift > "$work/fast.thrift"
thriftgo -g fastgo:no_default_serdes,no_processor -o gen "$work/fast.thrift"

# thriftrw: every field has a requiredness.
sed -E 's/([{[:space:]][0-9]+: )(optional |required )?/\1\2/; s/([{[:space:]][0-9]+: )(bool|byte|i16|i32|i64|double|string|list<|map<|binary)/\1required \2/' \
  idl/bench.thrift > "$work/rw.thrift"
thriftrw --out gen --pkg-prefix github.com/miserwire/miser/bench/gen --no-zap --no-embed-idl --thrift-root "$work" "$work/rw.thrift"

# Protocol Buffers: protobuf-go's own code, and vtprotobuf's methods on it.
protoc -I idl --go_out=gen/pb --go_opt=paths=source_relative \
  --go-vtproto_out=gen/pb --go-vtproto_opt=paths=source_relative,features=marshal+unmarshal+unmarshal_unsafe+size \
  idl/bench.proto

gofmt -w gen
find gen -type f | sort
