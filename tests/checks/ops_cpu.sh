#!/bin/sh
# The goldens of the pure ops once more, on the cpu device: it must print what the oracle does.
#   sh tests/checks/ops_cpu.sh
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
if [ -z "${VYRE_LLVM_BUILT:-}" ] && ! [ -e "$VYRE_BUILD/libvyre-llvm.so" ]; then
    echo "skipped: this build has no libvyre-llvm.so, so no cpu device"
    exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for file in "$VYRE_SOURCE"/tests/golden/op_*.gold; do
    sed 's/device oracle/device cpu/' "$file" >"$dir/$(basename "$file")"
    grep -q -- '--device cpu' "$dir/$(basename "$file")" || { echo "$file does not say --device oracle" && exit 1; }
done
"$VYRE_BUILD/tests/golden" --tool "$VYRE_BUILD/vyre" "$dir"

# What LLVM would take apart lane by lane stays whole vectors.
cat >"$dir/whole.vy" <<'END'
program whole
in a : u32[]
in b : u32[len(a)]
in f : f32[len(a)]
param k : u32
out q : u32[len(a)]
out r : i32[len(a)]
out s : u32[len(a)]
out t : u32[len(a)]
each i in 0..len(a) {
    q[i] = a[i] / b[i]
    r[i] = i32(a[i]) % i32(b[i])
    s[i] = a[i] % k
    t[i] = u32(f[i])
}
END
"$VYRE_BUILD/vyre" emit "$dir/whole.vy" --to asm --cpu x86-64-v4 >"$dir/whole.s"
for wanted in 'vdivpd.*zmm' 'vcvttps2udq.*zmm'; do
    grep -q "$wanted" "$dir/whole.s" || { echo "no $wanted in the code of vectors" && exit 1; }
done
# A few divisions find the place of a workgroup; one for each lane is 16 and more.
[ "$(grep -cE '^[[:space:]]+i?div[lq]' "$dir/whole.s")" -lt 16 ] || {
    echo "vectors of 32 bits are divided lane by lane"
    exit 1
}
