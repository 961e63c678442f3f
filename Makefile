# Each target sets up all it needs; `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
PYTEST := $(BIN)/pytest -n auto --dist worksteal
EXACT_ROOMS := $(wildcard tablekit/game tablekit/rulesets tablekit/intake tablekit/wire)
CATALOGS := $(patsubst %.po,%.mo,$(wildcard tablekit/locale/*/LC_MESSAGES/*.po))
TABLE := $(if $(findstring --ruleset,$(ARGS))$(findstring --config,$(ARGS)),,$(wildcard table.toml))
SIM := $(if $(shell grep -s '^ *\[inputs\]' table.toml),,$(strip --sim $(addprefix --config ,$(TABLE))))
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile pyproject.toml --quiet --generate-hashes --allow-unsafe \
	--strip-extras --annotation-style=line --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	--build-deps-for=wheel
KERNEL_TESTS := $(BIN)/pytest -q -p no:cacheprovider -p no:xdist -p no:cov --confcutdir=tests/kernel -rP \
	-k "not mock" tests/kernel tests/devices/test_gpio_grounds.py tests/devices/test_usb_keys_kernel.py
FIRMWARE_NEEDS := apt install gcc-avr avr-libc gcc libsimavr-dev libelf-dev
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup run test test-fast truth test-kernel test-arm64 firmware firmware-truth bench-hub bench-gpio bench cover lint types texts rules messages hardware wheel lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 17

setup: $(READY) $(CATALOGS) ## make .venv with the pinned packages (PYTHON=python3.13 for another Python)

run: setup ## run the table; ARGS=demo and so on are passed to `tablekit run`
	@$(if $(SIM),echo "There is no table.toml with [inputs] here: running a simulated table ($(SIM)).")
	@$(BIN)/tablekit run $(SIM) $(ARGS)

test-fast: lint types ## lint, types and the quick tests, in less than a minute
	HYPOTHESIS_PROFILE=quick $(PYTEST) -m "not slow and not truth"

test: lint types firmware ## lint, types, all tests but the heavy proofs, and the coverage of the exact rooms
	$(PYTEST) -m "not truth" $(EXACT_ROOMS:%=--cov=%) $(if $(EXACT_ROOMS),--cov-fail-under=98)

truth: setup ## the heavy proofs, with their figures
	HYPOTHESIS_PROFILE=search $(PYTEST) -m truth -rP

firmware: ## build the programs of the hub and the remote, and the emulator of the tests (firmware/README.md)
	@if command -v avr-gcc >/dev/null; then $(MAKE) --silent -C firmware all sim; \
	else echo "Without avr-gcc nothing of the firmware is built or tested: $(FIRMWARE_NEEDS)"; fi

test-kernel: setup ## the pins on a real kernel's chip, in an emulated machine (docs/kernel-tests.md); 77: it cannot be had
	.ci/machine/run $(KERNEL_TESTS)

test-arm64: wheel ## pip install on emulated arm64 with Python 3.11 and 3.13 (root; half an hour, docs/arm64.md)
	@nice -n 10 .ci/arm64/run

firmware-truth: setup firmware ## the heavy proofs over the hub's link and on its own program, with their figures
	HYPOTHESIS_PROFILE=search $(PYTEST) -m truth -rP tests/truth/test_hub_truth.py tests/wire tests/firmware tests/sim/test_via_hub.py

bench-hub: setup firmware ## 10,000 bouncing presses on the hub's own program, beside the way a builder would read them
	$(BIN)/python -m benchmarks.hub
	$(BIN)/python -m benchmarks clock

bench-gpio: setup ## the pins of a real kernel's chip, beside gpiozero's Button (docs/kernel-tests.md)
	.ci/machine/run $(BIN)/python -m benchmarks gpio

bench: setup ## the benchmarks, beside what a builder would write instead (docs/benchmarks.md)
	$(BIN)/python -m benchmarks

cover: setup ## which lines and branches of the whole kit the tests miss (build/coverage/index.html)
	$(PYTEST) -m "not truth" --cov=tablekit --cov-report=term --cov-report=html

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: setup
	$(BIN)/mypy

texts: $(READY) ## bring the catalogs in line with the sentences in the code; new ones are left to translate
	@mkdir -p build
	$(BIN)/pybabel --quiet extract --no-default-keywords --keyword=text --add-location=file --sort-output --no-wrap \
		--output-file=build/tablekit.pot tablekit
	$(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap \
		--domain=tablekit --input-file=build/tablekit.pot --output-dir=tablekit/locale

rules: setup ## write the generated pages anew: each rule book's (docs/rules), and every screen of the remote
	@$(BIN)/python -m tablekit.sim.screens_page > docs/remote-screens.md
	@for book in $$($(BIN)/tablekit rules | cut -d' ' -f1); do \
		$(BIN)/tablekit rules $$book --page > docs/rules/$$book.md; done

hardware: setup ## make anew what follows from hardware/pins.toml and parts.toml
	@$(BIN)/python -m hardware.making

messages: setup ## write the messages of the wire anew, for both sides (firmware/messages.toml)
	@$(BIN)/python firmware/messages.py
	@$(BIN)/ruff format --quiet tablekit/wire/messages.py

wheel: setup ## build dist/tablekit-*.whl
	$(BIN)/hatchling build --target wheel

lock: setup ## pin anew what pyproject.toml asks for (ARGS=--upgrade for the newest of all)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info >= (3, 13))' \
		|| { echo "Pins made by Python 3.13 would leave lgpio out: make clean lock PYTHON=python3.11"; exit 1; }
	$(LOCK) --output-file=requirements/run.txt $(ARGS)
	$(LOCK) --output-file=requirements/dev.txt --extra=dev --constraint=requirements/run.txt $(ARGS)

clean: ## remove .venv and all that was built
	$(MAKE) --silent -C firmware clean
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .lgd-* build dist $(CATALOGS)
	find . -name __pycache__ -type d -prune -exec rm -r {} +

$(READY): requirements/dev.txt pyproject.toml tablekit/__init__.py | $(BIN)/python
	@echo "Setting up .venv: a minute or two, once."
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@PYTHON="$(PYTHON)" sh .ci/venv

%.mo: %.po | $(READY)
	$(BIN)/pybabel --quiet compile --input-file=$< --output-file=$@
