#!/bin/sh
# The live ring on the cuda device without a GPU: a driver that interprets PTX runs its kernel
# beside the host.
. "$(dirname "$0")/ptx.env"
export VYRE_RING_DEVICE=cuda
run() {
    "$build/tests/$@" >"$dir/log" 2>&1 || { echo "$1 on cuda:"; sed 's/^/    /' "$dir/log"; bad=1; }
}
run test_ring
run test_ring_ends
run test_ring_rules
run test_ring_io
run test_ring_bind
run test_ring_submit
run test_ring_wide
run test_ring_stops numbers
run test_ring_soak cuda 2000 2
exit $bad
