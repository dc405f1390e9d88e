# Parley: `make play` and `make test` are all a fresh clone needs, besides Python 3.11+ with venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Everything comes from requirements/*.txt, checked by hash; what is published as source is built by what build.txt pins.
INSTALL := -m pip --disable-pip-version-check --no-input install --quiet
PINNED := $(INSTALL) --require-hashes --use-pep517 --no-build-isolation
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(VENV)/lock/bin/uv pip compile --quiet --system-certs --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links $(ARGS)

.DEFAULT_GOAL := help
.PHONY: help setup dev play test soak bench format lock clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "make %-8s %s\n", $$1, $$2 }'

setup: $(VENV)/.setup ## create .venv with Parley in it; the command is then .venv/bin/parley

dev: $(VENV)/.dev ## the same, with what the tests need

play: setup ## open Parley; ARGS="play horrors-of-war --seed 7" goes straight to a table
	@$(BIN)/parley $(ARGS)

# With GAME: what concerns that game alone, and the core below it.
CHOSEN = $(if $(GAME),tests/core tests/contracts $(wildcard tests/games/$(subst -,_,$(GAME))))

test: dev ## check format, lint, types and import contracts, and run all tests; GAME=horrors-of-war: those of one game
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	PARLEY_TEST_GAME=$(GAME) $(BIN)/pytest -n 4 --dist worksteal $(CHOSEN) $(ARGS)

soak: dev ## long fuzzing, not part of `make test`
	$(BIN)/pytest -m soak --hypothesis-profile=soak tests $(ARGS)

bench: dev ## print the speed ratios
	@$(BIN)/parley bench $(ARGS)

format: dev ## format the code and mend what lint can mend
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

lock: $(VENV)/.lock ## rewrite requirements/*.txt; ARGS=--upgrade takes the newest versions
	$(COMPILE) requirements/lock.in -o requirements/lock.txt
	$(COMPILE) requirements/build.in -o requirements/build.txt
	$(COMPILE) pyproject.toml --extra web -c requirements/build.txt -o requirements/run.txt
	$(COMPILE) requirements/dev.in -c requirements/build.txt -c requirements/run.txt -o requirements/dev.txt

clean: ## remove .venv, caches and built files
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find engine tui data tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Parley needs Python 3.11 or newer: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.setup: requirements/build.txt requirements/run.txt pyproject.toml | $(BIN)/python
	$(BIN)/python $(PINNED) -r requirements/build.txt -r requirements/run.txt
	$(BIN)/python $(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.setup requirements/dev.txt
	$(BIN)/python $(PINNED) -r requirements/dev.txt
	@touch $@

# Stands alone: it has to work when build.txt, run.txt or dev.txt do not fit any more.
$(VENV)/.lock: requirements/lock.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/lock
	$(VENV)/lock/bin/python $(PINNED) -r requirements/lock.txt
	@touch $@
