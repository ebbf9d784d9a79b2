#!/usr/bin/env bash
# Writes gen/: what Apache's compiler, of several versions, makes of the IDLs.
# Version 0.17 is Debian's thrift-compiler. The others are built here, by Debian's
# g++, cmake, bison and flex, from the sources that the Go module has, which takes
# a minute or two each; THRIFT_0250 and the like may name one that is built.
#
#   apt-get install -y thrift-compiler g++ cmake bison flex && ./gen.sh
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=github.com/miserwire/miser/dialects/gen

# compiler VERSION prints the path of that compiler.
compiler() {
  local given=THRIFT_${1//./} src off
  if [ -n "${!given:-}" ]; then echo "${!given}"; return; fi
  src=$(cd "$work" && go mod download -json "github.com/apache/thrift@v$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  cp -r "$src" "$work/$1"
  chmod -R u+w "$work/$1"
  # Its generators for other languages take most of the time.
  off=$(sed -n '/^THRIFT_ADD_COMPILER(go /d; s/^THRIFT_ADD_COMPILER(\([a-z0-9_]*\) .*/-DTHRIFT_COMPILER_\U\1=OFF/p' "$src/compiler/cpp/CMakeLists.txt")
  { cmake -S "$work/$1" -B "$work/build$1" -DBUILD_LIBRARIES=OFF -DBUILD_TESTING=OFF -DBUILD_TUTORIALS=OFF $off &&
    make -C "$work/build$1" thrift-compiler; } > "$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
  echo "$work/build$1/compiler/cpp/bin/thrift"
}

# generate FOLDER FILE [OPTIONS] runs $thrift, whose output goes to gen/FOLDER.
generate() {
  mkdir -p "gen/$1"
  "$thrift" -allow-neg-keys --gen "go:skip_remote,package_prefix=$prefix/$1/${3:-}" --out "gen/$1" "$2" > "$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
}

# The IDLs: those of the vectors, of the benchmarks, of Parquet (2.12), and the shop.
mkdir "$work/idl"
cp ../internal/wiretest/testdata/idl/conformance*.thrift "$work/idl"
cp ../bench/idl/bench.thrift "$work/idl"
{ echo 'namespace go parquet'; cat ../bench/idl/parquet.thrift; } > "$work/idl/parquet.thrift"
cp idl/*.thrift idl/commerce/*.thrift "$work/idl"

# Up to 0.24 a typedef of a struct is a Go type that has lost its methods, and a
# field of it does not compile: there the struct's own name stands instead.
mkdir "$work/old"
for f in "$work"/idl/*.thrift; do
  sed -E '/^typedef (Address PostalAddress|PostalAddress DeliveryAddress|Money Price|Point Corner)$/d
    s/\b(PostalAddress|DeliveryAddress)\b/Address/g; s/\bCorner\b/Point/g' "$f" > "$work/old/$(basename "$f")"
done

shop='base catalog orders billing ads telemetry graph commerce named'

rm -rf gen
mkdir gen
printf '# What generators write is theirs.\nchecks = ["-all"]\n' > gen/staticcheck.conf

thrift=$(type -P thrift)
"$thrift" --version | grep -q ' 0\.17\.0$'
for f in conformance conformance_negid bench parquet $shop; do generate apache17 "$work/old/$f.thrift"; done

# Between them, a few of the files.
thrift=$(compiler 0.19.0)
for f in bench conformance_uuid base named; do generate apache19 "$work/old/$f.thrift"; done
thrift=$(compiler 0.22.0)
for f in bench conformance_uuid base named; do generate apache22 "$work/old/$f.thrift"; done

thrift=$(compiler 0.25.0)
for f in conformance conformance_negid conformance_uuid bench parquet keys $shop; do generate apache25 "$work/idl/$f.thrift"; done
# With the option that holds maps with struct keys as slices of entries.
generate apache25entries "$work/idl/keys.thrift" ,struct_key_entries

find gen -name '*.go' -exec gofmt -s -w {} +
find gen -name '*.go' -exec dirname {} \; | sort -u | xargs go run ./internal/typelist
find gen -name '*.go' -exec cat {} + | wc -lc
