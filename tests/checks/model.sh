#!/bin/sh
# The megakernel's protocol as models, of host and kernel, of workers among themselves, of a GPU's
# poller and its workers, of parking where publishers do not fence, of changing the kernel, and of slots
# that wait for bytes: spin
# looks at every way they can go. The protocol holds, and with each of its rules broken the model finds
# out.
set -eu
command -v spin >/dev/null || { echo "spin is missing: make setup gets it" >&2; exit 1; }
source=${VYRE_SOURCE:-.}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source"/tests/model/*.pml "$folder"
cd "$folder"

# look MODEL NAME: what the model says with a rule broken, or with none
look() {
    spin ${2:+-D"$2"} -a "$1.pml" >said 2>&1 || { cat said >&2; exit 1; }
    ${CC:-cc} -O0 -w -DSAFETY -o pan pan.c # making it fast takes longer than it runs
    ./pan -m100000 >said 2>&1
    grep -q "errors: 0" said
}

# check MODEL RULE...
check() {
    model=$1
    shift
    if ! look "$model" ""; then
        echo "$model: the protocol does not hold:" >&2
        cat said >&2
        exit 1
    fi
    if grep -q "max search depth too small" said || ! grep -q "^Full statespace" said; then
        echo "$model: the model was not looked at whole:" >&2
        cat said >&2
        exit 1
    fi
    for rule; do
        if look "$model" "$rule"; then
            echo "$model: with $rule the model still holds: it would not notice" >&2
            exit 1
        fi
    done
}

check ring NO_HOST_FENCE NO_KERNEL_FENCE NO_SECOND_LOOK LATE_RESET BLIND_CLAIM PLAIN_COUNT \
      READ_LATE TOLD_EARLY OPEN_UNLOCKED
check change LATE_CLEAR
check misses NO_HOST_FENCE NO_SECOND_LOOK LATE TOLD_FIRST NOT_LOOKED_AT
check barrier NO_ORDER NO_THIRD_LOOK LOOK_FIRST LOOK_EARLY
check hands NO_FENCE_BETWEEN FORGOTTEN_WHEN_IDLE LEAVES_OWING COUNT_FIRST PAST_FORGOTTEN \
      BACK_BEFORE_SLOW
check queue BACK_FORGOTTEN LOCK_KEPT READY_STALE HAND_FORGOTTEN READY_UNTOLD END_IN_STEPS
