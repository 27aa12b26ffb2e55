PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: verify test lint lock bench clean

verify: $(READY) ## verify every ruling
	$(BIN)/verifier verify

test: $(READY) ## run all tests
	$(BIN)/python -m pytest -n 2

lint: $(READY) ## ruff, mypy --strict, the encodings' own lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy verifier cli.py
	$(BIN)/python -m verifier.quality.lint

bench: $(READY) ## ratios against plain Python and stock clingo
	$(BIN)/python benchmarks/orders.py

lock: $(READY) ## refresh requirements.lock from pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade --extra dev --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--output-file requirements.lock pyproject.toml

$(READY): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
