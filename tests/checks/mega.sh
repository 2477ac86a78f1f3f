#!/bin/sh
# Compiles and runs the program of docs/mega.md: it prints what the page says, on the oracle and on
# the cpu where it is here; and the commands of the page work.
set -eu
page=$VYRE_SOURCE/docs/mega.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```/ && out { close(out); out = ""; next }
    /^```c / { out = dir "/" $2; next }
    /^```output$/ { out = dir "/expected"; next }
    /^```$/ { out = dir "/commands"; next }
    out { print >> out }
' "$page"
cd "$work"
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror tasks.c -o tasks \
    -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
devices=oracle
"$VYRE_BUILD/vyre" devices | grep -q '^cpu  *cpu' && devices="$devices cpu"
for device in $devices; do
    VYRE_DEVICE=$device ./tasks >found
    cmp -s found expected || { echo "docs/mega.md on $device:" && diff expected found && exit 1; }
done
# The handler that the commands name is the first of the page, under another name.
sed -n 's/^    "\(.*\)\\n"[;]*$/\1/p' tasks.c | sed 's/\\"/"/g; s/square/twice/' >twice.vy
grep -q 'fn twice' twice.vy
[ "$(grep -c '^vyre ' commands)" -ge 3 ]
grep '^vyre ' commands | while read -r tool rest; do
    case $rest in *ptx*) [ -n "${VYRE_LLVM_BUILT:-}" ] || continue ;; esac
    "$VYRE_BUILD/$tool" $rest >printed || { echo "docs/mega.md: $tool $rest fails" && exit 1; }
    [ -s printed ]
done
