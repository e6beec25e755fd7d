# Two commands matter: `make serve` and `make test`. Everything lives in .venv; nothing is installed anywhere else.
PYTHON ?= python3
PORT ?= 8000
DATA_DIR ?= data.local
export PORT DATA_DIR
BIN := .venv/bin
# `make serve COMPILED=1`: rules and search as machine code, so that AI players see further in the same time. Needs a C compiler.
COMPILED ?=
MACHINE_CODE := .venv/compiled
# Test processes: one per core, however few there are.
JOBS ?= auto

.PHONY: serve test lint types compiled fuzz bench soak golden spec clean

ifeq ($(COMPILED),)
serve: .venv/ready
	@exec $(BIN)/arbiter serve
else
serve: compiled
	@cd $(MACHINE_CODE) && PYTHONPATH=$(abspath $(MACHINE_CODE)) DATA_DIR=$(abspath $(DATA_DIR)) exec ../bin/arbiter serve
endif

test: .venv/ready lint types
	$(BIN)/python -m pytest -n $(JOBS) -ra

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

compiled: $(MACHINE_CODE)/ready

# The long run of the contract fuzzer, against a live server.
fuzz: .venv/ready
	$(BIN)/python -m tests.system.fuzz

bench: .venv/ready
	$(BIN)/python -m pip install -q -e '.[bench]'
	$(BIN)/arbiter bench

# Load and faults together, for SOAK_SECONDS (600): nothing may be lost.
soak: .venv/ready
	$(BIN)/python -m tests.system.soak

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

# Built from a copy: next to the sources, machine code would be used in their place long after they were changed.
$(MACHINE_CODE)/ready: .venv/ready $(shell find engine service -type f -not -name '*.pyc')
	@rm -rf $(MACHINE_CODE) .venv/source && mkdir .venv/source
	@cp -R pyproject.toml README.md openapi.yaml deploy engine service .venv/source
	HATCH_BUILD_HOOKS_ENABLE=true $(BIN)/python -m pip install -q --no-deps --no-build-isolation --target $(MACHINE_CODE) .venv/source
	@rm -rf .venv/source && touch $@
