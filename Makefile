# Commands for contributors and operators. They need Python 3.11 or newer and make.

# The first interpreter that is new enough; choose another with `make PYTHON=/path/to/python`.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

# Python keeps what it compiles, whatever the environment says: a run starts hundreds of processes that import all of it.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(VENV)/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options
GENERATORS := tests/system/clients_heavy/generators
PACKAGE := ops/package
PATRONI := tests/system/drills/patroni
PIP_TOOLS := pip-tools==7.6.2

# The first line has the targets that `make help` shows.
.PHONY: help install serve demo test test-all lint format openapi clients bench package lock \
	test-system test-browser test-clients test-pooler test-rules console-pictures \
	rolling failover failover-patroni restore-drill
.DEFAULT_GOAL := help

help:
	@echo 'make install    set up $(VENV)'
	@echo 'make serve      start everything, in development mode unless FULFILMENT_MODE says otherwise'
	@echo 'make demo       walk through a day of a shop'
	@echo 'make test       run the tests that prove every rule once (ARGS=... goes to pytest)'
	@echo 'make test-all   run the linters, every test and every drill (ARGS=... are names of parts)'
	@echo 'make lint       check style, types and prose'
	@echo 'make format     correct style'
	@echo 'make openapi    record the worked examples and write docs/openapi.json, after a change of the API'
	@echo 'make clients    generate the code of the clients from docs/openapi.json'
	@echo 'make bench      measure (SUITE=... is a module of benchmarks/, ARGS=... goes to it)'
	@echo 'make package    build the packages into dist/, try them, and validate ops/'
	@echo 'make lock       pin the requirements, after a change of requirements*.in'
	@echo
	@echo 'CONTRIBUTING.md has the others: the parts of test-all, the drills and the pictures of the console.'

install: $(VENV)/.project

serve: install
	@export FULFILMENT_MODE="$${FULFILMENT_MODE:-development}"; exec $(BIN)/fulfilment serve

demo: install
	@$(BIN)/fulfilment demo $(ARGS)

# More processes than two cores, since tests wait as well as work; each takes a file whenever it has none.
TEST_PROCESSES ?= 4
in_processes = --numprocesses=$(1) --dist=loadfile

test: install $(VENV)/.requirements-dev
	@$(BIN)/python -m pytest $(or $(ARGS),$(call in_processes,$(TEST_PROCESSES)) --ignore=tests/system)

test-system: install $(VENV)/.requirements-dev
	@$(BIN)/python -m pytest $(or $(ARGS),$(call in_processes,$(TEST_PROCESSES)) tests/system)

# The parts are the targets that tests/system/__main__.py names.
test-all: install $(VENV)/.requirements-dev $(VENV)/package/.made
	@$(BIN)/python -m tests.system $(ARGS)

openapi: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.document

test-browser: install $(VENV)/.requirements-dev
	@$(BIN)/python -m pytest $(call in_processes,2) tests/system/browser $(ARGS)

console-pictures: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.browser.pictures $(ARGS)

# Proves that each alert fires when it should; promtool is in Debian's package prometheus.
test-rules:
	@promtool test rules ops/rules.test.yml

test-clients: install $(VENV)/.requirements-dev
	@$(BIN)/python -m pytest tests/system/clients_heavy $(ARGS)

# Tests whose behaviour a pooler might change. Those with a pooler of their own run elsewhere (tests/system/pooler).
POOLED = tests/system/races tests/webhooks/dispatch/test_worker.py tests/infra/operations/test_idempotency.py \
	$(addprefix tests/system/faults/test_,booking_killed.py cancellation_killed.py rebooking_killed.py checkout_killed.py every_step_killed.py)

test-pooler: install $(VENV)/.requirements-dev
	@TEST_POOLER="$${POOLER:-$$(command -v pgbouncer || echo own)}" $(BIN)/python -m pytest $(or $(ARGS),$(call in_processes,3) $(POOLED))

clients: install $(VENV)/.requirements-dev
	@$(BIN)/python clients/python/scripts/generate.py
	@$(BIN)/python clients/typescript/scripts/npm.py ci --ignore-scripts --silent
	@$(BIN)/python clients/typescript/scripts/npm.py run --silent generate

# Without SUITE the requests of the API; benchmarks/README.md describes each suite.
bench: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks$(addprefix .,$(SUITE)) $(ARGS)

# REF=... is the release to come from, else the last tagged one.
rolling: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.rolling $(if $(REF),--ref $(REF)) $(ARGS)

package: install $(VENV)/.requirements-dev $(VENV)/package/.made
	@$(VENV)/package/bin/python -m ops.package $(ARGS)

failover: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.drills.failover $(ARGS)

failover-patroni: install $(VENV)/.requirements-dev $(VENV)/patroni/.made
	@$(BIN)/python -m tests.system.drills.patroni $(ARGS)

restore-drill: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.drills.restore $(ARGS)

lint: install $(VENV)/.requirements-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/basedpyright --level error
	@$(BIN)/python -m tests.prose

format: $(VENV)/.requirements-dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(VENV)/lock/.made
	$(COMPILE) --output-file=requirements.txt requirements.in
	$(COMPILE) --output-file=requirements-dev.txt requirements-dev.in
	$(COMPILE) --output-file=$(GENERATORS)/requirements.txt $(GENERATORS)/requirements.in
	$(COMPILE) --output-file=$(PACKAGE)/requirements.txt $(PACKAGE)/requirements.in
	$(COMPILE) --output-file=$(PATRONI)/requirements.txt $(PATRONI)/requirements.in

# Each step leaves a file behind that says it was done, so that the next call does only what has changed.
$(VENV)/.made:
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or newer is needed; none was found.' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.requirements: requirements.txt $(VENV)/.made
	@echo 'Installing what the service needs ...' >&2
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.requirements-dev: requirements-dev.txt $(VENV)/.requirements
	@echo 'Installing what its tests need ...' >&2
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

# The project and its client are pure Python: lines that say where they lie, and a command, need no build tools to be
# installed.
$(VENV)/.project: Makefile $(VENV)/.requirements
	@$(PIP) uninstall --yes fulfilment 2>/dev/null
	@$(BIN)/python -c 'import pathlib, shlex, sys, sysconfig; \
		line = pathlib.Path(sysconfig.get_path("purelib"), "fulfilment.pth"); \
		line.write_text("".join(str(pathlib.Path(part).resolve()) + "\n" for part in ("src", "clients/python/src"))); \
		command = "#!/bin/sh\nexec " + shlex.quote(sys.executable) + " -m fulfilment.cli \"$$@\"\n"; \
		pathlib.Path("$(BIN)/fulfilment").write_text(command)'
	@chmod +x $(BIN)/fulfilment
	@touch $@

$(VENV)/lock/.made: $(VENV)/.made
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --disable-pip-version-check --quiet install $(PIP_TOOLS)
	@touch $@

$(VENV)/patroni/.made: $(PATRONI)/requirements.txt $(VENV)/.made
	@echo 'Installing Patroni for its drill ...' >&2
	@$(PYTHON) -m venv $(VENV)/patroni
	@$(VENV)/patroni/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@

$(VENV)/package/.made: $(PACKAGE)/requirements.txt $(VENV)/.made
	@echo 'Installing what builds and validates packages ...' >&2
	@$(PYTHON) -m venv $(VENV)/package
	@$(VENV)/package/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@
