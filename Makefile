# What can be done here. `make play` and `make test` bring all they need; `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help play test check desk test-desk test-phones bench bench-memory demo pictures film test-long test-shuffled test-kernel bench-kernel test-firmware test-window test-crash test-soak test-fresh words lock clean
.PHONY: deb install-pi uninstall-pi card-folder image test-nspawn test-card test-courier test-arm64 test-card-arm64 test-image

# Where nobody may write byte code, every process would compile all of it anew, and rewrite every assert.
unexport PYTHONDONTWRITEBYTECODE

PYTHON := .venv/bin/python
SEED := 1
# One lock for every Python and processor that we run on; what builds our own package is locked with the rest.
COMPILE = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml .venv/build.in

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r target what; do \
		printf '  make %-15s %s\n' "$$target" "$$what"; done

play: ## start the referee on this screen
	@systemd/prepare play
	@systemd/prepare command
	@.venv/bin/companion

test: ## run the tests that a person waits for, on all processors
	@systemd/prepare test
	@$(PYTHON) -m pytest -q -n auto --dist worksteal $(ARGS)

test-long: ## run the rest: whole games, searches, and what every part says to rubbish
	@systemd/prepare test
	@$(PYTHON) -m pytest -q -n auto --dist worksteal -m long $(ARGS)

test-shuffled: ## run what test runs in an order of chance; SEED=2 for another
	@systemd/prepare test
	@echo "the order of seed $(SEED)"
	@$(PYTHON) -m pytest -q -n auto --dist worksteal -p randomly --randomly-seed=$(SEED) $(ARGS)

check: ## look at form (ruff) and types (mypy --strict), package and tests
	@systemd/prepare test
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

bench: ## measure the budgets, as ratios against a baseline of the same run
	@systemd/prepare bench
	@$(PYTHON) -m tests.bench

bench-memory: ## weigh every table over 10,000 events on its screen; EVENTS=2000 for a look
	@systemd/prepare test
	@$(PYTHON) -m tests.bench.tables $(EVENTS)

demo: ## watch a simulated table play by itself; GAME=cryptid for that one
	@systemd/prepare play
	@systemd/prepare command
	@.venv/bin/companion demo $(GAME)

pictures: ## make the pictures of docs/ from the real screens
	@systemd/prepare play
	@$(PYTHON) -m tests.documents.pictures docs/pictures
	@for language in de es fr nl pl; do $(PYTHON) -m tests.documents.pictures docs/pictures/$$language $$language; done

film: ## make the film of the README from the real screens
	@systemd/prepare play
	@$(PYTHON) -m tests.documents.film docs/pictures/film.png

test-kernel: ## play a match on real kernel GPIO lines, in a virtual machine
	@systemd/prepare test
	@tests/kernel/run test

bench-kernel: ## measure the pin factories on real kernel GPIO lines
	@systemd/prepare test
	@tests/kernel/run bench

test-firmware: ## run the grab board's firmware in real MicroPython and on an emulated chip
	@systemd/prepare test
	@tests/firmware_lane/run

test-window: ## drive the app in a window from outside, mouse and keys
	@systemd/prepare test
	@tests/window/run

test-crash: ## cut the power and kill -9 while matches are written: nothing acknowledged may be lost
	@systemd/prepare test
	@tests/crash/run $(ARGS)

desk: ## bring up a club's desk with a broker and a database of its own; HOST=192.168.1.5: for tables on that net
	@systemd/prepare test
	@systemd/desk $(HOST)

test-desk: ## a club night; then tables, broker, desk and database are killed: no result may be lost; LONG=yes: 1,000 kills
	@systemd/prepare test
	@tests/desk/run $(if $(LONG),--long)

test-phones: ## have a real browser look at a match through the window for phones
	@systemd/prepare test
	@tests/phones/run $(ARGS)

test-soak: ## play all games in turn for three hours, and nothing may grow; MINUTES=30 KEEP=build/soak in pieces
	@systemd/prepare test
	@$(PYTHON) -m tests.bench.soak $(if $(KEEP),$(or $(MINUTES),180) $(KEEP),$(MINUTES))

test-fresh: ## run the two commands of the README on a fresh Debian 12; SHORT=yes without the tests
	@tests/fresh/run $(if $(SHORT),--short)

deb: ## build the Debian packages, for a Raspberry Pi (arm64) and for a PC (amd64), into dist/
	@systemd/prepare play
	@systemd/deb/build arm64
	@systemd/deb/build amd64

install-pi: ## have the table start with this machine, from this checkout
	@systemd/prepare play
	@systemd/install-pi

uninstall-pi: ## take that away again; matches stay
	@systemd/install-pi remove

card-folder: ## make the folder that turns a card of Raspberry Pi OS Lite into a table, into dist/card
	@systemd/prepare play
	@rm -rf build/card
	@systemd/deb/build arm64 build/card
	@systemd/card/build build/card/table-companion_*_arm64.deb dist/card

image: ## make the image of a whole card, into dist/; ARCH=amd64 for a PC, KERNEL=rpi for the vendor's kernel, untried
	@systemd/prepare play
	@rm -rf build/image/package
	@DPKG_DEB_COMPRESSOR_TYPE=none systemd/deb/build $(or $(ARCH),arm64) build/image/package
	@KERNEL=$(or $(KERNEL),debian) RPI_KEY=$(RPI_KEY) systemd/image/build build/image/package/table-companion_*.deb dist/table-companion_$(or $(ARCH),arm64).img

test-nspawn: ## install the package in a fresh Debian, boot it, hang it, upgrade it, remove it
	@systemd/prepare test
	@tests/nspawn/run

test-card: ## have a fresh Debian 13 install the folder for a card at its first start
	@systemd/prepare test
	@tests/nspawn/run card

test-courier: ## start the courier to a club's desk as a service in a fresh Debian, kill it, look at what it sees
	@systemd/prepare test
	@tests/nspawn/run courier

test-arm64: ## install the arm64 package in a fresh Debian 13 and import all of it, emulated; slow
	@systemd/prepare test
	@tests/nspawn/run arm64

test-card-arm64: ## the folder for a card in a whole emulated arm64 machine; an hour the first time
	@systemd/prepare test
	@tests/nspawn/run card-arm64

test-image: ## start the image for a PC in an emulated machine, pull its plug, go on; LONG=yes, or ARCH=arm64
	@systemd/prepare test
	@tests/nspawn/run $(if $(filter arm64,$(ARCH)),image-arm64,image $(if $(LONG),long))

words: ## look for new texts, and put them into every language's catalogue
	@systemd/prepare test
	@$(PYTHON) -m tests.documents.texts

lock: ## lock the newest versions that pyproject.toml allows, with their hashes
	@systemd/prepare test
	@$(PYTHON) -m pip install --quiet uv
	@$(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" >.venv/build.in
	@$(COMPILE) --upgrade --extra dev --extra desk --extra window -o requirements-dev.lock
	@$(COMPILE) -c requirements-dev.lock -o requirements.lock
	@$(COMPILE) -c requirements-dev.lock --extra dev --extra desk --extra window --extra bench -o requirements-bench.lock

clean: ## remove what the other targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
