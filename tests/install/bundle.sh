#!/bin/sh
# What scripts/pack gathers stands alone: from a copy in another folder, without anything else of this
# tree, `vyre bench cpu` runs, and licences of what is inside lie beside it.
set -eu
cd "$VYRE_SOURCE"
[ -f "$VYRE_BUILD/libvyre-llvm.so" ] || { echo "skipped: this build has no libvyre-llvm.so" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
scripts/pack --gather "$VYRE_BUILD" "$work/made"
mv "$work/made" "$work/elsewhere"
cd "$work"
mkdir home
alone() { env -i PATH=/usr/bin:/bin HOME="$work/home" "$work/elsewhere/vyre" "$@"; }

alone bench cpu --size 65536 --only copy,bfs,start --peers none --json >figures ||
    { echo "bench cpu failed in a packed folder" && cat figures && exit 1; }
for name in '"bfs from a cold process"' '"copy"' '"bfs"'; do
    grep -q "$name" figures || { echo "bench cpu: no $name in:" && cat figures && exit 1; }
done
printf 'program u\nuse "hash.vy"\nout y : u32[1]\neach i in 0..1 { y[i] = 7 }\n' >use.vy
alone check use.vy
for file in LICENSE README.md docs/language.md examples/bfs.vy; do
    [ -f "elsewhere/share/doc/vyre/$file" ] || { echo "not packed: $file" && exit 1; }
done
if readelf -d elsewhere/libvyre-llvm.so | grep -q 'NEEDED.*libLLVM'; then exit; fi
grep -q 'LLVM Exceptions to the Apache 2.0 License' elsewhere/share/doc/vyre/licences/LLVM.txt
