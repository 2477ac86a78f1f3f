#!/bin/sh
# `make test` and `make test-all` leave no test out: of each build they run what they should between
# them, each test once; and every file that is a test by its place and name is one.
set -eu
cd "$VYRE_SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
# same WHAT: the files `wanted` and `found` hold the same lines, each once.
same() {
    sort "$work/wanted" >"$work/sorted"
    sort "$work/found" | diff "$work/sorted" - >"$work/diff" && [ -s "$work/found" ] ||
        { echo "$1 (<: is left out, >: is run twice or for nothing):" && cat "$work/diff" && bad=1; }
}

ctest --test-dir "$VYRE_BUILD" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$work/all"
scripts/test --list >"$work/list"
for build in 'release .' 'clang unit[.]' 'asan (unit|fuzz|examples)[.]|golden'; do
    preset=${build%% *}
    grep -v '^sample[.]' "$work/all" | grep -E "^(${build#* })" >"$work/wanted"
    sed -n "s/^[a-z]* $preset //p" "$work/list" | grep -v '^sample[.]' >"$work/found"
    same "the tests of $preset"
done

# Samples are part of `make test` alone, where they stand for a test that it leaves out.
grep '^sample[.]' "$work/all" | sed 's/^sample/rest release unit/' >"$work/wanted"
sed -n 's/^quick release sample/rest release unit/p' "$work/list" >"$work/found"
same "the samples"
while read -r line; do
    grep -Fqx "$line" "$work/list" || { echo "the sample of ${line##* }, which is not slow" && bad=1; }
done <"$work/wanted"
if grep 'rest .* sample[.]' "$work/list"; then echo "samples beside the whole test" && bad=1; fi

for file in tests/unit/test_*.c tests/fuzz/fuzz_*.c tests/checks/*.sh tests/install/*.sh; do
    name=$(basename "${file%.*}") room=$(basename "$(dirname "$file")")
    # LLVM's own library may be absent, and those that need it with it.
    ! grep -q '^#include "support/llvm/' "$file" || [ -n "${VYRE_LLVM_BUILT:-}" ] || continue
    grep -qx "\($room\|examples\)[.]${name#*_}" "$work/all" || grep -qx "\($room\|examples\)[.]$name" "$work/all" ||
        { echo "$file is no test of ctest" && bad=1; }
done
exit $bad
