#!/bin/sh
# Compiles and runs the programs of docs/embedding.md: the C one has under 60 lines, both print what
# the page says, on the oracle, on one without a grid barrier, and on the cpu where it is here. The
# parts are compiled too.
set -eu
page=$VYRE_SOURCE/docs/embedding.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```/ && out { close(out); out = ""; next }
    /^```(vy|c|cpp) / { out = dir "/" $2; next }
    /^```output$/ { out = dir "/expected"; next }
    /^```c-part$/ { out = dir "/part"; next }
    out { print >> out }
' "$page"
cd "$work"
lines=$(wc -l <levels.c)
[ "$lines" -lt 60 ] || { echo "docs/embedding.md: the C program has $lines lines" && exit 1; }
"$VYRE_BUILD/vyre" fmt bfs.vy | cmp -s - bfs.vy || { echo "docs/embedding.md: bfs.vy is not formatted" && exit 1; }
# What the parts need around them.
{
    echo '#include <vyre/vyre.h>'
    echo 'vy_status part(vy_context *ctx, vy_pipeline *bfs, vy_buffer *levels, const vy_arg *args);'
    echo 'vy_status part(vy_context *ctx, vy_pipeline *bfs, vy_buffer *levels, const vy_arg *args)'
    echo '{ vy_status status; vy_stats stats;'
    cat part
    echo 'return status; }'
} >part.c

strict='-Wall -Wextra -Wpedantic -Werror'
set -- -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
${CC:-cc} -std=c11 $strict part.c -c -I"$VYRE_SOURCE/include" -o part.o
${CC:-cc} -std=c11 $strict levels.c -o levels-c "$@"
${CXX:-c++} -std=c++17 $strict levels.cpp -o levels-cpp "$@"
devices='oracle oracle-split'
"$VYRE_BUILD/vyre" devices | grep -q '^cpu  *cpu' && devices="$devices cpu"
for device in $devices; do
    for program in levels-c levels-cpp; do
        VYRE_DEVICE=$device "./$program" >found
        cmp -s found expected ||
            { echo "docs/embedding.md: $program on $device:" && diff expected found && exit 1; }
    done
done
