#!/bin/sh
# The tests of the live ring on the vulkan device, on every Vulkan driver that is here
# (scripts/vulkan-drivers) whose probe grants hand-offs and that has 64-bit atomics.
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
cd "$VYRE_SOURCE"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export VYRE_RING_DEVICE=vulkan
scripts/vulkan-drivers --list >"$dir/drivers"
bad=0 ran=0
run() {
    "$VYRE_BUILD/tests/$@" >"$dir/log" 2>&1 || { echo "$1 on $name:"; sed 's/^/    /' "$dir/log"; bad=1; }
}
while read -r name file; do
    export VK_DRIVER_FILES="$file" VK_ICD_FILENAMES="$file" VYRE_CACHE="$dir/$name"
    "$VYRE_BUILD/vyre" devices >"$dir/found"
    if grep -q 'absent:.*64-bit atomics' "$dir/found" || ! grep -q 'hand-offs between workgroups: yes' "$dir/found"; then
        echo "skipped on $name: the ring is refused there"
        continue
    fi
    ran=$((ran + 1))
    run test_ring
    run test_ring_ends
    run test_ring_rules
    run test_ring_io
    run test_ring_replay
    run test_ring_mirror
    run test_ring_stops numbers
    run test_ring_soak vulkan 2000 2
done <"$dir/drivers"
[ $ran != 0 ] || { echo "skipped: no Vulkan driver here runs a live ring; see scripts/vulkan-drivers" && exit 77; }
exit $bad
