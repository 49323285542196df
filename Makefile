# make play : sets up a virtual environment if need be and plays a run on the embedded game, over HTTP on loopback
# make test : sets it up and runs the tests
# Needs Python 3.11 or newer and nothing else. Plain enough for the make of macOS (GNU 3.81) and BSD's.
#   ARGS="..."     is added to the command of play and test
#   PYTHON=path    names the interpreter to set up with; by default the first of these that is new enough
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
VENV = .venv
ARGS =
RUN = $(VENV)/bin/python

.PHONY: help play test lint types check docs clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile
	@echo "make lint, types, check (lint, types and test), docs (writes the generated pages again), clean"

play: $(VENV)/.ready
	@$(RUN) -m sts2fsm play --game embedded --loopback $(ARGS)

test: $(VENV)/.ready-dev
	@$(RUN) -m pytest -n auto --dist worksteal $(ARGS)

lint: $(VENV)/.ready-dev
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

types: $(VENV)/.ready-dev
	@$(RUN) -m mypy

check: lint types test

docs: $(VENV)/.ready
	@$(RUN) -m sts2fsm diagram --write docs
	@$(RUN) -m sts2fsm policies reference --write docs

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Stamps: pip runs only when the environment is new or the packaging changed. The package is installed in place.
$(VENV)/.ready: $(VENV)/.made pyproject.toml setup.py
	@echo "Installing sts2fsm into $(VENV) ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.made pyproject.toml setup.py
	@echo "Installing sts2fsm and the tools of its tests into $(VENV) ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.ready

# An environment that is there and works is kept: it may be yours.
$(VENV)/.made:
	@if $(RUN) -m pip --version >/dev/null 2>&1 && $(RUN) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
	  touch $@; exit 0; \
	fi; \
	found=; \
	for python in $(PYTHON); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "sts2fsm needs Python 3.11 or newer; none of these is: $(PYTHON)" >&2; \
	  echo "Install one (python.org, Homebrew, or your distribution), or name it: make PYTHON=/path/to/python3.12" >&2; \
	  exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' 2>/dev/null; then \
	  version=`"$$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])'`; \
	  echo "$$found cannot make virtual environments: its venv module is missing or incomplete." >&2; \
	  echo "On Debian and Ubuntu: sudo apt install python3-venv (or python$$version-venv)" >&2; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$found ..."; \
	"$$found" -m venv --clear $(VENV)
	@touch $@
