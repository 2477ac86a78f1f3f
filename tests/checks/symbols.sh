#!/bin/sh
# What the libraries show: vy_ outside, vyi_ inside, one soname, few needs, no mutable globals.
set -eu
cd "$VYRE_BUILD"
bad=0
complain() {
    echo "$1"
    echo "$2" | sed 's/^/  /' | head -40
    bad=1
}

names=$(nm -g --defined-only libvyre.a 2>/dev/null | awk 'NF == 3 { print $3 }' |
    grep -vE '^(vy|vyi)_[a-z0-9_]+$' || true)
[ -z "$names" ] || complain "libvyre.a: external symbols without the prefix vy_ or vyi_:" "$names"

exported=$(nm -D --defined-only libvyre.so | awk '$2 != "A" { print $3 }')
names=$(echo "$exported" | grep -vE '^vy_[a-z0-9_]+@@VYRE_0$' || true)
[ -z "$names" ] || complain "libvyre.so: exports that are no vy_ symbol of version VYRE_0:" "$names"

# Declared and exported are the same list.
list=$(mktemp)
trap 'rm -f "$list"' EXIT
echo "$exported" | sed 's/@.*//' | sort >"$list"
# The inline functions of the headers are exported too, for callers without a C compiler.
declared=$({
    cat "$VYRE_SOURCE"/include/vyre/*.h | sed 's|//.*||' | grep -v '^#' | tr '\n' ' ' |
        tr ';{}' '\n\n\n' |
        sed -nE 's/.*VY_(API|INLINE)[^(]*[ *](vy_[a-z0-9_]*)\(.*/\2/p'
    sed -nE 's/^VY_DEFAULTS\(.*, (vy_[a-z0-9_]*)\)$/\1/p' "$VYRE_SOURCE"/include/vyre/*.h
} | sort)
names=$(echo "$declared" | comm -23 - "$list")
[ -z "$names" ] || complain "declared in include/vyre and defined nowhere:" "$names"
names=$(echo "$declared" | comm -13 - "$list")
[ -z "$names" ] || complain "libvyre.so: exported and declared in no public header:" "$names"

dynamic=$(readelf -d libvyre.so)
soname=$(echo "$dynamic" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = libvyre.so.0 ] || complain "libvyre.so: soname" "'$soname', libvyre.so.0 expected"
names=$(echo "$dynamic" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
    grep -vE '^(libc|libm|libpthread|libdl|libb2|liburing|ld-linux[a-z0-9-]*)\.so\.[0-9]+$' || true)
[ -z "$names" ] || complain "libvyre.so needs more than libc, libm, pthreads, libdl, libb2 and liburing:" "$names"

# mutable FILE…: variables in objects that are not constant.
mutable() {
    objdump -t "$@" 2>/dev/null |
        awk 'NF > 3 && $(NF-2) ~ /^\.t?(data|bss)/ && $(NF-2) !~ /^\.data\.rel\.ro/ && $NF !~ /^\./ { print $NF, $(NF-2) }'
}
# Two alone, which all devices of a process share: what runs on the GPU, and what is known of Vulkan
# drivers. See src/dev/cuda/arbiter.c and src/dev/vulkan/vulkan_process.c.
names=$(mutable libvyre.a | grep -vE '^(the_gpus|the_drivers) ' || true)
[ -z "$names" ] || complain "libvyre.a: variables that are not constant:" "$names"

if [ -f libvyre-llvm.so ]; then
    names=$(nm -D --defined-only libvyre-llvm.so | awk '{ print $3 }')
    [ "$names" = vyi_llvm_open ] || complain "libvyre-llvm.so: exports vyi_llvm_open alone, not:" "$names"
    objects=$(ls CMakeFiles/vyre_llvm_objects.dir/src/gen/llvm/*.o)
    names=$(nm -g --defined-only $objects | awk 'NF == 3 { print $3 }' | grep -vE '^vyi_[a-z0-9_]+$' || true)
    [ -z "$names" ] || complain "libvyre-llvm.so: external symbols without the prefix vyi_:" "$names"
    # LLVM's registry of targets is filled once a process.
    names=$(mutable $objects | grep -vE '^once(\.[0-9]+)? ' || true)
    [ -z "$names" ] || complain "libvyre-llvm.so: variables that are not constant:" "$names"
fi
exit $bad
