# The two commands of a newcomer are `make run` and `make test`. Everything that they need goes into .venv.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
# What a server needs is installed first; what the tests need besides comes when they are wanted.
SERVES := .venv/.serves
READY := .venv/.ready
# A person at a terminal sees every two seconds that something is going on.
WATCHED := @$(PYTHON) build_backend/watched.py
# A slow check does not run again on the inputs on which it passed on this machine; `rm -r .gate/passed` makes all run again.
UNLESS_PASSED := $(BIN)/python build_backend/unchanged.py
# cargo of the machine, or of the Rust that was brought into .rust/.
WITH_RUST := ../$(BIN)/python ../build_backend/rust.py run
SOURCES := pyproject.toml uv.lock .cargo/config.toml $(wildcard build_backend/*.py) docs/protocol/live.json \
	src/mostek/lexicon/data/vulgar_words.tsv \
	$(shell find kernel -name '*.rs' -o -name 'Cargo.toml' -o -name 'Cargo.lock' | grep -v target/) \
	$(shell find src/mostek/messages -name '*.po') \
	$(shell find web -type f -not -path '*/node_modules/*' -not -path '*/paraglide/*' -not -path '*/dist/*' \
		-not -name 'messages.d.ts' -not -name 'openapi.d.ts' -not -path '*/project.inlang/README.md' -not -name '*.test.ts')

# Some machines forbid Python to keep compiled modules. The tests start hundreds of processes, and each would compile a
# thousand modules again: a server would need two and a half times the processor time to start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: page-kernel packages wheels release-tools advisories exits fonts run test check checks lint types contracts kernel page page-checks suite format bench chromium browser clean tools long nightly postgresql quick ledger site

run: $(SERVES)  ## the table in the browser: open the address that it prints
	@$(BIN)/mostek serve

test: checks suite  ## everything that must hold before a change lands

# Type checks and the page's own tests use one core each, so two of them run at a time.
checks: $(READY) web/node_modules/.package-lock.json
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint types contracts kernel page-checks

check: $(READY)  ## the fast part of `make test`: style, types, the pure tests, and the files of tests that have changed
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint types contracts quick

# What needs no server, browser, search or process of its own. Only these folders are collected.
QUICK := $(addprefix tests/,app clauses core exam messages notation referee rules tournament)
CHANGED = $(shell { git diff --name-only --diff-filter=d HEAD; git ls-files --others --exclude-standard; } 2>/dev/null | \
	grep -E '^tests/.*/test_[^/]*\.py$$')

quick: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not long and not debian and not corpus" $(QUICK) $(CHANGED)

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	cd kernel && $(WITH_RUST) cargo fmt --all --check

types: $(READY)
	@$(UNLESS_PASSED) types '*.py' '*.pyi' pyproject.toml uv.lock -- $(BIN)/mypy

contracts: $(READY)
	@$(UNLESS_PASSED) contracts 'src/*.py' pyproject.toml uv.lock -- $(BIN)/lint-imports

kernel: $(READY)
	@$(UNLESS_PASSED) kernel kernel .cargo corpus -- $(SHELL) -c 'cd kernel && \
		$(WITH_RUST) cargo clippy --locked --quiet --all-targets -- -D warnings && $(WITH_RUST) cargo test --locked --quiet --workspace'

page: $(READY)  ## build the page into the package
	$(BIN)/python build_backend/page.py build

# Its bytes are part of the sources, and compared; the pinned Rust comes into .rust/ if the machine has another one.
page-kernel:  ## compile the kernel of the page into the sources, after a change of the crates that it is made of
	@$(PYTHON) build_backend/rust.py bring --page
	$(WATCHED) "kernel.wasm" -- $(PYTHON) build_backend/wasm.py

wheels: release-tools  ## wheels for Linux on x86-64 and ARM, into dist/
	$(BIN)/python build_backend/packages.py wheels

packages: release-tools  ## all that a release publishes from here, into dist/: wheels and sources, checked
	$(BIN)/python build_backend/packages.py

release-tools: $(READY)
	@$(PYTHON) build_backend/rust.py bring --wheels
	$(WATCHED) "narzędzia wydania|tools of a release" -- $(BIN)/uv sync --quiet --frozen --inexact --only-group release

page-checks: $(READY) web/node_modules/.package-lock.json  ## the page: types, style, its own tests
	@$(UNLESS_PASSED) page web docs/protocol src ':!*.py' ':!*.po' -- \
		$(SHELL) -c '$(NPM) run --silent check && $(NPM) run --silent test'

# npm as the machine has it; where it has none, as a Python package brings it.
NPM = $(BIN)/python build_backend/page.py

web/node_modules/.package-lock.json: web/package-lock.json | $(READY)
	$(NPM) ci --no-audit --no-fund --silent
	@touch $@

# A third of the time tests wait for servers and browsers, so three processes fill two cores.
suite: $(READY) chromium
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not long"

# The browser tests need a Chromium; where it cannot be installed they are skipped, and fail with CI=true.
chromium:  ## make sure that there is a browser for the browser tests
	@tests/browser/chromium.sh

exits: $(READY)  ## a game always ends: 20 000 random games that people leave
	cd tests && ../$(BIN)/python -m properties.exits --games 20000

advisories: $(READY)  ## ask the lists of advisories about the locked dependencies; needs the network, so `make test` does not
	$(BIN)/python build_backend/advisories.py

long: $(READY) chromium  ## the tests that take so long that `make test` leaves them out
	$(BIN)/python -m pytest -n 2 --dist loadfile -m long

postgresql: $(READY)  ## the tests of tables, desk, hall and sockets on PostgreSQL instead of SQLite
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not long" --store postgresql tests/server/http tests/server/sockets tests/live

nightly: test long exits postgresql  ## everything that there is: the gate, all seeds, all screens and colours, 20 000 random games

ledger: $(READY)  ## what the tests of the last whole run cost, into bench/notes/gate.md
	cd tests && ../$(BIN)/python -m ledger

browser: $(READY) chromium  ## people in real browsers at a real server, also for so long that `make test` leaves it out
	$(BIN)/python -m pytest -n 2 --dist loadfile tests/browser

fonts: $(READY) chromium  ## what people see, on a machine without fonts, with Debian's and with a wide one; fetches fonts from Debian
	cd tests && ../$(BIN)/python -m browser.machine_fonts

site: $(SERVES)  ## the help as a site, into site/
	$(BIN)/uv sync --quiet --frozen --inexact --no-build-isolation --no-install-project --only-group site
	$(BIN)/zensical build --strict

format: $(READY)  ## put the sources into the one form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd kernel && $(WITH_RUST) cargo fmt --all

bench: $(READY)  ## measure the kernel on this machine
	$(BIN)/python -m bench.kernel

# What builds comes first and by its hashes, too: a build in isolation would fetch it by its version alone.
$(SERVES): $(SOURCES) $(BIN)/uv | tools
	@$(PYTHON) build_backend/said.py "instaluję do .venv; jądro trzeba skompilować, za pierwszym razem trwa to minutę lub dwie" \
		"installing into .venv; the kernel is compiled, and the first time takes a minute or two"
	$(WATCHED) "2/4 narzędzia budowy|2/4 build tools" -- $(BIN)/uv sync --quiet --frozen --inexact --only-group build $$(command -v npm >/dev/null || echo --only-group node)
	$(WATCHED) "3/4 biblioteki|3/4 libraries" -- $(BIN)/uv sync --quiet --frozen --inexact $(OF_SERVER) --no-build-isolation --no-install-project
	$(WATCHED) "4/4 mostek" --crates kernel/target -- $(BIN)/uv sync --quiet --frozen --inexact $(OF_SERVER) --no-build-isolation --reinstall-package mostek
	@test -e $(READY) || rm -rf kernel/target/release  # who only serves compiles once
	@touch $(SERVES)

# Not what mines puzzles, works on many machines, or tests.
OF_SERVER := --no-dev --extra all

$(READY): $(SERVES)
	@$(PYTHON) build_backend/rust.py bring --tools
	$(WATCHED) "narzędzia testów|tools of the tests" -- $(BIN)/uv sync --quiet --frozen --inexact --all-extras --no-build-isolation
	@touch $(READY)

$(BIN)/uv: build_backend/uv.txt | tools
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(WATCHED) "1/4 uv" -- $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement build_backend/uv.txt
	@touch $@

# What lacks is said in the language of the person before anything is installed.
tools:
	@command -v $(PYTHON) >/dev/null || { case "$${LC_ALL:-$${LC_MESSAGES:-$$LANG}}" in \
		pl*) echo "mostek: potrzebny jest Python 3.11 albo nowszy: sudo apt-get install python3 python3-venv" ;; \
		*) echo "mostek: Python 3.11 or newer is needed: sudo apt-get install python3 python3-venv" ;; esac >&2; exit 1; }
	@$(PYTHON) build_backend/machine.py
	@$(PYTHON) build_backend/rust.py bring

clean:
	rm -rf .venv .rust .cache .gate/passed kernel/target web/node_modules web/dist src/mostek/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache src/mostek/*.so
