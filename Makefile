# One target per habit. `make check` before each commit, `make ci` before a merge.
SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-print-directory
.DEFAULT_GOAL := help

B     ?= .
P     ?= ./...
N     ?= 10
BT    ?= 1s
M     ?= .
BASE  ?= HEAD
COUNT ?= 20000
T     ?= 10m
V     ?= 100000
F     ?=
SEED  ?= 1

# Machines of either byte order, with words of 32 and of 64 bits. That of mips refuses words that are not aligned, under
# qemu too.
ARCH       ?= arm64 arm s390x mips ppc64le
ARCH_TESTS := ^(Fuzz|TestOffsets|TestGoldenAppend|TestEnvelopes|TestMalformed)
ARCH_ALL   := ./unsafeio ./layout ./binary ./compact ./internal/walk ./internal/ref ./internal/hand ./codec ./fuzz

# The newest that the module proxy had on 2026-11-30.
NEWEST ?= go1.27.4

# Pinned in go.tools.mod, so that the root module requires none of them.
TOOL := go tool -modfile=$(CURDIR)/go.tools.mod

# Modules below the root: they hold peers and generators, and have requirements of their own.
NESTED := $(shell find . -mindepth 2 -name go.mod -not -path '*/testdata/*' -not -path '*/.*/*' -exec dirname {} \; | sort)

# $(call in,MODULES,COMMAND) runs COMMAND in each module and stops at the first failure.
in = for m in $(1); do if [ "$$m" != . ]; then echo "-- $$m"; fi; (cd "$$m" && $(2)) || exit 1; done

# The packages of a module but those that generators wrote.
OURS = $$(go list ./... | grep -v /gen/)

# $(call fuzzall,FUZZTIME) fuzzes each target that the module has; none found is a failure.
fuzzall = list=$$(go test -list '^Fuzz' ./... \
	  | awk '/^Fuzz/ { n[++k] = $$1 } /^ok/ { for (i = 1; i <= k; i++) print $$2, n[i]; k = 0 }'); \
	list=$$(grep -E '$(F)' <<< "$$list") || { echo 'no fuzz target found'; exit 1; }; \
	while read -r pkg name; do \
	  echo "-- $$pkg $$name"; \
	  go test -run='^$$' -fuzz="^$$name\$$" -fuzztime=$(1) "$$pkg" < /dev/null || exit 1; \
	done <<< "$$list"

# Lays BASE out beside the checkout, in $$d/base, for as long as the recipe runs.
worktree = d=$$(mktemp -d); \
	trap 'git worktree remove --force "$$d/base" > /dev/null 2>&1 || true; rm -rf "$$d"' EXIT; \
	git worktree add --detach "$$d/base" '$(BASE)' > /dev/null 2>&1 || { echo 'BASE=$(BASE): no such commit'; exit 1; }

##@ Before each commit

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-zA-Z0-9_-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: check
check: fmt vet build test tidy ## format, vet, build, test, go.mod: the quick round

.PHONY: fmt
fmt: ## fail where gofmt -s would change a file written by hand
	@out=$$(gofmt -s -l .); \
	out=$$(for f in $$out; do grep -q '^// Code generated .* DO NOT EDIT\.$$' "$$f" || echo "$$f"; done); \
	if [ -n "$$out" ]; then echo 'gofmt -s would change:'; echo "$$out"; exit 1; fi

.PHONY: vet
vet: ## go vet, unsafeptr included, in every module
	@$(call in,. $(NESTED),go vet $(OURS))

.PHONY: build
build: ## build everything
	@$(call in,. $(NESTED),go build ./...)

.PHONY: test
test: ## go test in every module
	@$(call in,. $(NESTED),go test ./...)

.PHONY: tidy
tidy: ## fail where go mod tidy would change go.mod or go.sum
	@$(call in,. $(NESTED),go mod tidy -diff)

##@ Before a merge

.PHONY: ci
ci: ## all that .ci/run runs, as on a clean checkout
	@.ci/run < /dev/null

.PHONY: lint
lint: ## staticcheck of each set of tags; exceptions stand in staticcheck.conf
	@printf 'default:\npurego: -tags=purego\nthriftcheck: -tags=thriftcheck\n' | $(TOOL) staticcheck -matrix ./...
	@$(call in,$(NESTED),$(TOOL) staticcheck $(OURS))

.PHONY: test-nested
test-nested: ## go test in the modules below the root
	@$(call in,$(NESTED),go test ./...)

.PHONY: race
race: ## tests under the race detector, which turns checkptr on
	@go test -race ./...

.PHONY: checkptr
checkptr: ## tests with every unsafe conversion of ours checked, and with our own asserts
	@go vet -tags=thriftcheck ./... && go test -short -gcflags=./...=-d=checkptr=2 -tags=thriftcheck ./...

.PHONY: purego
purego: ## tests of the build without assembly
	@go vet -tags=purego ./... && go test -tags=purego ./...

.PHONY: levels
levels: ## tests as on CPUs that lack what assembly can use
	@for off in cpu.avx512f=off,cpu.bmi2=off cpu.avx512f=off,cpu.avx2=off,cpu.ssse3=off; do echo "-- $$off"; \
	  GODEBUG=$$off go test -short ./binary ./compact ./unsafeio ./codec ./fuzz || exit 1; done

.PHONY: gcdebug
gcdebug: ## tests with freed memory overwritten, and what the collector marked checked
	@GODEBUG=clobberfree=1,gccheckmark=1 go test -short ./binary ./compact ./unsafeio ./codec

.PHONY: vet-arch
vet-arch: ## go vet for arm64, s390x and 386
	@for a in arm64 s390x 386; do echo "-- $$a"; GOARCH=$$a go vet ./... || exit 1; done

.PHONY: test386
test386: ## tests on a 32-bit architecture
	@GOARCH=386 go test ./...

.PHONY: arch386
arch386: vet-arch test386 ## vet-arch and test386

.PHONY: arch
arch: ## vectors, fuzz seeds and unsafeio on ARCH (arm64 arm s390x mips ppc64le) under qemu-user; with F all tests that fit it
	@skipped=; \
	run() { GOARCH=$$a go test -short -vet=off -timeout=1h -exec="$$qemu" "$$@" || exit 1; }; \
	for a in $(ARCH); do \
	  qemu=qemu-$${a/arm64/aarch64} start=$$SECONDS; \
	  if ! command -v "$$qemu" > /dev/null; then skipped+=" $$a"; continue; fi; \
	  echo "-- $$a"; \
	  $(if $(F),run -run='$(F)' $(ARCH_ALL),run ./unsafeio; run -run='$(ARCH_TESTS)' -skip=Agree ./codec ./fuzz); \
	  echo "-- $$a: $$((SECONDS - start)) s"; \
	done; \
	if [ -n "$$skipped" ]; then echo "skipped for lack of qemu-user:$$skipped"; fi

.PHONY: newest
newest: ## go vet and quick tests with the newest Go (go1.27.4), where it can be had
	@export GOTOOLCHAIN=$(NEWEST); \
	if ! out=$$(go version 2>&1); then echo "skipped: $$out"; exit 0; fi; \
	echo "$$out"; go vet ./... && go test -short ./unsafeio ./layout ./binary ./compact ./internal/walk ./internal/ref ./codec

.PHONY: fuzz-smoke
fuzz-smoke: ## each fuzz target COUNT times (20000), for those whose name fits F
	@$(call fuzzall,$(COUNT)x)

.PHONY: figures-quick
figures-quick: ## the figures of reliability with small counts, below a minute: writes nothing, fails where a goal is missed
	@go run ./fuzz/figures -quick

.PHONY: fault
fault: ## the example server under fault: 200 connections, 30 s
	@go test ./examples/kv -run Fault -v -fault.for 30s -fault.conns 200

.PHONY: bench-once
bench-once: ## every benchmark once, so that none rots
	@$(call in,. $(NESTED),go test -run='^$$' -bench=. -benchtime=1x ./...)

.PHONY: dead
dead: ## fail where deadcode finds a function that nothing reaches
	@out=$$($(TOOL) deadcode -test ./...); \
	if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

##@ For longer

.PHONY: dialects
dialects: ## V (100000) random values of each type, by miser and by what others generate: about an hour
	@$(call in,$(filter ./dialects%,$(NESTED)),go list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... \
	  | awk '/dialects.internal.(agree|random)/ { print $$1 }' \
	  | xargs -r go test -timeout=24h -v -values=$(V) | grep -E ' types, |^(ok|FAIL)|-values|differ|: value ')

.PHONY: fuzz
fuzz: ## each fuzz target for T (10m), for those whose name fits F
	@$(call fuzzall,$(T))

.PHONY: sanitize
sanitize: ## tests under asan, with stacks that move at each call, with each object on a page of its own, and T (10m) of soak each with -race, the checking collector and such pages
	@echo '-- asan'; go test -asan -short ./unsafeio ./layout ./binary ./compact ./internal/walk ./codec ./fuzz
	@echo '-- stacks that move'; go test -short -timeout=1h -gcflags=./...=-d=maymorestack=runtime.mayMoreStackMove ./codec \
	  -run='^(TestSoak|TestGoldenAppend|TestMediaContent|TestVariedMediaContents)' -soak=1m
	@echo '-- a page for each object'; GODEBUG=efence=1 go test -short ./unsafeio ./layout ./binary ./compact ./codec
	@echo '-- soak: race'; go test -race -timeout=24h ./codec -run='^TestSoak$$' -soak=$(T) -v | grep -E 'rounds|^(ok|FAIL)'
	@echo '-- soak: collector'; GOGC=1 GODEBUG=clobberfree=1,gccheckmark=1 go test -timeout=24h ./codec -run='^TestSoak$$' -soak=$(T) -v | grep -E 'rounds|^(ok|FAIL)'
	@echo '-- soak: a page for each object'; GODEBUG=efence=1 go test -timeout=24h ./codec -run='^TestSoak$$' -soak=$(T) -v | grep -E 'rounds|^(ok|FAIL)'

.PHONY: figures
figures: ## the figures of reliability with their full counts, about an hour: writes fuzz/results/ and the README's table
	@go run ./fuzz/figures

.PHONY: mutate
mutate: N = 200
mutate: ## N seeded faults (200), drawn by SEED (1), in BASE (HEAD): how many the tests notice; some hours; writes tools/mutate/results.md
	@$(worktree); \
	cd tools && go run ./mutate -root "$$d/base" -n $(N) -seed $(SEED) -out mutate/results.md

.PHONY: cover
cover: ## which statements of the library no test runs, both builds merged; writes tools/cover/results.md
	@cd tools && go run ./cover -out cover/results.md

.PHONY: bench
bench: ## benchmarks that fit B, N times (10) for BT (1s), in packages P of module M
	@cd $(M) && go test -run='^$$' -bench='$(B)' -benchmem -benchtime=$(BT) -count=$(N) $(P)

.PHONY: bench-results
bench-results: ## both builds beside every peer, about 8 minutes, on a clean checkout: writes bench/results/ and the tables of both READMEs
	@cd bench && go run ./cmd/benchrun && go run -tags purego ./cmd/benchrun

.PHONY: bench-rpc
bench-rpc: ## servers on loopback beside Apache's and kitex', about 4 minutes: writes bench/results/rpc.md and its table
	@cd bench && go run ./cmd/rpcrun

.PHONY: benchcmp
benchcmp: ## the same as bench for BASE (HEAD) and this checkout in turns, compared by benchstat; quickly: N=5 BT=100ms B=NAME
	@$(worktree); \
	ln -s '$(CURDIR)' "$$d/this"; \
	for i in $$(seq $(N)); do for side in base this; do \
	  (cd "$$d/$$side/$(M)" && go test -run='^$$' -bench='$(B)' -benchmem -benchtime=$(BT) $(P)) >> "$$d/$$side.txt" \
	    || { cat "$$d/$$side.txt"; exit 1; }; \
	done; done; \
	$(TOOL) benchstat base="$$d/base.txt" this="$$d/this.txt"

.PHONY: api
api: ## fail where the exported API broke since BASE (HEAD)
	@$(worktree); \
	cd "$$d/base"; \
	packages=$$(go list -f '{{if ne .Name "main"}}{{.ImportPath}}{{end}}' ./... | { grep -v /internal/ || true; }); \
	for p in $$packages; do $(TOOL) apidiff -w "$$d/$${p//\//.}" "$$p"; done; \
	cd '$(CURDIR)'; \
	out=$$(for p in $$packages; do $(TOOL) apidiff -incompatible "$$d/$${p//\//.}" "$$p" || exit 1; done); \
	if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

.PHONY: asm
asm: ## machine code of the functions that fit F, from the tests of package P (./codec)
	@[ -n '$(F)' ] || { echo 'usage: make asm F=regexp [P=./package]'; exit 2; }
	@d=$$(mktemp -d); trap 'rm -rf "$$d"' EXIT; \
	go test -c -o "$$d/asm.test" $(if $(filter ./...,$(P)),./codec,$(P)); \
	go tool objdump -s '$(F)' "$$d/asm.test"

.PHONY: tour
tour: ## the command line, shown on its own examples
	@go run ./cmd/miser tour
