# Everything a contributor or an operator types. Needs Python >= 3.11 and make, and nothing else.

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

.PHONY: help install serve demo test test-system test-all test-browser console-pictures test-clients test-pooler test-rules openapi clients bench bench-clients bench-typescript bench-reading bench-neighbours bench-webhooks bench-webhooks-soak bench-scale bench-start \
	bench-import bench-tracing bench-capacity bench-long bench-console rolling failover failover-patroni restore-drill package lint format lock
.DEFAULT_GOAL := help

help:
	@echo 'make install   set up $(VENV)'
	@echo 'make serve     start everything, in development mode unless FULFILMENT_MODE says otherwise'
	@echo 'make demo      walk through a day of a shop'
	@echo 'make test      run what proves every rule once (ARGS=... goes to pytest)'
	@echo 'make test-all  run the linters, every test and every drill (ARGS=... are names of parts)'
	@echo 'make test-system   run what starts and kills whole systems, or tries everything there is'
	@echo 'make openapi   record the worked examples, and write docs/openapi.json again'
	@echo 'make test-browser   look at the pages with Chromium and its driver, which must be there'
	@echo 'make console-pictures   pictures of every screen of the console into build/console-pictures (ARGS=... is another folder; needs Chromium)'
	@echo 'make test-pooler    run races, crashes and webhooks behind PgBouncer (POOLER is its path; own: one of ours)'
	@echo 'make test-rules   have promtool evaluate the rules for Prometheus, which must be there'
	@echo 'make test-clients   run what speaks to the service in other languages, as far as these are installed'
	@echo 'make clients   generate the parts of the clients that come from the OpenAPI document'
	@echo 'make bench     measure (ARGS=... goes to the benchmarks)'
	@echo 'make bench-start   measure a start of the service and what it holds when idle (a minute)'
	@echo 'make bench-reading   measure what the documentation takes of a browser (needs Chromium)'
	@echo 'make bench-neighbours   measure the latency of one workspace while another attacks'
	@echo 'make bench-webhooks   measure how fast webhooks go out'
	@echo 'make bench-webhooks-soak   kill webhook workers at random for minutes, and look whether anything is lost'
	@echo 'make bench-clients   measure the Python client beside bare httpx (half a minute)'
	@echo 'make bench-typescript   measure the TypeScript client beside bare fetch (a minute)'
	@echo 'make bench-import   measure an import of 20,000 rows beside plain statements (a minute)'
	@echo 'make bench-tracing   measure what traces cost (some minutes)'
	@echo 'make bench-long   measure what a held snapshot costs (four minutes)'
	@echo 'make bench-console   measure pages of the console in a shop of a million parcels (8 GB of disk, ten minutes)'
	@echo 'make bench-capacity   measure what acts cost, what they add to the database, and what processes hold (ten minutes)'
	@echo 'make bench-scale   measure a workspace of a million variants (40 GB of disk, a quarter of an hour)'
	@echo 'make rolling   replace the nodes of the last release by those of this one and back, under load (a minute and a half)'
	@echo 'make package   build what is shipped into dist/, try it, and validate what ops/ holds (a minute)'
	@echo 'make failover-patroni  the same where Patroni decides who takes writes (3 minutes)'
	@echo 'make failover  lose the primary of three PostgreSQL servers under load, and look whether anything is lost (2 minutes)'
	@echo 'make restore-drill   lose the machine, restore it to a point in time, and hold the books against a journal (a minute)'
	@echo 'make lint      check style and types'
	@echo 'make format    correct style'
	@echo 'make lock      pin the requirements again'

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

# Its parts are the targets that tests/system/__main__.py names.
test-all: install $(VENV)/.requirements-dev $(VENV)/package/.made
	@$(BIN)/python -m tests.system $(ARGS)

openapi: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.document

test-browser: install $(VENV)/.requirements-dev
	@$(BIN)/python -m pytest $(call in_processes,2) tests/system/browser $(ARGS)

console-pictures: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.browser.pictures $(ARGS)

# Proof that each alert fires when it should; promtool is in Debian's package prometheus.
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

bench: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks $(ARGS)

bench-start: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.starting $(ARGS)

bench-reading: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.reading $(ARGS)

bench-neighbours: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.neighbours $(ARGS)

bench-webhooks: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.webhooks $(ARGS)

bench-webhooks-soak: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.webhooks.soak $(ARGS)

bench-scale: install $(VENV)/.requirements-dev
	@FULFILMENT_MODE=development $(BIN)/python -m benchmarks.scale $(ARGS)

bench-capacity: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.capacity $(ARGS)

bench-clients: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.clients $(ARGS)

bench-typescript: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.typescript $(ARGS)

bench-tracing: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.tracing $(ARGS)

bench-import: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.importing $(ARGS)

# REF=... is the release to come from, else the last tagged one.
rolling: install $(VENV)/.requirements-dev
	@$(BIN)/python -m tests.system.rolling $(if $(REF),--ref $(REF)) $(ARGS)

package: install $(VENV)/.requirements-dev $(VENV)/package/.made
	@$(VENV)/package/bin/python -m ops.package $(ARGS)
bench-long: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.long $(ARGS)

bench-console: install $(VENV)/.requirements-dev
	@$(BIN)/python -m benchmarks.console $(ARGS)

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
