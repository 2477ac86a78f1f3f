#!/bin/sh
# docs/waves.md: its file is planned as the page says, its program prints what stands there, and its
# picture is the one that the tool draws.
set -eu
page=$VYRE_SOURCE/docs/waves.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```/ && out { close(out); out = ""; next }
    /^```(json|c|vy|output) / { out = dir "/" $2; next }
    /^```(output|printed|graphed)$/ { out = dir "/" substr($0, 4); next }
    out { print >> out }
' "$page"
cd "$work"
same() { cmp -s "$1" "$2" || { echo "docs/waves.md: $3:" && diff "$1" "$2" | head -20 && exit 1; }; }

sed 1d output >expected
"$VYRE_BUILD/vyre" plan waves.json | head -n "$(wc -l <expected)" >found
same expected found "$(head -n 1 output)"

${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror plan.c -o plan -I"$VYRE_SOURCE/include" \
    -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
./plan >found
same printed found plan.c

${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror graph.c -o graph -I"$VYRE_SOURCE/include" \
    -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
./graph >found
same graphed found graph.c

sed -n 's/^\$ vyre//p' pair.txt | VYRE_DEVICE=oracle xargs "$VYRE_BUILD/vyre" >found 2>/dev/null
sed 1d pair.txt >expected
same expected found "$(head -n 1 pair.txt)"

"$VYRE_BUILD/vyre" plan "$VYRE_SOURCE/docs/waves.json" --svg found.svg >/dev/null
same "$VYRE_SOURCE/docs/waves.svg" found.svg "the picture (vyre plan docs/waves.json --svg docs/waves.svg)"
