# Two commands matter: `make serve` and `make test`. Everything lives in .venv; nothing is installed anywhere else.
PYTHON ?= python3
PORT ?= 8000
DATA_DIR ?= data.local
export PORT DATA_DIR
BIN := .venv/bin
# --no-compile: Python compiles a module when it is first imported, so most of what is installed never needs it.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Test processes: a few more than cores, as tests/conftest.py says.
JOBS ?= auto
PYTEST := $(BIN)/python -m pytest -n $(JOBS) -ra
# The tests that finish in about a minute: rules and service, without the slow ones.
FAST := -m "not slow" tests/engine tests/service

.PHONY: serve test check lint types coverage compiled fuzz bench soak golden spec docs clean

serve: .venv/serve-ready
	@exec $(BIN)/arbiter serve

test: lint types
	$(PYTEST)

# What to run before every commit.
check: lint types
	$(PYTEST) $(FAST)

lint: .venv/dev-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev-ready
	$(BIN)/mypy

# Branch coverage of the tests of `make check`.
coverage: .venv/dev-ready
	$(PYTEST) $(FAST) --cov=engine --cov=service --cov-branch --cov-report=term:skip-covered --cov-report=html:.coverage.html

# Rules and search as machine code, in .venv/compiled. Needs a C compiler; `make serve` does the same in the background.
compiled: .venv/dev-ready
	$(BIN)/python -m service.operations.compiled_engine

# The long run of the contract fuzzer, against a live server.
fuzz: .venv/dev-ready
	$(BIN)/python -m tests.system.fuzz

bench: .venv/dev-ready
	$(INSTALL) -e '.[bench]'
	$(BIN)/arbiter bench

# Load and faults together, for SOAK_SECONDS (600): nothing may be lost.
soak: .venv/dev-ready
	$(BIN)/python -m tests.system.soak

# Record golden games, their records, the positions shown on the page and perft counts anew, after an intended change of the rules.
golden: .venv/dev-ready
	$(BIN)/python -m tests.engine.test_golden
	$(BIN)/python -m tests.recorded.finished_games
	$(BIN)/python -m tests.recorded.page_positions
	$(BIN)/python -m tests.engine.test_perft

# Write openapi.yaml anew: record the answers that it shows, then add them and what the code declares to service/openapi/operations.yaml.
spec: .venv/dev-ready
	$(BIN)/python -m tests.service.openapi.recording
	$(BIN)/arbiter openapi --write

# Write the generated tables of the READMEs anew.
docs: .venv/dev-ready
	$(BIN)/python -m tests.docs.tables

clean:
	rm -rf .venv data.local .coverage .coverage.html

# What the service needs, and nothing else.
.venv/serve-ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Arbiter needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "No venv module here. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(INSTALL) -e .
	@touch $@

# The tools of developers: linters, test tools, generators.
.venv/dev-ready: .venv/serve-ready
	$(INSTALL) -e '.[dev]'
	@touch $@
