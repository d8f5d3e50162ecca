# Two targets are enough for a start: `make run` and `make test`. `make help` lists all.

# What `make run` simulates: the name of a file in scenarios/, or a path to one.
SCENARIO ?= baseline
SWIFT ?= swift

.DEFAULT_GOAL := help
.PHONY: help run test bench defects mutants check format clean dependencies

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: dependencies ## build and simulate a scenario: make run, make run SCENARIO=smoke
	$(SWIFT) build --configuration release --product shakeout
	.build/release/shakeout run $(SCENARIO) --force

test: dependencies ## build everything and run all tests
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build

bench: ## measure, fail if it costs more than before; QUICK=1 for a glimpse, RECORD=1 for new limits
	@scripts/install-dependencies valgrind
	$(SWIFT) build --configuration release --product shakeout
	$(SWIFT) build --configuration release --product shakeout-benchmark
	.build/release/shakeout-benchmark $(if $(QUICK),--quick)
	scripts/gate $(if $(RECORD),--record)

defects: dependencies ## plant defects into a copy of the engine, and count which stress finds
	scripts/engine-mutations --record

mutants: dependencies ## break each rule in a copy of the core, and see which tests notice
	scripts/rule-mutations --record
	scripts/rules

check: dependencies ## check format, house rules and that generated files are up to date
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build --filter HouseRulesTests
	scripts/rules --check
	scripts/check-generated

format: ## format all Swift files in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks

clean: ## delete what was built
	rm -rf .build .venv

dependencies:
	@scripts/install-dependencies
