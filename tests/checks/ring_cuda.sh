#!/bin/sh
# The live ring on the cuda device without a GPU: a driver that interprets PTX runs its kernel
# beside the host.
set -eu
source=${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${VYRE_BUILD:-$source/build/release}
export VYRE_SOURCE="$source" VYRE_BUILD="$build" VYRE_LIBRARY="$source/lib" VYRE_GPU=1
export VYRE_CUDA="$build/tests/ptxcuda.so" VYRE_RING_DEVICE=cuda
[ -f "$VYRE_CUDA" ] || { echo "$VYRE_CUDA is not there"; exit 1; }
if [ -z "${VYRE_LLVM_BUILT:-}" ] && ! "$build/vyre" emit "$source/examples/saxpy.vy" --to ptx >/dev/null 2>&1; then
    echo "skipped: this build has no libvyre-llvm.so"
    exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export VYRE_CACHE="$dir/cache"
bad=0
run() {
    "$build/tests/$@" >"$dir/log" 2>&1 || { echo "$1 on cuda:"; sed 's/^/    /' "$dir/log"; bad=1; }
}
run test_ring
run test_ring_ends
run test_ring_rules
run test_ring_soak cuda 2000 2
exit $bad
