# `make ask Q="..."` and `make test` work on a bare machine: the virtual environment is made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ASKING := $(VENV)/.asking
SERVING := $(VENV)/.serving
WORKING := $(VENV)/.working
JOBS ?= -n 3 --dist worksteal
Q ?= Где похоронен Кутузов?
export Q
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE # compiled modules are kept: half of a start would be compiling, and tests start many processes

.PHONY: ask test tests fast stress lint docs rules bench serve clean

ask: $(ASKING)
	@$(BIN)/simba ask "$$Q" --trace

# Tests wait for servers half of their time: the rest is checked beside them.
test: $(WORKING)
	@$(MAKE) --no-print-directory -j2 lint docs tests

tests: $(WORKING)
	$(BIN)/pytest $(JOBS)

fast: $(WORKING)
	$(BIN)/pytest $(JOBS) -m "not slow and not browser"

stress: $(WORKING)
	.ci/stress

lint: $(WORKING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/yamllint --strict rules

docs: $(WORKING)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@$(BIN)/towncrier build --draft --version next >/dev/null
	@echo "site/index.html"

rules: $(WORKING)
	$(BIN)/simba rules check

bench: $(WORKING)
	$(BIN)/python benchmarks/speed.py

serve: $(SERVING)
	$(BIN)/simba serve

# What each needs: to ask, to serve the page, to work on SimBa. uv takes a fifth of pip's time; where it reaches no registry,
# pip may have settings with which it does.
$(ASKING) $(SERVING) $(WORKING): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "SimBa needs Python 3.10 to 3.13; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing SimBa into $(VENV) (once) ..." >&2
	@{ $(BIN)/python -m pip install -qq uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(WANTED); } \
	  || $(BIN)/python -m pip install --quiet $(WANTED)
	@touch $@ $(TOO)

$(ASKING): WANTED = --editable .
$(SERVING): WANTED = --editable '.[web]'
$(SERVING): TOO = $(ASKING)
$(WORKING): WANTED = --editable '.[web,dev]'
$(WORKING): TOO = $(ASKING) $(SERVING)

clean:
	rm -rf $(VENV) site
