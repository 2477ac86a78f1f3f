#!/bin/sh
# The tests of the vulkan device on every Vulkan driver that is here (scripts/vulkan-drivers), under
# the validation layer, which must have nothing to report.
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
cd "$VYRE_SOURCE"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
scripts/vulkan-drivers --list >"$dir/drivers"
[ -s "$dir/drivers" ] || { echo "skipped: there is no Vulkan driver; apt-get install mesa-vulkan-drivers" && exit 77; }
if [ -f /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json ]; then
    export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
else
    echo "without validation: apt-get install vulkan-validationlayers"
fi
bad=0
while read -r name file; do
    export VK_DRIVER_FILES="$file" VK_ICD_FILENAMES="$file" VYRE_CACHE="$dir/$name"
    for test in memory launch list ring trace words threads; do
        status=0
        "$VYRE_BUILD/tests/test_vulkan_$test" >"$dir/log" 2>&1 || status=$?
        if [ $status != 0 ] || grep -q -e VUID- -e 'Validation' "$dir/log"; then
            echo "test_vulkan_$test on $name, status $status:"
            grep -e VUID- -e Validation -e ERROR -e FAILED -e LINE "$dir/log" | cut -c1-400 | sed 's/^/    /'
            bad=1
        fi
    done
done <"$dir/drivers"
exit $bad
