#!/bin/sh
# The tests that know of time pass with a clock that runs a hundred times as fast: to them that is a
# machine a hundred times as slow, where deadlines, patience and grace are over before anything is
# done that they are not to wait for.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export LD_PRELOAD="$VYRE_BUILD/tests/hurry.so" VYRE_HURRY=100
bad=0
for test in clearing conform_crash cpu_pool cuda_clear cuda_line cuda_meet cuda_memory cuda_stop cuda_stuck \
    dispatch dispatch_begin graph mapped mega_io oracle_limits prepare ring_ends ring_replay ring_room run; do
    code=0
    "$VYRE_BUILD/tests/test_$test" >"$log" 2>&1 || code=$?
    [ $code = 0 ] || [ $code = 77 ] || { echo "$test:" && cat "$log" && bad=1; }
done
exit $bad
