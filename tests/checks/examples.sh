#!/bin/sh
# Programs that are kept byte for byte as they were given have their //! lines beside them, in
# examples/NAME.test; every other example holds its own. Each must have a test of one kind.
#   sh tests/checks/examples.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=$(readlink -f "${1:-${VYRE_BUILD:-$source/build/release}/vyre}")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE_LIBRARY=$source/lib
export VYRE_LIBRARY
bad=0

for file in "$source"/examples/*.vy; do
    name=$(basename "$file" .vy)
    grep -q "^| .$name.vy. |" "$source/examples/README.md" || { echo "$name: not in examples/README.md"; bad=1; }
    "$vyre" fmt "$file" | cmp -s - "$file" || { echo "$name: not as 'vyre fmt' writes it"; bad=1; }
    cat "$file" >"$dir/$name.vy"
    if [ -f "${file%.vy}.test" ]; then cat "${file%.vy}.test" >>"$dir/$name.vy"; fi
    if ! grep -q '^//!' "$dir/$name.vy"; then
        # Its input does not fit a line: the unit test makes one.
        grep -qE "\"$name\"|/$name.vy" "$source"/tests/unit/test_*.c || { echo "$name: no test"; bad=1; }
        "$vyre" check "$file" >"$dir/log" 2>&1 || { cat "$dir/log"; bad=1; }
        continue
    fi
    "$vyre" test "$dir/$name.vy" >"$dir/log" 2>&1 || { echo "$name:"; sed 's/^/    /' "$dir/log"; bad=1; }
    # The same after inlining, and once more by way of the wire form.
    "$vyre" emit "$file" --to text >"$dir/inlined.vy" && "$vyre" wire encode "$file" -o "$dir/wire.vir" &&
        "$vyre" wire decode "$dir/wire.vir" -o "$dir/wire.vy" || { echo "$name: no text or wire form"; bad=1; }
    for form in inlined wire; do
        grep '^//!' "$dir/$name.vy" >>"$dir/$form.vy"
        "$vyre" test --no-race "$dir/$form.vy" >"$dir/log" 2>&1 ||
            { echo "$name, $form:"; sed 's/^/    /' "$dir/log"; bad=1; }
    done
done
# What a device once ran otherwise than the oracle: the lines of each say what is right.
"$vyre" test "$source"/tests/corpus/*.vy --device oracle >"$dir/log" 2>&1 ||
    { echo "tests/corpus:"; grep FAIL "$dir/log" | sed 's/^/    /'; bad=1; }
for name in $("$vyre" lib | cut -d' ' -f1); do
    "$vyre" test "$name" >"$dir/log" 2>&1 || { echo "$name:"; sed 's/^/    /' "$dir/log"; bad=1; }
done
# Every function of the library is called somewhere in the manual, which is run; those whose names begin
# with _ are a file's own.
for file in "$source"/lib/*.vy; do
    for name in $(sed -n 's/^fn \([a-z][a-z0-9_]*\).*/\1/p' "$file" | sort -u); do
        grep -qE "(^|[^\`a-z_])$name\(" "$source/docs/language.md" "$source/docs/library.md" || { echo "$name of $file: no example"; bad=1; }
    done
done
exit $bad
