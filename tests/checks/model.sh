#!/bin/sh
# The megakernel's protocol as a model: spin looks at every way it can go. The protocol holds, and
# with each of its rules broken the model finds out.
set -eu
command -v spin >/dev/null || { echo "spin is missing: make setup gets it" >&2; exit 1; }
source=${VYRE_SOURCE:-.}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source/tests/model/ring.pml" "$folder"
cd "$folder"

# look NAME: what the model says with a rule broken, or with none
look() {
    spin ${1:+-D"$1"} -a ring.pml >said 2>&1 || { cat said >&2; exit 1; }
    ${CC:-cc} -O2 -w -DSAFETY -o pan pan.c
    ./pan -m1000000 >said 2>&1
    grep -q "errors: 0" said
}

if ! look ""; then
    echo "the protocol does not hold:" >&2
    cat said >&2
    exit 1
fi
if grep -q "max search depth too small" said || ! grep -q "^Full statespace" said; then
    echo "the model was not looked at whole:" >&2
    cat said >&2
    exit 1
fi
for rule in NO_HOST_FENCE NO_KERNEL_FENCE NO_SECOND_LOOK LATE_RESET BLIND_CLAIM PLAIN_COUNT \
            READ_LATE OPEN_UNLOCKED; do
    if look "$rule"; then
        echo "with $rule the model still holds: it would not notice" >&2
        exit 1
    fi
done
