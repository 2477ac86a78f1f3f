#!/bin/sh
# Runs every program of docs/language.md, library.md, tutorial.md, streams.md and fast.md.
#   ```vy            a program: its //! lines must pass
#   ```vy-file NAME  a file that later programs use
#   ```vy-copy FILE  that file of the repository, which other tests run
#   ```vy-error      must fail `vyre check` with the code in its first line, `// expect V033`
#   sh tests/checks/manual.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=$(readlink -f "${1:-${VYRE_BUILD:-$source/build/release}/vyre}")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE_LIBRARY=$source/lib
export VYRE_LIBRARY
bad=0

# Blocks become PAGE:LINE.vy, PAGE:LINE.error and NAME, by the line they begin on.
for page in language library tutorial streams fast; do awk -v start="$dir/$page" -v dir="$dir" '
    /^```/ && out { close(out); out = ""; next }
    /^```vy$/ { out = sprintf("%s:%d.vy", start, NR); next }
    /^```vy-error$/ { out = sprintf("%s:%d.error", start, NR); next }
    /^```vy-copy / { out = sprintf("%s:%d.copy", start, NR); print $2 > (out "of"); close(out "of"); next }
    /^```vy-file / { out = dir "/" $2; next }
    out { print > out }
    END { if (out) { print start ": a block does not end" > "/dev/stderr"; exit 1 } }
' "$source/docs/$page.md"; done

cd "$dir"
runs=0
for file in *:*.vy; do
    grep -q '^//!' "$file" || { echo "docs/${file%.vy}: a program without a //! line"; bad=1; continue; }
    "$vyre" test "$file" >log 2>&1 || { echo "docs/${file%.vy}: the program fails:"; sed 's/^/    /' log; bad=1; }
    # The same after inlining, and once more by way of the wire form.
    "$vyre" emit "$file" --to text >inlined.vy 2>log && grep '^//!' "$file" >>inlined.vy &&
        "$vyre" test --no-race inlined.vy >log 2>&1 &&
        "$vyre" wire encode "$file" -o wire.vir 2>log && "$vyre" wire decode wire.vir -o wire.vy 2>log &&
        grep '^//!' "$file" >>wire.vy && "$vyre" test --no-race wire.vy >log 2>&1 ||
        { echo "docs/${file%.vy}: fails after inlining or on the wire:"; sed 's/^/    /' log; bad=1; }
    # The programs look as `vyre fmt` writes them, but for the one that shows how freely one may.
    grep -q '^program notes$' "$file" || "$vyre" fmt "$file" | cmp -s - "$file" ||
        { echo "docs/${file%.vy}: not as 'vyre fmt' writes it"; bad=1; }
    runs=$((runs + 1))
done
for file in *:*.error; do
    code=$(sed -n '1s,^// expect \(V[0-9]*\)$,\1,p' "$file")
    [ -n "$code" ] || { echo "docs/${file%.error}: the first line is no '// expect V…'"; bad=1; continue; }
    mv "$file" error.vy
    status=0
    "$vyre" check error.vy >log 2>&1 || status=$?
    [ $status = 1 ] && grep -q "error $code:" log || {
        echo "docs/${file%.error}: expected $code, got (exit $status):"
        sed 's/^/    /' log
        bad=1
    }
    runs=$((runs + 1))
done
for file in *:*.copy; do
    cmp -s "$file" "$source/$(cat "${file}of")" || { echo "docs/${file%.copy}: is not $(cat "${file}of")"; bad=1; }
    runs=$((runs + 1))
done
echo "$runs blocks"
exit $bad
