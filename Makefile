# What one does with Grognard. `make help` lists it.

CARGO   ?= cargo
PYTHON  ?= python3
NPM     ?= npm
BATTLES ?= 2000
SEED    ?= 1
MINUTES ?= 5
RULESET ?=
PART    ?=
SECONDS ?= 30
HOURS   ?= 1
GENERATIONS ?= 10
RULESETS ?= $(shell cat data/armies/rulesets.txt)
PROOFS  ?=

# cargo-nextest where it is installed, otherwise what comes with Rust.
NEXTEST := $(shell command -v cargo-nextest 2>/dev/null)

# Program and Python extension are always built together: Cargo builds a crate anew for each set of features, and so both
# find what the other has built.
RELEASE := -p grognard -p grognard-python

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play site site-test modules release given web client test unit doc check style links ids targets names keys asked comments shown tools deny denied battery program e2e fuzz attack load python python-test bench same ladder breed proofs benchweb pictures needs node chromium

help: ## This list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: program ## Set the table in the browser (PLAY=, e.g. PLAY="maida-1806 --port 1806")
	@target/release/grognard play $(PLAY)

# The program as it is given away, with the client inside.
program: needs web
	@echo "Grognard: building (a few minutes the first time)"
	@$(CARGO) build -q --release $(RELEASE)

web: needs node web/dist/index.html ## The client, built

# What the client is made of; tests do not change it.
CLIENT := web/index.html web/package.json web/vite.config.ts web/tsconfig.json crates/server/openapi.json \
	$(wildcard data/texts/*/client.ftl data/texts/*/client/*.ftl) $(shell find web/src web/public -type f ! -name '*.test.ts' ! -name '*.d.ts' 2>/dev/null)

# Modules that were built for the site go into the client: the assistant then computes while the server does not answer.
web/dist/index.html: web/node_modules/.ready $(CLIENT) $(wildcard target/wasm/modules/list.txt)
	@echo "== client"
	@cd web && $(NPM) run --silent build
	@touch $@

web/node_modules/.ready: web/package-lock.json
	@echo "== packages of the client"
	@cd web && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

# The same program without a server: static files for any web host.
SITE ?= target/site
modules: needs
	@echo "== modules (some ten minutes of processor time the first time)"
	@CARGO="$(CARGO)" sh tools/wasm.sh

site: modules node web/node_modules/.ready ## A site without a server, in target/site (SITE=)
	@echo "== site"
	@cd web && $(NPM) run --silent types && node scripts/site.mjs "$(abspath $(SITE))"
	@echo "$(SITE): put it on any web host, or try it: python3 -m http.server -d $(SITE)"

# Where WebAssembly cannot be built it says so and does not fail: nothing else depends on it. The native programs that it is
# compared with are those of the tests.
site-test: ## The site in a browser: whole battles, no network, secrets, the same logs as natively
	@if sh tools/wasm.sh --have >/dev/null; then \
		$(MAKE) --no-print-directory site && $(MAKE) --no-print-directory web chromium && \
		$(CARGO) test -q --workspace --no-run --test usage --example twin && \
		echo "== the site in a browser" && cd web && GROGNARD_BIN="$(CURDIR)/target/debug/grognard" $(NPM) run --silent site-test; \
	else echo "SITE NOT TESTED: WebAssembly cannot be built on this machine (see above)"; fi

release: needs web ## Archives for Linux and Windows, Debian package, sums, in target/give; tried in an empty folder and under Wine
	@CARGO="$(CARGO)" GIVEN_SITE="$(GIVEN_SITE)" sh tools/release.sh

# The site first: the program then brings its modules along.
given: ## All that a tag gives away: the site, and what `make release` makes
	@$(MAKE) --no-print-directory site
	@$(MAKE) --no-print-directory release GIVEN_SITE="$(SITE)"

# A part of the tests with the time it took, for the list at the end.
TIMES := target/times.txt
timed = start=$$(date +%s); $(MAKE) --no-print-directory $(1) $(2); code=$$?; \
	echo "$(1) $$(( $$(date +%s) - start ))" >> $(TIMES); [ $$code -eq 0 ]

# The program is built while the tests run: its last crates keep one core busy, their first ones the other.
test: needs web ## Everything: tests, examples in the documentation, checks, 2,000 random battles of each ruleset, battles in a browser, a short attack
	@mkdir -p target && rm -f $(TIMES)
	@{ $(call timed,program); } & program=$$!; \
	tested=0; for part in unit client doc check; do \
		start=$$(date +%s); $(MAKE) --no-print-directory $$part || tested=1; \
		echo "$$part $$(( $$(date +%s) - start ))" >> $(TIMES); \
	done; \
	wait $$program && exit $$tested
	@$(call timed,battery)
	@$(call timed,e2e)
	@$(call timed,fuzz)
	@$(call timed,attack,MINUTES=0.75)
	@echo "How long each part took (the program is built beside the tests):"
	@awk '{ printf "  %-8s %3d min %02d s\n", $$1, $$2 / 60, $$2 % 60 }' $(TIMES)
	@echo "All is well."

unit: needs ## The tests of every crate
	@echo "== tests"
ifdef NEXTEST
	@$(CARGO) nextest run --workspace --cargo-quiet --status-level fail --final-status-level fail --no-fail-fast
else
	@$(CARGO) test -q --workspace --lib --bins --tests --examples --no-fail-fast
endif

client: node web/node_modules/.ready ## The tests of the client
	@echo "== client: types"
	@cd web && $(NPM) run --silent check
	@echo "== client: lints and layout"
	@cd web && $(NPM) run --silent lint
	@echo "== client: tests"
	@cd web && $(NPM) run --silent test

doc: needs ## The examples in the documentation
	@echo "== examples in the documentation"
	@$(CARGO) test -q --workspace --doc

check: tools links ids targets names keys asked comments shown denied style ## Layout of the code, lints, links, rule ids, outputs shown in the README

style: needs
	@echo "== layout of the code"
	@$(CARGO) fmt --all --check
	@echo "== lints"
	@$(CARGO) clippy -q --workspace --all-targets -- -D warnings

# Building cargo-deny takes longer than most tests, so that `make check` only asks it where it is there. Advisories are told where their
# database can be had; they do not fail, since one may come out on any day.
deny: needs ## Licences, sources and versions of the libraries (deny.toml); wants cargo-deny
	@command -v cargo-deny >/dev/null || { echo "cargo-deny is needed: cargo install --locked cargo-deny"; exit 1; }
	@echo "== licences, sources and versions of the libraries"
	@$(CARGO) deny --all-features check licenses bans sources
	@$(CARGO) deny --all-features check advisories || echo "advisories: not checked, or something to look at above"

denied:
	@if command -v cargo-deny >/dev/null; then $(MAKE) --no-print-directory deny; \
	else echo "LIBRARIES NOT CHECKED: cargo-deny is not installed (make deny)"; fi

tools:
	@echo "== the checks themselves"
	@$(PYTHON) -B -W error -m unittest discover -q -s tools -p 'test_*.py'

links:
	@echo "== links"
	@$(PYTHON) -B tools/check_links.py

ids:
	@echo "== rule ids"
	@$(PYTHON) -B tools/check_rule_ids.py

targets:
	@echo "== tests that never run"
	@$(PYTHON) -B tools/check_targets.py

names:
	@echo "== names of files and types that stand twice"
	@$(PYTHON) -B tools/check_names.py

keys:
	@echo "== choices that are written by their words"
	@$(PYTHON) -B tools/check_keys.py

asked:
	@echo "== lists of the world that are asked whether an id exists, numbers made up for what does not fit"
	@$(PYTHON) -B tools/check_ids.py

comments:
	@echo "== comments that say nothing"
	@$(PYTHON) -B tools/check_docs.py

# What the README shows is what the program prints. The program is the one that the tests have built.
shown: needs
	@echo "== outputs shown in the documents"
	@$(CARGO) test -q --workspace --no-run
	@GROGNARD=target/debug/grognard $(PYTHON) -B tools/fill_blocks.py --check README.md

battery: program ## Random battles of every ruleset that plays through the battery that all must pass (BATTLES=, SEED=)
	@echo "== $(BATTLES) random battles of each ruleset"
	@target/release/grognard selftest --battles $(BATTLES) --seed $(SEED)

e2e: program chromium ## Battles played in a browser, from outside (GROGNARD_BIN=)
	@echo "== battles in a browser"
	@cd web && $(NPM) run --silent e2e

fuzz: program .venv/.fuzz ## Requests and messages at random against the real program (SEED=)
	@.venv/bin/python -B tools/fuzz target/release/grognard $(SEED)

# Against the real program; a full disk needs the right to mount a small file system, and is left out without it.
attack: program ## Kills, a full disk, hostile seats, secrets and changed logs for so long (MINUTES=, SEED=, PARTS=kills,disk,hostile,secrets,logs)
	@$(PYTHON) -B tools/attack target/release/grognard --minutes $(MINUTES) --seed $(SEED) $(if $(PARTS),--only $(PARTS))

load: program ## Latency and memory with 10, 200 and 1,000 battles at once (SECONDS=), then 2,000 begun, played and left
	@echo "== load"
	@$(PYTHON) -B tools/attack/load.py target/release/grognard --seconds $(SECONDS) --seed $(SEED)
	@$(PYTHON) -B tools/attack/load.py target/release/grognard --begun 2000 --seed $(SEED)

# Where the packages that it is built and tested with cannot be had it says so and does not fail: nothing else depends on it.
python: ## The Python package, built into .venv, and its tests (environments, a Ray cluster of two workers, a notebook)
	@if $(MAKE) --no-print-directory .venv/.python; then $(MAKE) --no-print-directory python-test; \
	else echo "PYTHON NOT TESTED: its packages cannot be had on this machine (see above)"; fi

# `maturin develop` puts the extension into the virtual environment.
python-test: program
	@echo "== Python package"
	@VIRTUAL_ENV=$(CURDIR)/.venv .venv/bin/maturin develop -q --release -m python/Cargo.toml
	@echo "== Python package: types"
	@cd python && ../.venv/bin/mypy --strict --ignore-missing-imports grognard
	@echo "== Python package: tests"
	@cd python && ../.venv/bin/python -B -m pytest -p no:cacheprovider

.venv/.python: python/requirements.txt
	@echo "== Python packages to build and test with"
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements.txt
	@touch $@

bench: needs .venv/.ready ## Measure against icepool, shapely and OpenSpiel (Python, in .venv), an earlier state, and WebAssembly against native
	@PATH="$(CURDIR)/.venv/bin:$$PATH" $(CARGO) run -q --release -p grognard-bench
	@$(PYTHON) -B tools/bench/earlier.py
	@$(PYTHON) -B tools/bench/earlier.py --same
	@if sh tools/wasm.sh --have >/dev/null; then \
		$(MAKE) --no-print-directory modules && $(CARGO) build -q --release $(RELEASE) -p grognard-browser --example pace && \
		node web/scripts/pace.mjs target/release/examples/pace; \
	fi
	@$(MAKE) --no-print-directory program .venv/.python .venv/.rival
	@VIRTUAL_ENV=$(CURDIR)/.venv .venv/bin/maturin develop -q --release -m python/Cargo.toml
	@.venv/bin/python -B python/bench.py

same: needs ## Fight the same battles with a commit and its parent and compare every log (COMMIT=, or SINCE= for all that say "Logs: same" after one, else the newest)
	@$(PYTHON) -B tools/bench/earlier.py --same $(if $(SINCE),--since $(SINCE),$(COMMIT))

# OpenSpiel is only measured against.
.venv/.rival: .venv/.python
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check open_spiel==2.0.2
	@touch $@

# What the generals and their battles are made of: battles of different states of it are not counted together.
GENERALS := crates/staff/src crates/game crates/table crates/dice crates/rules crates/armies data/generals data/tables data/scenarios
revision = $$(git log -1 --format=%h -- $(GENERALS) 2>/dev/null || echo unknown)$$(git diff --quiet HEAD -- $(GENERALS) 2>/dev/null || echo -changed)

ladder: needs ## Measure the generals for so long and write it into docs/generals.md (HOURS=); goes on where it was broken off
	@$(CARGO) build -q --release $(RELEASE) -p grognard-staff --example ladder
	@target/release/examples/ladder $(HOURS) target/ladder.tsv docs/generals.md "$(revision)"

breed: needs ## Breed the captain's weights for so long (MINUTES=, 90 at most; SEED=, GENERATIONS=; RULESET= for one alone, PART=handful); goes on where it was broken off
	@$(CARGO) build -q --release $(RELEASE) -p grognard-staff --example breed
	@target/release/examples/breed $(MINUTES) $(SEED) $(GENERATIONS) "target/breed/$(revision)" data/generals/weights.toml $(RULESET) $(PART)

.venv/.ready: tools/requirements.txt
	@echo "== Python packages to measure against"
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r tools/requirements.txt
	@touch $@

.venv/.fuzz: tools/fuzz/requirements.txt
	@echo "== Python packages to make requests with"
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r tools/fuzz/requirements.txt
	@touch $@

proofs: needs ## Switch off single places that ask for a rule, and see that a test notices (RULESETS=, PROOFS="--all")
	@$(PYTHON) -B tools/proofs.py $(RULESETS) $(PROOFS)

benchweb: program chromium ## Measure the table in the browser: clicks, panning, size of the client
	@cd web && $(NPM) run --silent bench

# The program is the one that the tests have built.
pictures: needs web chromium ## Draw the pictures of the documents and fill in the outputs they show
	@$(CARGO) test -q --workspace --no-run --test usage
	@mkdir -p docs/pictures
	@cd web && GROGNARD_BIN="$(CURDIR)/target/debug/grognard" GROGNARD_PICTURES="$(CURDIR)/docs/pictures" npx --no-install playwright test pictures.spec --reporter dot
	@echo "docs/pictures/table.png, table-en.png"
	@target/debug/grognard scenario show maida-1806 --lang fr --picture docs/pictures/maida.svg >/dev/null
	@echo "docs/pictures/maida.svg"
	@GROGNARD=target/debug/grognard $(PYTHON) -B tools/fill_blocks.py README.md

node:
	@command -v $(NPM) >/dev/null || { echo "Node.js 20 or newer is needed: https://nodejs.org"; exit 1; }
	@node -e 'process.exit(+process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || { echo "Node.js 20 or newer is needed: https://nodejs.org"; exit 1; }

# The system's Chromium; Debian's package is installed where that may be done.
chromium:
	@sh tools/chromium.sh >/dev/null

# What the other targets need and a fresh installation of Rust may lack.
needs:
	@command -v $(CARGO) >/dev/null || { echo "Rust is needed: https://rustup.rs"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "Python 3 is needed"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
