#!/bin/sh
# vyre bench, small: every figure is there and above nothing, in the table and as JSON. What the
# numbers are is no matter for a test.
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${VYRE_BUILD:=$VYRE_SOURCE/build/release}"
tool=$VYRE_BUILD/vyre
bad=0

# has NAME…: these figures are in $json and $table, where there is one, and what every suite has.
has() {
    for name in "$@"; do
        value=$(printf '%s\n' "$json" | sed -n "s/.*{\"name\": \"$name\", \"value\": \([0-9.e+-]*\),.*/\1/p")
        case $value in
        '' | 0) echo "no figure '$name' in: $json" && bad=1 ;;
        esac
        [ -z "$table" ] || printf '%s\n' "$table" | grep -q "^$name  " || { echo "no row '$name' in the table" && bad=1; }
    done
    for key in suite figures kernels geomean worst; do
        printf '%s\n' "$json" | grep -q "\"$key\": " || { echo "no '$key' in: $json" && bad=1; }
    done
}
json=$("$tool" bench dispatch 20 --json)
table=$("$tool" bench dispatch 20)
has 'warm empty dispatch' 'warm dispatch of one store' 'an empty one, begun + wait' \
    'plan of n segments' 'plan of 4n segments' 'twice the segments'
if "$tool" devices | grep -q '^cpu  *cpu'; then
    has 'compiling a tenth of n segments' 'compiling two fifths of n segments' 'compiling n segments'
    json=$("$tool" bench mega 2000 --json) || { echo "bench mega: status $?" && bad=1; }
    table=
    has 'round trip p50' 'round trip p99' 'a line there and back, raw p50' 'a dispatch p99' \
        'waking an idle ring' 'a futex hand-over, raw, idle' 'waking, times that' 'idle, of a core' \
        '1024 slots, batches of 64' '16384 slots, batches of 256' 'a slot on the device' \
        'urgent under load p99' 'eight tenants, difference' 'adding an opcode, first' \
        'adding it, code known' 'longest trip then' 'a buffer made and freed' \
        'the same beside a ring' 'longest trip meanwhile' \
        'text to result, 50 statements p50' 'text to result by the compiler' \
        'a statement interpreted' 'a statement compiled' 'statements until compiling pays'
    for name in '0 us, one' '1 us, many' '10 us, one' '100 us, many'; do
        printf '%s\n' "$json" | grep -Eq "\\{\"name\": \"$name\", \"size\": 1000, \"time_ms\": [0-9.e+-]+, \"peers\": .*\"pool\": .*\"dispatch\": " ||
            { echo "bench mega: no row '$name' in: $json" && bad=1; }
    done
    table=$("$tool" bench mega 2000 --only idle,turns --peers none)
    printf '%s\n' "$table" | grep -q '^eight tenants, difference  ' || { echo "bench mega: no table" && bad=1; }
    printf '%s\n' "$table" | grep -q '^Peers: not asked for' ||
        { echo "bench mega: missing peers are not told" && bad=1; }
    "$tool" bench mega --only trip 2>/dev/null && { echo "bench mega: a wrong --only is taken" && bad=1; }
fi
json=$("$tool" bench stream 9000000 --device oracle --json)
table=$("$tool" bench stream 9000000 --device oracle)
has 'kernel on resident data' 'page cache, pread loop' 'page cache, stream' 'disk, stream' 'disk, stream, CPU a GB'
json=$("$tool" bench ir 20000 --json)
table=$("$tool" bench ir 20000)
has 'text parse' 'wire decode' 'verify' 'oracle, one core' 'memory' 'oracle, barriers' 'wire encode' 'print'
# The peer is measured where it is, and named where it is not.
if command -v spirv-as >/dev/null 2>&1; then
    printf '%s\n' "$json" | grep -q '"peers": {"spirv-as": {"time_ms": [0-9]' ||
        { echo "spirv-as was not measured: $json" && bad=1; }
fi
PATH=/nowhere "$tool" bench ir 20000 | /bin/grep -q 'spirv-as is not here' ||
    { echo "a missing spirv-as is not told" && bad=1; }

# The cpu suite on a few bytes, on every device that runs programs here: the suite itself compares
# all results byte for byte, and ends with 4 where they differ.
for device in oracle cpu; do
    "$tool" devices | grep -Eq "^$device +(interpreter|cpu) " || continue
    json=$("$tool" bench cpu --device $device --size 2000 --peers openmp,expert,pocl --json \
        --only copy,triad,saxpy,reduction,scan,histogram,transpose,stencil,spmv,bfs,dfa,mandelbrot,sort,matmul) ||
        { echo "bench cpu --device $device: status $?" && bad=1; }
    for name in copy triad saxpy reduction scan histogram transpose stencil spmv bfs dfa mandelbrot sort matmul; do
        printf '%s\n' "$json" | grep -Eq "\\{\"name\": \"$name\", \"size\": [1-9][0-9]*, \"time_ms\": [0-9.e+-]+, \"peers\": \\{" ||
            { echo "bench cpu --device $device: no kernel '$name' in: $json" && bad=1; }
    done
    for key in suite figures kernels geomean worst; do
        printf '%s\n' "$json" | grep -q "\"$key\": " || { echo "no '$key' in: $json" && bad=1; }
    done
    # Peers that were built are measured, in every row and in both summaries.
    for peer in openmp:peers expert:expert; do
        [ ! -e "$VYRE_BUILD/libvyre-bench-${peer#*:}.so" ] ||
            [ "$(printf '%s\n' "$json" | grep -o "\"${peer%:*}\": " | wc -l)" = 16 ] ||
            { echo "${peer%:*} was not measured everywhere: $json" && bad=1; }
    done
done
# Forms of programs and graphs, small: results are compared there too, the graphs' also by themselves.
# With the sources of the GAP Benchmark Suite in $VYRE_GAPBS these are built and compared as well.
if "$tool" devices | grep -q '^cpu  *cpu'; then
    json=$("$tool" bench idioms --size 5000 --json) || { echo "bench idioms: status $?" && bad=1; }
    for name in select ordered literal planes sums rows tiles lines; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", " || { echo "bench idioms: no '$name' in: $json" && bad=1; }
    done
    json=$("$tool" bench math --size 5000 --json) || { echo "bench math: status $?" && bad=1; }
    for name in exp log sin pow sum; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", " || { echo "bench math: no '$name' in: $json" && bad=1; }
    done
    json=$("$tool" bench lib --size 20000 --json) || { echo "bench lib: status $?" && bad=1; }
    for name in reduce scan select unique sort pairs sorts histogram count; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", " || { echo "bench lib: no '$name' in: $json" && bad=1; }
    done
    json=$("$tool" bench tables --size 5000 --json) || { echo "bench tables: status $?" && bad=1; }
    for name in groups groups-many join words; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", " || { echo "bench tables: no '$name' in: $json" && bad=1; }
    done
    for kernel in bfs components pagerank sssp triangles; do
        json=$("$tool" bench graph --size 300 --only $kernel ${VYRE_GAPBS:+--gapbs "$VYRE_GAPBS"} --json) ||
            { echo "bench graph: status $?" && bad=1; }
        for graph in kron uniform road; do
            printf '%s\n' "$json" | grep -q "{\"name\": \"$kernel $graph\", " || { echo "bench graph: no '$kernel $graph' in: $json" && bad=1; }
        done
    done
    "$tool" bench graph --size 300 --only bfs --gapbs /nowhere >/dev/null 2>&1 && { echo "bench graph: a wrong --gapbs is taken" && bad=1; }
    for file in $(grep -l "^//!" "$VYRE_SOURCE"/bench/graph/*.vy "$VYRE_SOURCE"/bench/idioms/*.vy "$VYRE_SOURCE"/bench/math/*.vy \
        "$VYRE_SOURCE"/bench/lib/*.vy); do
        "$tool" test "$file" --device oracle >/dev/null 2>&1 || { echo "$file: its test lines fail" && bad=1; }
    done
fi
# The kernels of the cuda suite on a few bytes, over a driver that interprets PTX; the suite compares
# each with the oracle.
driver=$VYRE_BUILD/tests/ptxcuda.so
if [ -e "$driver" ] && [ -e "$VYRE_BUILD/libvyre-llvm.so" ]; then
    kernels="copy triad saxpy reduction scan histogram transpose stencil spmv bfs dfa mandelbrot sort matmul"
    json=$(VYRE_CUDA=$driver "$tool" bench cuda --device cuda:stop_ms=0 --size 6000 --peers none --json \
        --only $(echo $kernels | tr ' ' ,)) || { echo "bench cuda, kernels: status $?" && bad=1; }
    for name in $kernels; do
        printf '%s\n' "$json" | grep -Eq "\\{\"name\": \"$name\", \"size\": [1-9][0-9]*, \"time_ms\": [0-9.e+-]+, \"peers\": \\{\\}" ||
            { echo "bench cuda: no kernel '$name' in: $json" && bad=1; }
    done
fi
# The live ring there, some of it: an interpreter is no place to measure.
if [ -e "$driver" ] && [ -e "$VYRE_BUILD/libvyre-llvm.so" ]; then
    json=$(VYRE_CUDA=$driver "$tool" bench mega 20 --device cuda:stop_ms=0 --peers none --only idle,turns --json) ||
        { echo "bench mega --device cuda: status $?" && bad=1; }
    for name in 'idle, of a core' 'eight tenants, difference'; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", \"value\": " ||
            { echo "bench mega --device cuda: no figure '$name' in: $json" && bad=1; }
    done
fi
# What the cuda suite has beside kernels, small, on a driver that interprets PTX: levels of graphs
# are compared there with those of a search on the host.
driver=$VYRE_BUILD/tests/ptxcuda.so
if [ -e "$driver" ] && [ -e "$VYRE_BUILD/libvyre-llvm.so" ]; then
    json=$(VYRE_CUDA=$driver "$tool" bench cuda --device cuda:stop_ms=0 --size 4096 --peers none --json \
        --only rate,launch,barrier,rounds,fixpoint,lattice,kronecker,start) ||
        { echo "bench cuda: status $?" && bad=1; }
    for name in copy 'empty dispatch, p50' 'empty dispatch, p99' 'barrier, 2 x 256' \
        'x\[g\] += 1 + barrier, 2' 'fixpoint pass, native' 'fixpoint pass, resident' \
        'bfs lattice, a level' 'bfs kronecker, a level' 'cold start, context included' \
        'the same, code on disk'; do
        printf '%s\n' "$json" | grep -q "{\"name\": \"$name\", \"value\": " ||
            { echo "bench cuda: no figure '$name' in: $json" && bad=1; }
    done
    for file in "$VYRE_SOURCE"/bench/cuda/*.vy; do
        VYRE_CUDA=$driver "$tool" test "$file" --device cuda:stop_ms=0 --no-race >/dev/null 2>&1 &&
            "$tool" test "$file" --device oracle >/dev/null 2>&1 ||
            { echo "$file: its test lines fail" && bad=1; }
    done
fi
for file in "$VYRE_SOURCE"/bench/vulkan/*.vy; do
    case $file in */nothing.vy) continue ;; esac # has no results
    "$tool" test "$file" --device oracle >/dev/null 2>&1 ||
        { echo "$file: its test lines fail" && bad=1; }
done
# A peer that is left out is told, and a kernel that does not exist is an error.
"$tool" bench cpu --device oracle --size 2000 --only copy --peers none | grep -q '^openmp: not asked for' ||
    { echo "a missing peer is not told" && bad=1; }
"$tool" bench cpu --device oracle --only copi 2>/dev/null && { echo "a wrong --only is taken" && bad=1; }
"$tool" bench nothing 2>/dev/null && bad=1
[ "$("$tool" bench nothing 2>&1 | grep -c "'ir'")" -ge 1 ] || { echo "the suites are not named" && bad=1; }
exit $bad
