#!/bin/sh
# Every operation on every Vulkan driver that is here (scripts/vulkan-drivers), bit for bit as
# ops.def defines it, and what the probe finds out about the drivers that are known.
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
cd "$VYRE_SOURCE"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
scripts/vulkan-drivers --list >"$dir/drivers"
[ -s "$dir/drivers" ] || { echo "skipped: there is no Vulkan driver; apt-get install mesa-vulkan-drivers" && exit 77; }
bad=0

# The findings that are known, by what the driver calls itself. How many workgroups run at once
# depends on the machine.
known() {
    case $1 in
    *"Mesa 22.3.6"*) cat <<'END' ;;
exact: every operation but those named below
emulated: f32: fma; f64: fma
literals: floats are hidden from the driver, which computes wrongly with a 0 that it knows
shifts: counts are hidden from the driver, which shifts wrongly by some that it knows
loops: an invocation may take 65,535 passes in all, since the driver ends its loops then; more are an error
hand-offs between workgroups: no; programs whose workgroups wait for each other are refused
END
    *"Mesa 25.0.7"*) cat <<'END' ;;
exact: every operation but those named below
emulated: f32: fma; f64: fma
literals: floats are hidden from the driver, which computes wrongly with a 0 that it knows
shifts: counts are hidden from the driver, which shifts wrongly by some that it knows
hand-offs between workgroups: yes; N at once
END
    *SwiftShader*) cat <<'END' ;;
exact: every operation but those named below
emulated: f32: -x, +, -, *, /, ==, !=, <, <=, >, >=, min, max, clamp, fma, sqrt, floor, ceil; u32 to f32; f32 to bool
made of 32-bit words: u64 and i64, f64, u8 and i8, u16 and i16
absent: 64-bit atomics
hand-offs between workgroups: yes; N at once
END
    esac
}

while read -r name file; do
    export VK_DRIVER_FILES="$file" VK_ICD_FILENAMES="$file" VYRE_CACHE="$dir/$name"
    "$VYRE_BUILD/vyre" devices >"$dir/devices"
    model=$(sed -n 's/^vulkan //p' "$dir/devices")
    known "$model" >"$dir/known"
    sed -n '/^vulkan /,$p' "$dir/devices" | sed -n 's/^ *//; 3,$p' |
        sed -E 's/(at least )?[0-9]+ at once/N at once/; /^subgroups: /d' >"$dir/found"
    if [ -s "$dir/known" ] && ! diff "$dir/known" "$dir/found"; then
        echo "$name: the probe found something else than it did before (>)"
        bad=1
    fi
    for device in vulkan vulkan:words=1; do
        "$VYRE_BUILD/tests/test_every_value" $device >"$dir/log" 2>&1 ||
            { echo "test_every_value of $device on $name:" && sed 's/^/    /' "$dir/log" && bad=1; }
    done
    # With f64 made of words each function takes minutes: `make soak` has those drivers too.
    [ ! -e "$VYRE_BUILD/tests/test_math" ] || grep -q '^made of 32-bit words:.*f64' "$dir/found" ||
        "$VYRE_BUILD/tests/test_math" vulkan >"$dir/log" 2>&1 ||
        { echo "test_math of vulkan on $name:" && sed 's/^/    /' "$dir/log" && bad=1; }
    # Findings that are kept are the same.
    "$VYRE_BUILD/vyre" devices | diff "$dir/devices" - || { echo "$name: kept findings differ" && bad=1; }
done <"$dir/drivers"
exit $bad
