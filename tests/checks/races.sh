#!/bin/sh
# The race detector against the examples. As they are, none is reported. With any one of their
# barriers taken out, `vyre check --race` must report a race, an unordered store or differing bytes,
# with a line; tests/races/exceptions.txt lists what cannot show, with the reason. The hand-off in
# chain.vy is fine with release and acquire, and reported with either made relaxed.
#   sh tests/checks/races.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=$(readlink -f "${1:-${VYRE_BUILD:-$source/build/release}/vyre}")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
inputs=$source/tests/races/inputs.txt
exceptions=$source/tests/races/exceptions.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE_LIBRARY=$source/lib
export VYRE_LIBRARY
cd "$dir"
bad=0
removed=0

complain() {
    echo "$1"
    sed 's/^/    /' log
    bad=1
}
check() { # FILE ARGUMENTS: runs the detector, output in log
    status=0
    "$vyre" check "$1" --race $2 >log 2>&1 || status=$?
}
reported() { # FILE: exit 1 and one of the findings on a line of the file
    [ $status = 1 ] && grep -qE "^$1:[0-9]+:[0-9]+: error V(199|200|201):" log
}
# The N-th barrier of a file taken out; comments do not count. Fails when there is no such one.
without() {
    awk -v want="$2" '
        { code = $0; sub(/\/\/.*/, "", code) }
        code ~ /(^|[^a-z_])barrier (grid|workgroup)/ && ++n == want { sub(/barrier (grid|workgroup)/, ""); done = 1 }
        { print }
        END { exit !done }' "$1"
}

for file in "$source"/examples/*.vy; do
    name=$(basename "$file" .vy)
    args=$(sed -n "s/^$name  *//p" "$inputs")
    [ -n "$args" ] || { echo "$name: no line in $inputs"; bad=1; continue; }
    cp "$file" "$name.vy"
    check "$name.vy" "$args"
    [ $status = 0 ] || complain "$name: reported although it is settled:"
    n=1
    while without "$file" $n >"$name.vy"; do
        check "$name.vy" "$args"
        if grep -q "^$name  *$n " "$exceptions"; then
            ! reported "$name.vy" || complain "$name: barrier $n is reported: it is no exception any more"
        else
            reported "$name.vy" || complain "$name without barrier $n: nothing is reported"
        fi
        removed=$((removed + 1))
        n=$((n + 1))
    done
done

args=$(sed -n 's/^chain  *//p' "$inputs")
for word in acquire release; do
    sed "s/, $word)/, relaxed)/" "$source/examples/chain.vy" >chain.vy
    ! cmp -s chain.vy "$source/examples/chain.vy" || { echo "chain.vy has no $word any more"; bad=1; }
    check chain.vy "$args"
    reported chain.vy || complain "chain.vy with relaxed for $word: nothing is reported"
done

echo "$removed barriers taken out"
[ $removed -ge 15 ] || { echo "too few"; bad=1; }
exit $bad
