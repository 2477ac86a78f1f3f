#!/bin/sh
# The long tests of the vulkan device on every driver that is here (scripts/vulkan-drivers): every
# eighth program in all shapes on every route, or each with VYRE_SOAK_COUNT; graphs of dispatches,
# what a driver cannot run.
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
cd "$VYRE_SOURCE"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
scripts/vulkan-drivers --list >"$dir/drivers"
[ -s "$dir/drivers" ] || { echo "skipped: there is no Vulkan driver; apt-get install mesa-vulkan-drivers" && exit 77; }
# A driver that takes more than 12 GB ends with its test, not with what else runs on the machine.
ulimit -v 12000000
bad=0
programs="all 16 1 0 8"
[ -z "${VYRE_SOAK_COUNT:-}" ] || programs=
# run WORDS…: a test program with its arguments, on the driver of the loop below.
run() {
    status=0
    "$VYRE_BUILD/tests/$1" $2 >"$dir/log" 2>&1 || status=$?
    grep -E '^(on |[0-9]+ programs, |vulkan.*: )' "$dir/log" | sed "s/^/$name: $1: /" || true
    if [ $status != 0 ]; then
        echo "$1 $2 on $name, status $status:"
        tail -40 "$dir/log" | sed 's/^/    /'
        bad=1
    fi
}
while read -r name file; do
    export VK_DRIVER_FILES="$file" VK_ICD_FILENAMES="$file" VYRE_CACHE="$dir/$name"
    run test_vulkan_limits ""
    # unit.vulkan_corpus has those of the system's.
    [ $name = lavapipe ] && [ -n "$programs" ] || run test_vulkan_corpus "$programs"
    run test_vulkan_hostile ""
    VYRE_SOAK_COUNT=60 run test_graph_random vulkan
done <"$dir/drivers"
exit $bad
