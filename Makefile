# A short front for CMake; `make help` says what there is.
PREFIX ?= /usr/local
DESTDIR ?=
BUILD = scripts/build

.PHONY: build demo test test-all bench soak fuzz setup format install uninstall clean help

build: ## build the library and the tool: build/release/vyre
	@scripts/setup demo
	@$(BUILD) release

demo: build ## build, then run a BFS over a real graph
	@scripts/demo

test: ## get what is missing, build, run the quick tests: under 6 minutes on 2 cores
	@scripts/setup test
	@scripts/vulkan-drivers
	@scripts/test quick

test-all: test ## the quick tests, then the rest: the slow ones, clang, ASan + UBSan
	@scripts/test rest

bench: build ## print the figures of this machine
	@scripts/setup bench
	@build/release/vyre bench ir
	@build/release/vyre bench dispatch
	@build/release/vyre bench plan
	@build/release/vyre bench cpu

soak: ## the long tests: full counts, ten minutes of each fuzzer; writes docs/soak.md
	@scripts/setup test
	@scripts/soak

fuzz: ## build the libFuzzer targets: build/clang/fuzz/fuzz_*
	@scripts/setup test
	@$(BUILD) clang fuzzers

setup: ## install what packages.txt lists and this machine lacks
	@scripts/setup test
	@scripts/vulkan-drivers

format: ## clang-format every C file
	@scripts/format

install: ## install under PREFIX (/usr/local), staged in DESTDIR
	@scripts/setup demo
	@$(BUILD) release all "-DCMAKE_INSTALL_PREFIX=$(PREFIX)"
	@DESTDIR="$(DESTDIR)" cmake --install build/release > build/release/install.log
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig
	@echo "installed under $(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` wrote; the same PREFIX and DESTDIR
	@DESTDIR="$(DESTDIR)" scripts/uninstall "$(PREFIX)"

clean: ## remove build/
	@rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile
