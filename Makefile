# make setup | run | near | quick | test | test-all | siege | mutants | check | fmt | bench | bench-long | golden | pictures | migrations
# Needs Python 3.11 to 3.13, make and git; everything else lands in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
WORKERS ?= logical
PART ?= 1/1
ARGS ?=

BIN := .venv/bin
PY := $(BIN)/python
MANAGE := $(PY) manage.py
CODE := config home monitoring espionage ambush autoduel minigames campaign play core lab engine tests $(wildcard benchmarks) manage.py
unexport PYTHONDONTWRITEBYTECODE
export PORT

# One stamp for each set, named by what the set holds: an unchanged set is not installed twice.
stamp = .venv/.$(1)-$(shell cat requirements/bootstrap.txt requirements/$(1).txt | cksum | tr ' ' '-')
RUNTIME := $(call stamp,runtime)
TEST := $(call stamp,test)
CHECK := $(call stamp,check)
NODE := .venv/.node-$(shell cat requirements/check.txt requirements/node/*.json | cksum | tr ' ' '-')

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all slow near map quick siege mutants check fmt bench bench-long golden pictures migrations browser examples published
.PHONY: check-lint check-types check-imports check-templates check-dependencies check-migrations check-deploy check-schema
.DELETE_ON_ERROR:

help:
	@sed -n '1,2s/^# //p' Makefile

# --- environment -----------------------------------------------------------------------------------------------------

.venv/.uv-$(shell cksum < requirements/bootstrap.txt | tr ' ' '-'):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Dead Drop needs Python 3.11 or newer.")'
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 14) and print(f"This is Python {v[0]}.{v[1]}: Dead Drop is tried with 3.11 to 3.13, and packages may be missing for newer ones; PYTHON=python3.13 chooses another.")'
	@test -x $(PY) || $(PYTHON) -m venv --without-pip .venv
	@if $(PYTHON) -m pip --python $(PY) --version >/dev/null 2>&1; then pip="$(PYTHON) -m pip --python $(PY)"; \
	  else $(PY) -m ensurepip >/dev/null && pip="$(PY) -m pip"; fi; \
	  $$pip install --quiet --disable-pip-version-check -r requirements/bootstrap.txt
	@touch $@
UV := .venv/.uv-$(shell cksum < requirements/bootstrap.txt | tr ' ' '-')

.venv/.%: | $(UV)
	@echo "Installing the $(word 1,$(subst -, ,$*)) environment ..."
	@$(BIN)/uv pip install --quiet --python $(PY) --require-hashes $(if $(filter .runtime-%,$(@F)),,--compile-bytecode) -r requirements/$(word 1,$(subst -, ,$*)).txt
	@rm -f .venv/.$(word 1,$(subst -, ,$*))-* && touch $@

# What npm lists, by the node of the check environment. Where npm gets nothing, check-schema names what it leaves unchecked.
$(NODE): $(CHECK)
	@echo "Installing the node environment ..."
	@rm -rf .venv/node .venv/.node-* && mkdir .venv/node && cp requirements/node/*.json .venv/node
	@if $(BIN)/npm ci --prefix .venv/node --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null; then touch $@; else rm -rf .venv/node; fi

setup: $(CHECK)

# Write requirements/*.txt anew from requirements/*.in.
requirements: | $(UV)
	for set in runtime test check; do \
	  $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-emit-find-links requirements/$$set.in -o requirements/$$set.txt || exit 1; \
	done
.PHONY: requirements requirements-node

# Write requirements/node/package-lock.json anew from its package.json, without a word of where anything came from.
requirements-node: $(CHECK)
	@rm -f requirements/node/package-lock.json
	$(BIN)/npm install --prefix requirements/node --package-lock-only --omit-lockfile-registry-resolved --ignore-scripts --no-audit --no-fund --loglevel=error
	@$(PY) -c 'import json, pathlib; file = pathlib.Path("requirements/node/package-lock.json"); lock = json.loads(file.read_text()); \
	  [one.pop("funding", None) for one in lock["packages"].values()]; file.write_text(json.dumps(lock, indent=2) + "\n")'

# --- running ---------------------------------------------------------------------------------------------------------

run: $(RUNTIME)
	@exec $(PY) -P config/serve.py

migrations: $(TEST)
	$(MANAGE) makemigrations $(ARGS)
	$(PY) -m tests.sqlite

# --- testing ---------------------------------------------------------------------------------------------------------

browser: $(TEST)
	@$(PY) -m tests.machine

# Tests come in the same order each time, with sets in the same order; in the siege, in others.
HASH_SEED := 1
siege: HASH_SEED := random
PYTEST = PYTHONHASHSEED=$(HASH_SEED) $(PY) -m pytest -p tests.second_try -p tests.costs --junitxml=test-results/junit.xml --randomly-seed=1 -n $(WORKERS) --dist worksteal
RULES := $(wildcard tests/engine tests/minigames tests/espionage tests/ambush tests/autoduel tests/campaign tests/play tests/benchmarks tests/test_doctests.py)

# What every change has to pass.
test: $(TEST) browser
	TESTS=everyday $(PYTEST) $(ARGS)

# The slow tests as well: before a release, and before a large change lands.
test-all: $(TEST) browser
	$(PYTEST) $(ARGS)

# The slow tests that recent changes touch, and a quarter of the others: another one after each commit.
slow: $(TEST) browser
	TESTS=slow $(PYTEST) $(ARGS)

# The tests of what changed since origin/main, in a minute; `make map` finds out which test runs which line.
near: $(TEST)
	$(PY) -m tests.changes -n $(WORKERS) --dist worksteal $(ARGS)

map: $(TEST)
	$(PY) -m tests.mutation.nearest

# Rules and engine: what needs neither a server nor a browser.
quick: $(TEST)
	TESTS=quick $(PYTEST) $(RULES) $(ARGS)

# What takes too long for every change: docs/reference/testing.md. Writes docs/siege.md. PART=1/4: a quarter of it.
siege: $(TEST) browser
	@TESTS=siege SIEGE_PART=$(PART) $(PY) -m tests.siege
	TESTS=siege SIEGE_PART=$(PART) SIEGE_PAGE=1 $(PYTEST) --randomly-seed=default $(ARGS)

# Small faults put into the code, which the tests have to notice: docs/mutation.md is what that came to.
mutants: $(TEST)
	$(PY) -m tests.mutation $(ARGS)

golden: $(TEST)
	$(PY) -m tests.golden $(ARGS)

# The pictures of the documents, docs/images, taken anew of the demo club's pages.
pictures: $(TEST) browser
	PICTURES=1 $(PY) -m pytest -n 0 tests/browser/test_pictures.py -k up_to_date $(ARGS)

# What tests ask of the API and are answered becomes the examples of its description: what fits no longer, or has none, is put in.
EXAMPLES := tests/api tests/play/test_tournament_pages.py tests/secrecy/test_acts.py

examples: $(TEST)
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	  API_RECORD="$$folder" $(PYTEST) -p tests.recorder $(EXAMPLES) $(ARGS) && \
	  $(PY) -m tests.api_examples "$$folder" && $(PY) -m tests.published

# The API's description as it is published: docs/api/openapi.json. ARGS=--release: with breaking changes that the API's changelog does not list.
published: $(TEST)
	$(PY) -m tests.published $(ARGS)

# How fast it is, within five minutes; a whole run writes docs/speed.json and docs/speed.md. ARGS="pages week": only these parts.
bench: $(TEST)
	$(PY) -m benchmarks $(ARGS)

# All parts in their largest sizes: ten thousand weeks, a thousand streams, how strong bots are.
bench-long: $(TEST)
	$(PY) -m benchmarks --long $(ARGS)

# --- checking --------------------------------------------------------------------------------------------------------

check: check-lint check-imports check-dependencies check-templates check-types check-migrations check-deploy check-schema

check-lint: $(CHECK)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check --diff $(CODE)

check-types: $(CHECK)
	$(BIN)/mypy $(CODE)

check-imports: $(CHECK)
	$(BIN)/lint-imports --no-logo

check-templates: $(CHECK)
	$(if $(wildcard templates),$(BIN)/djlint --quiet --check --lint templates,@echo "templates/ is not there.")

check-dependencies: $(CHECK)
	$(BIN)/deptry .
	$(BIN)/uv pip check --quiet --python $(PY)

check-migrations: $(CHECK)
	$(PY) -m tests.servers -- $(PY) -m tests.migrations

DEPLOYED := SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(64))') DEBUG=0 EMBEDDED=0 ALLOWED_HOSTS=league.example \
  DATABASE_URL=postgres://nobody@127.0.0.1:1/none REDIS_URL=redis://127.0.0.1:1/0 VAR_DIR=$$(mktemp -d)

check-deploy: $(CHECK)
	$(DEPLOYED) $(MANAGE) check --deploy --fail-level WARNING

check-schema: $(CHECK) $(NODE)
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	  $(DEPLOYED) $(MANAGE) spectacular --validate --fail-on-warn --format openapi-json --file "$$folder/schema.json" && \
	  $(PY) -m tests.clients "$$folder/schema.json"

fmt: $(CHECK)
	$(BIN)/ruff check --fix-only --quiet $(CODE)
	$(BIN)/ruff format $(CODE)
	$(if $(wildcard templates),$(BIN)/djlint --quiet --reformat templates)
