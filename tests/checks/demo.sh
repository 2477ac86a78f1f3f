#!/bin/sh
# The demo runs, and its table is the right one: the numbers below come from a search written in
# another language over the same graph.
set -eu
source=${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE=${VYRE_BUILD:-$source/build/release}/vyre VYRE_DEMO=$dir "$source/scripts/demo" >"$dir/log"
for line in '     1       9' '     9    4961' '    11   17884' '    16       1'; do
    grep -q "^ *${line# }  #" "$dir/log" || { cat "$dir/log"; echo "no line '$line'"; exit 1; }
done
grep -q '^60000 of 60000 reached, nobody farther than 16 steps' "$dir/log"
grep -q '^\$ .*vyre run examples/bfs.vy --in row=' "$dir/log"
