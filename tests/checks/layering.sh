#!/bin/sh
# Dependencies point one way: every #include is held against rooms.txt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

check() {
    (cd "$1" && grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*("|<vyre/)' \
        --include='*.[ch]' --include='*.def' --include='*.cpp' \
        $(ls -d src include tools examples bench 2>/dev/null) /dev/null || true) |
        awk -f "$here/layering.awk" "$here/rooms.txt" -
}

# The check sees a violation when there is one.
bad=$(mktemp -d)
trap 'rm -rf "$bad"' EXIT
mkdir -p "$bad/src/base" "$bad/src/run" "$bad/src/attic" "$bad/tools/vyre"
echo '#include "ir/program.h"' >"$bad/src/base/a.c"
echo '#include "oracle/oracle.h"' >"$bad/src/run/b.c"
echo '#include "base/base.h"' >"$bad/src/attic/c.c"
echo '#include "base/base.h"' >"$bad/tools/vyre/d.c"
echo '#include <vyre/run.h>' >"$bad/tools/vyre/e.c"
if found=$(check "$bad") || [ "$(echo "$found" | wc -l)" != 4 ]; then
    printf 'four violations expected, found:\n%s\n' "$found"
    exit 1
fi

check "$VYRE_SOURCE"

# Calls of the driver that may wait for what stays are made where that is asked to step aside.
found=$(cd "$VYRE_SOURCE" && grep -nE '(\.|->)(stream_create|graph_make)\(' src/dev/cuda/*.c | grep -v '/arbiter\.c:' || true)
if [ -n "$found" ]; then
    printf 'vyi_cuda_stream_create() and vyi_cuda_graph_make() are for this:\n%s\n' "$found"
    exit 1
fi

# The environment is read in one place: everything else arrives through params.
found=$(cd "$VYRE_SOURCE" && grep -rnE '\b(secure_)?getenv\(' src | grep -v '^src/base/settings\.c:' || true)
if [ -n "$found" ]; then
    printf 'vyi_setting() reads the environment, in src/base/settings.c:\n%s\n' "$found"
    exit 1
fi
