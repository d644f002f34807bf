# The two commands of a newcomer are `make run` and `make test`. Everything that they need goes into .venv.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SOURCES := pyproject.toml uv.lock build_backend/backend.py \
	$(shell find kernel -name '*.rs' -o -name 'Cargo.toml' -o -name 'Cargo.lock' | grep -v target/) \
	$(shell find src/mostek/messages -name '*.po')

.PHONY: run test check lint types contracts kernel suite format bench clean tools

run: $(READY)  ## a refereed game against the bot, in the terminal
	@$(BIN)/mostek play

test: lint types contracts kernel suite  ## everything that must hold before a change lands

check: lint types contracts  ## the fast part of `make test`, with the tests that take no time
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not debian and not corpus"

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	cd kernel && cargo fmt --all --check

types: $(READY)
	$(BIN)/mypy

contracts: $(READY)
	$(BIN)/lint-imports

kernel: $(READY)
	cd kernel && cargo clippy --quiet --all-targets -- -D warnings
	cd kernel && cargo test --quiet --workspace

suite: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal

format: $(READY)  ## put the sources into the one form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd kernel && cargo fmt --all

bench: $(READY)  ## measure the kernel on this machine
	$(BIN)/python bench/kernel.py

$(READY): $(SOURCES) | tools
	@test -x $(BIN)/uv || { $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; }
	@echo "mostek: installing into .venv (the kernel is compiled; the first time takes a minute or two)"
	@$(BIN)/uv sync --quiet --frozen --all-extras --inexact --reinstall-package mostek
	@touch $(READY)

tools:
	@command -v $(PYTHON) >/dev/null || { echo "mostek needs Python 3.11 or newer: sudo apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "mostek needs Python 3.11 or newer; $(PYTHON) is older. Name a newer one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "mostek needs Python's venv module: sudo apt-get install python3-venv" >&2; exit 1; }
	@command -v cargo >/dev/null || { echo "mostek needs Rust 1.85 or newer to compile its kernel: see https://rustup.rs" >&2; exit 1; }

clean:
	rm -rf .venv kernel/target .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache src/mostek/*.so
