# What one does with Grognard. `make help` lists it.

CARGO   ?= cargo
PYTHON  ?= python3
BATTLES ?= 2000
SEED    ?= 1

# Where `make play` puts the battle it fights.
PLAY := target/play

# cargo-nextest where it is installed, otherwise what comes with Rust.
NEXTEST := $(shell command -v cargo-nextest 2>/dev/null)

GROGNARD := $(CARGO) run -q -p grognard --

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test unit doc check style links ids tools battery bench pictures needs

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: needs ## Fight a first battle and show where its report and its picture are
	@echo "Grognard: building (a few minutes the first time)"
	@$(CARGO) build -q -p grognard
	@mkdir -p $(PLAY)
	@$(GROGNARD) fight premier-feu --log $(PLAY)/premier-feu.log.jsonl
	@$(GROGNARD) replay $(PLAY)/premier-feu.log.jsonl --report $(PLAY)/premier-feu.html
	@$(GROGNARD) replay $(PLAY)/premier-feu.log.jsonl --picture $(PLAY)/premier-feu.svg
	@echo
	@echo "Deux généraux qui jouent au hasard se sont battus ; la table dans le navigateur est à venir."
	@echo "Two generals who play at random have fought; the table in the browser is to come."
	@echo "  $(PLAY)/premier-feu.html       le compte rendu · the report"
	@echo "  $(PLAY)/premier-feu.svg        la table à la fin · the table at the end"
	@echo "  $(PLAY)/premier-feu.log.jsonl  le journal · the log"

test: needs unit doc check battery ## Everything: tests, examples in the documentation, checks, 2,000 random battles
	@echo "All is well."

unit: needs ## The tests of every crate
	@echo "== tests"
ifdef NEXTEST
	@$(CARGO) nextest run --workspace --cargo-quiet --status-level fail --final-status-level fail --no-fail-fast
else
	@$(CARGO) test -q --workspace --lib --bins --tests --examples --no-fail-fast
endif

doc: needs ## The examples in the documentation
	@echo "== examples in the documentation"
	@$(CARGO) test -q --workspace --doc

check: tools links ids style ## Layout of the code, lints, links, rule ids

style: needs
	@echo "== layout of the code"
	@$(CARGO) fmt --all --check
	@echo "== lints"
	@$(CARGO) clippy -q --workspace --all-targets -- -D warnings

tools:
	@echo "== the checks themselves"
	@$(PYTHON) -B -W error -m unittest discover -q -s tools -p 'test_*.py'

links:
	@echo "== links"
	@$(PYTHON) -B tools/check_links.py

ids:
	@echo "== rule ids"
	@$(PYTHON) -B tools/check_rule_ids.py

battery: needs ## Random battles through the battery that every ruleset must pass (BATTLES=, SEED=)
	@echo "== $(BATTLES) random battles"
	@$(CARGO) run -q --release -p grognard -- selftest --battles $(BATTLES) --seed $(SEED)

bench: needs .venv/.ready ## Measure against icepool and shapely (Python, in .venv)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" $(CARGO) run -q --release -p grognard-bench

.venv/.ready: tools/requirements.txt
	@echo "== Python packages to measure against"
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r tools/requirements.txt
	@touch $@

pictures: needs ## Draw the pictures of the documents and fill in the outputs they show
	@$(CARGO) build -q -p grognard
	@mkdir -p docs/pictures
	@$(GROGNARD) scenario show maida-1806 --lang fr --picture docs/pictures/maida.svg >/dev/null
	@echo "docs/pictures/maida.svg"
	@$(PYTHON) -B tools/fill_blocks.py README.md

# What the other targets need and a fresh installation of Rust may lack.
needs:
	@command -v $(CARGO) >/dev/null || { echo "Rust is needed: https://rustup.rs"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "Python 3 is needed"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
