#!/bin/sh
# The cuda device without a GPU: a driver that interprets PTX runs the examples and the goldens of
# the ops with virtual workgroups and without.
. "$(dirname "$0")/ptx.env"
for file in "$source"/examples/*.vy; do
    name=$(basename "$file" .vy)
    cat "$file" >"$dir/$name.vy"
    if [ -f "${file%.vy}.test" ]; then cat "${file%.vy}.test" >>"$dir/$name.vy"; fi
    grep -q '^//!' "$dir/$name.vy" || continue
    for virtual in 0 1; do
        "$build/vyre" test "$dir/$name.vy" --device "cuda:virtual_groups=$virtual:stop_ms=0" --no-race --deadline-ms 0 >"$dir/log" 2>&1 ||
            { echo "$name, virtual_groups=$virtual:"; sed 's/^/    /' "$dir/log"; bad=1; }
    done
done
mkdir "$dir/ops"
for file in "$source"/tests/golden/op_*.gold; do
    sed 's/--device oracle/--device cuda:stop_ms=0/;s/device oracle/device cuda/' "$file" >"$dir/ops/$(basename "$file")"
done
"$build/tests/golden" --tool "$build/vyre" "$dir/ops" || bad=1
exit $bad
