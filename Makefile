# Start with `make run` and `make test`; `make help` lists all targets.

# The scenario of `make run`: the name of a file in scenarios/, or a path.
SCENARIO ?= baseline
SWIFT ?= swift

# What `make serve` keeps its journal in: memory, sqlite:PATH, postgres or postgres:CONNINFO.
STORE ?= memory

# More flags for each build, and the configuration of the tests: with 'release' one build makes the
# program and its tests, if SWIFT_FLAGS has -Xswiftc -enable-testing.
SWIFT_FLAGS ?=
TEST_CONFIGURATION ?= debug

# Where `make install` puts the program: make install PREFIX=$$HOME/.local. Packagers set DESTDIR.
PREFIX ?= /usr/local
DESTDIR ?=

.DEFAULT_GOAL := help
.PHONY: help run serve install release build-tests test bench engine-mutations rule-mutations check format clean dependencies

help: ## list all targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 24

run: dependencies ## build the program and run a scenario: make run SCENARIO=smoke
	$(SWIFT) build $(SWIFT_FLAGS) --configuration release --product shakeout
	.build/release/shakeout run $(SCENARIO) --force

serve: ## build the program and serve over HTTP; STORE=postgres brings a database and removes it
	@SWIFT_FLAGS="$(SWIFT_FLAGS)" scripts/serve $(STORE)

install: dependencies ## install program, manual page and completions: make install PREFIX=$$HOME/.local
	$(SWIFT) build $(SWIFT_FLAGS) --configuration release --product shakeout --static-swift-stdlib \
	  --scratch-path .build/install
	scripts/install .build/install/release/shakeout "$(DESTDIR)$(PREFIX)"

build-tests: dependencies
	$(SWIFT) build $(SWIFT_FLAGS) --configuration $(TEST_CONFIGURATION) --build-tests \
	  --explicit-target-dependency-import-check error

test: build-tests ## build everything and run all tests
	TEST_CONFIGURATION=$(TEST_CONFIGURATION) scripts/test

release: dependencies
	$(SWIFT) build $(SWIFT_FLAGS) --configuration release --product shakeout
	$(SWIFT) build $(SWIFT_FLAGS) --configuration release --product shakeout-benchmark

bench: release ## run benchmarks and check limits; QUICK=1 for a short run, RECORD=1 for new limits, BECAUSE='a gain' where one rises
	@scripts/install-dependencies valgrind
	.build/release/shakeout-benchmark $(if $(QUICK),--quick)
	scripts/gate $(if $(RECORD),--record $(if $(BECAUSE),--because "$(BECAUSE)"))

engine-mutations: dependencies ## mutate a copy of the engine and count which mutations stress finds
	scripts/engine-mutations --record

rule-mutations: dependencies ## mutate each rule in a copy of the core and list the tests that fail
	scripts/rule-mutations --record
	scripts/rules

check: dependencies ## check format, architecture and generated files
	$(SWIFT) format lint --strict --recursive Package.swift Sources Plugins Tests Benchmarks
	$(MAKE) --no-print-directory build-tests
	TEST_CONFIGURATION=$(TEST_CONFIGURATION) scripts/test ArchitectureTests
	scripts/rules --check
	scripts/check-generated

format: ## format all Swift files in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Plugins Tests Benchmarks

clean: ## delete build products
	rm -rf .build .venv

dependencies:
	@scripts/install-dependencies
