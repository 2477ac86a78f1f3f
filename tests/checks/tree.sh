#!/bin/sh
# What no committed file may hold: marks of unfinished work, paths of one machine, and bytes that
# are not text but in a corpus of the fuzz targets; and no source file may grow past 900 lines.
set -eu
cd "$VYRE_SOURCE"
bad=0
complain() {
    echo "$1"
    echo "$2" | sed 's/^/  /' | head -20
    bad=1
}
if git rev-parse --git-dir >/dev/null 2>&1; then files() { git ls-files; }; else
    files() { find . -path ./build -prune -o -type f -print; }
fi
list=$(mktemp)
trap 'rm -f "$list"' EXIT
files | grep -vE '^(\./)?(LICENSE|tests/fuzz/corpus/.*|.*\.npy)$' | while read -r f; do
    [ -f "$f" ] && echo "$f"
done >"$list"

# Written with brackets, so that these lines do not find themselves.
found=$(xargs grep -nIwE '[T]ODO|[F]IXME|[X]XX|[H]ACK|not implemented[.]|[u]nimplemented|[p]laceholder' <"$list" || true)
[ -z "$found" ] || complain "marks of unfinished work:" "$found"
found=$(xargs grep -nIE '(^|[^a-zA-Z0-9_.$}])(/[w]ork/|/[r]oot/|/[h]ome/[a-z]|/[t]mp/[a-z])' <"$list" || true)
[ -z "$found" ] || complain "paths of one machine:" "$found"
found=$(grep -E '\.[ch]$' "$list" | xargs wc -l | awk '$2 != "total" && $1 > 900 { print $2 ": " $1 " lines" }')
[ -z "$found" ] || complain "files that are hardly one subject any more:" "$found"
found=$(xargs grep -LI '' <"$list" | while read -r f; do [ ! -s "$f" ] || echo "$f"; done)
[ -z "$found" ] || complain "files that are not text:" "$found"
[ -s "$list" ] || complain "no files" "found"
exit $bad
