# Two commands matter: `make serve` and `make test`. Everything lives in .venv; nothing is installed anywhere else.
PYTHON ?= python3
PORT ?= 8000
DATA_DIR ?= data.local
export PORT DATA_DIR
BIN := .venv/bin
# Test processes: one per core, however few there are.
JOBS ?= auto

.PHONY: serve test lint types fuzz bench soak golden spec clean

serve: .venv/ready
	@exec $(BIN)/arbiter serve

test: .venv/ready lint types
	$(BIN)/python -m pytest -n $(JOBS) -ra

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

# The long run of the contract fuzzer, against a live server.
fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz

bench: .venv/ready
	$(BIN)/python -m pip install -q -e '.[bench]'
	$(BIN)/arbiter bench

# Load and faults together, for SOAK_SECONDS (600): nothing may be lost.
soak: .venv/ready
	$(BIN)/python -m tests.soak

# Record golden games and perft counts anew, after a change of the rules that is meant.
golden: .venv/ready
	$(BIN)/python -m tests.engine.test_golden
	$(BIN)/python -m tests.engine.test_perft

# Write the schemas of openapi.yaml anew from the engine's types and the request schemas.
spec: .venv/ready
	$(BIN)/arbiter openapi --write

clean:
	rm -rf .venv data.local

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Arbiter needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "No venv module here. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install -q -e '.[dev]'
	@touch $@
