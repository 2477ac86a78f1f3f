#!/bin/sh
# The tests that know of time pass with a clock that runs far too fast: to them that is a machine as
# much slower, where deadlines, patience and grace are over before anything is done that they are
# not to wait for.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
bad=0
# hurry TIMES TEST…
hurry() {
    times=$1
    shift
    for test; do
        code=0
        LD_PRELOAD="$VYRE_BUILD/tests/hurry.so" VYRE_HURRY=$times "$VYRE_BUILD/tests/test_$test" >"$log" 2>&1 ||
            code=$?
        [ $code = 0 ] || [ $code = 77 ] || { echo "$test, $times times as fast:" && cat "$log" && bad=1; }
    done
}
# Twenty milliseconds are a microsecond.
hurry 20000 clearing cpu_pool cuda_clear cuda_line cuda_stuck dispatch dispatch_begin graph \
    prepare ring_room
# A day, which these take for a time that does not pass, is a quarter of an hour.
hurry 100 conform_crash cuda_meet cuda_memory cuda_stop mapped mega_io oracle_limits ring_ends ring_replay run
exit $bad
