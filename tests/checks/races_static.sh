#!/bin/sh
# The races that `vyre check` sees without running, held against the oracle (tests/races/static):
#   racy-*.vy   one warning, with the code and the line of `// expect`; with the data of `// data`
#               the oracle reports the race
#   quiet-*.vy  no warning, and the oracle finds it settled
#   way-*.vy    what the warnings advise, applied: no warning, settled, and the right result
# No program of the tree that is settled earns such a warning.
#   sh tests/checks/races_static.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=$(readlink -f "${1:-${VYRE_BUILD:-$source/build/release}/vyre}")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE_LIBRARY=$source/lib
export VYRE_LIBRARY
warning='warning V14[345]:'
bad=0
racy=0
quiet=0

complain() {
    echo "$1"
    sed 's/^/    /' "$dir/log"
    bad=1
}
warns() { # FILE: its warnings in log
    "$vyre" check "$1" >"$dir/log" 2>&1 || complain "$1: does not verify:"
    grep -q "$warning" "$dir/log"
}
verdict() { # FILE DATA WORD
    "$vyre" check --race "$1" $2 >"$dir/log" 2>&1 || true
    grep -q "^$1: $3" "$dir/log" || complain "$1: the oracle does not find it $3:"
}

cd "$source/tests/races/static"
for file in racy-*.vy; do
    read -r _ _ code line <"$file"
    warns "$file" || true
    grep -q "^$file:$line:[0-9]*: warning $code:" "$dir/log" || complain "$file: no $code at line $line:"
    [ "$(grep -c "$warning" "$dir/log")" = 1 ] || complain "$file: not one warning:"
    data=$(sed -n '2s,^// data,,p' "$file")
    verdict "$file" "$data" racy
    grep -q "^$file:$line:\|line $line\| $file:$line:" "$dir/log" || complain "$file: the oracle names other lines:"
    "$vyre" run "$file" $data >"$dir/log" 2>&1 || complain "$file: a warning is no error:"
    grep -q "$warning" "$dir/log" || complain "$file: 'vyre run' does not warn:"
    racy=$((racy + 1))
done
for file in quiet-*.vy; do
    ! warns "$file" || complain "$file: a warning:"
    verdict "$file" "$(sed -n '1s,^// data,,p' "$file")" settled
done
for file in way-*.vy; do
    ! warns "$file" || complain "$file: a warning:"
    "$vyre" test "$file" >"$dir/log" 2>&1 || complain "$file: fails:"
done

# The programs of the tree, and those of the manual.
for page in language tutorial; do awk -v start="$dir/$page" -v dir="$dir" '
    /^```/ && out { close(out); out = ""; next }
    /^```vy$/ { out = sprintf("%s:%d.vy", start, NR); next }
    /^```vy-file / { out = dir "/" $2; next }
    out { print > out }' "$source/docs/$page.md"; done
for file in "$source"/examples/*.vy "$source"/lib/*.vy "$source"/tests/corpus/*.vy \
    "$source"/tests/uniform/ok-*.vy "$dir"/*:*.vy; do
    [ -f "$file" ] || continue
    ! warns "$file" || complain "$file: a warning:"
    quiet=$((quiet + 1))
done

# Barriers of the examples taken out: how many are missed without data.
taken=0
seen=0
for file in "$source"/examples/*.vy; do
    n=1
    while awk -v want="$n" '
        { code = $0; sub(/\/\/.*/, "", code) }
        code ~ /(^|[^a-z_])barrier (grid|workgroup)/ && ++n == want { sub(/barrier (grid|workgroup)/, ""); done = 1 }
        { print }
        END { exit !done }' "$file" >"$dir/less.vy"; do
        taken=$((taken + 1))
        n=$((n + 1))
        ! warns "$dir/less.vy" || seen=$((seen + 1))
    done
done
echo "$racy racy programs, $quiet quiet ones; $seen of $taken barriers taken out are missed at once"
[ $racy -ge 25 ] && [ $quiet -ge 100 ] && [ $seen -ge 5 ] || { echo "too few"; bad=1; }
exit $bad
