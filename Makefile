# `make ask Q="..."` and `make test` work on a bare machine: the virtual environment is made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
Q ?= Где похоронен Кутузов?
export Q
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: ask test fast lint docs rules bench serve clean

ask: $(STAMP)
	@$(BIN)/simba ask "$$Q" --trace

test: $(STAMP) lint docs rules
	$(BIN)/pytest -n auto

fast: $(STAMP)
	$(BIN)/pytest -n auto -m "not slow and not browser"

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

docs: $(STAMP)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@$(BIN)/towncrier build --draft --version next >/dev/null
	@echo "site/index.html"

rules: $(STAMP)
	$(BIN)/simba rules check

bench: $(STAMP)
	$(BIN)/python benchmarks/speed.py

serve: $(STAMP)
	$(BIN)/simba serve

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "SimBa needs Python 3.10 to 3.13; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing SimBa into $(VENV) (once) ..." >&2
	@$(BIN)/python -m pip install --quiet --editable '.[web,dev]'
	@touch $@

clean:
	rm -rf $(VENV)
