#!/bin/sh
# Compiles and runs the program of docs/ring.md: it prints what the page says.
set -eu
"$VYRE_BUILD/vyre" devices | grep -q '^cpu  *cpu' || {
    [ -z "${VYRE_LLVM_BUILT:-}" ] || { echo "the cpu device is missing" && exit 1; }
    echo "skipped: there is no cpu device here"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```/ && out { close(out); out = ""; next }
    /^```c / { out = dir "/" $2; next }
    /^```output$/ { out = dir "/expected"; next }
    out { print >> out }
' "$VYRE_SOURCE/docs/ring.md"
cd "$work"
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror live.c -o live \
    -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
./live >found
cmp -s found expected || { echo "docs/ring.md:" && diff expected found && exit 1; }
