#!/bin/sh
# Compiles and runs the programs of docs/ring.md, which print what the page says, and the one in
# examples/; looks at that one with `vyre mega top` while it runs, and runs its replay log again, whole,
# cut off and spoilt.
set -eu
"$VYRE_BUILD/vyre" devices | grep -q '^cpu  *cpu' || {
    [ -z "${VYRE_LLVM_BUILT:-}" ] || { echo "the cpu device is missing" && exit 1; }
    echo "skipped: there is no cpu device here"
    exit 0
}
work=$(mktemp -d)
mirror=check-ring-$$
feeder=
trap '[ -z "$feeder" ] || kill "$feeder" 2>/dev/null || :; rm -rf "$work" "/dev/shm/vyre-mega-$mirror"' EXIT
tool=$VYRE_BUILD/vyre
bad=0
awk -v dir="$work" '
    /^```/ && out { close(out); out = ""; next }
    /^```c / { out = dir "/" $2; next }
    /^```output$/ { out = dir "/expected"; next }
    out { print >> out }
' "$VYRE_SOURCE/docs/ring.md"
cd "$work"
for program in live bound reads; do
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror $program.c -o $program \
        -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
    ./$program >>found
done
cmp -s found expected || { echo "docs/ring.md:" && diff expected found && exit 1; }

${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -pthread "$VYRE_SOURCE/examples/live_ring.c" -o ring \
    -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
./ring 3000 >found
cat >expected <<'END'
gcd     of 1071 and 462 is 21; the opcode came while the others ran
hash    1500 of 1500 are right
count   1500 of 1500 are in 16 buckets
urgent  200 of 200 were answered in order
report  3201 published: 3201 done, 0 faulted, 0 refused, 0 cancelled
END
cmp -s found expected || { echo "examples/live_ring.c:" && diff expected found && bad=1; }

# Where the system has no membarrier, publishers fence.
for test in test_ring test_ring_rules test_ring_ends; do
    code=0
    VYRE_RING_BARRIER=none "$VYRE_BUILD/tests/$test" >found 2>&1 || code=$?
    [ $code != 77 ] || { grep '^skipped' found; break; }
    [ $code = 0 ] || { echo "$test without membarrier:" && cat found && bad=1; }
done

# Its mirror, from a pipe and from a terminal, while it runs and after it was killed.
./ring 1000000000000 cpu $mirror >/dev/null &
feeder=$!
until "$tool" mega top $mirror >once 2>/dev/null; do
    kill -0 $feeder || { echo "examples/live_ring.c has ended" && exit 1; }
    sleep 0.1
done
grep -q '^ended ' once && grep -q '^workers ' once || { echo "mega top, once:" && cat once && bad=1; }
"$tool" mega top | grep -q "^$mirror .* published, " || { echo "mega top does not list it" && bad=1; }
"$tool" mega top $mirror --json | grep -q '"age_ms":.*"tenant_ended":\[' ||
    { echo "mega top --json is not as it should be" && bad=1; }
if command -v script >/dev/null; then
    # q is pressed once all is there; whoever ends before that has not shown it.
    mkfifo keys
    script -fqec "'$tool' mega top $mirror" page >/dev/null <keys &
    screen=$!
    exec 3>keys
    for text in 'q ends' ' a second' "megakernel '$mirror'"; do
        until grep -q "$text" page 2>/dev/null; do
            kill -0 $screen 2>/dev/null || { echo "mega top on a terminal: no '$text' in:" && cat -v page && exit 1; }
            sleep 0.1
        done
    done
    printf q >&3
    wait $screen || { echo "mega top on a terminal: status $?" && bad=1; }
    exec 3>&-
    rm page
    # Sent to the background it leaves the terminal as it was; meanwhile another megakernel takes the
    # name, whose counts are smaller.
    cat >aside <<'END'
count() { grep -o "$1" page | wc -l; }
seen() { # TEXT TIMES SIGNAL: sends the signal until then
    while [ "$(count "$1")" -lt "$2" ] && kill -"$3" $top; do sleep 0.1; done
}
"$1" mega top "$2" &
top=$!
seen 'q ends' 2 0
kill -TSTP $top
seen '?1049l' 1 0
: >stopped
until [ -e swapped ]; do sleep 0.1; done
seen '?1049h' 2 CONT
seen 'q ends' $(($(count 'q ends') + 3)) 0
kill $top
wait $top
END
    script -fqec "sh aside '$tool' $mirror" page >/dev/null </dev/null &
    screen=$!
    until [ -e stopped ]; do sleep 0.1; done
    kill -9 $feeder && wait $feeder 2>/dev/null || :
    ./ring 1000000000000 cpu $mirror >/dev/null &
    feeder=$!
    until "$tool" mega top $mirror 2>/dev/null | grep -q '^published [0-9]'; do sleep 0.1; done
    : >swapped
    wait $screen || { echo "mega top after a stop: status $?" && bad=1; }
    [ "$(grep -o '?1049l' page | wc -l)" = 2 ] && [ "$(grep -o '?1049h' page | wc -l)" = 2 ] ||
        { echo "mega top does not leave the terminal when it is stopped:" && cat -v page && bad=1; }
    ! grep -q '18,446,744' page || { echo "mega top: rates below 0" && cat -v page && bad=1; }
fi
kill $feeder && wait $feeder 2>/dev/null || :
feeder=
until "$tool" mega top $mirror >once && grep -q '^nothing new for ' once; do
    [ -s once ] || { echo "mega top: a dead process is not told" && bad=1 && break; }
    sleep 0.1
done

# The replay log of the page's program, with one.
sed 's/vy_mega_live_params(/vy_mega_live_params(.replay = "log", /' live.c >logged.c
${CC:-cc} -std=c11 logged.c -o logged -I"$VYRE_SOURCE/include" -L"$VYRE_BUILD" -lvyre -Wl,-rpath,"$VYRE_BUILD"
./logged >found
"$tool" mega replay log >found && grep -q '^done 1,000, faulted 0,' found || { echo "mega replay:" && cat found && bad=1; }
code=0
VYRE_DEVICE=oracle "$tool" mega replay log >found 2>&1 || code=$?
[ $code = 3 ] && grep -q V455 found || { echo "mega replay by VYRE_DEVICE: status $code" && cat found && bad=1; }
size=$(wc -c <log)
head -c $((size - 5)) log >cut
"$tool" mega replay cut >found 2>&1 && grep -q '^done 999,' found && grep -q 'no whole entry' found ||
    { echo "mega replay of a log that was cut off:" && cat found && bad=1; }
{ head -c $((size / 2)) log && printf '\377\377' && tail -c +$((size / 2 + 3)) log; } >spoilt
code=0
"$tool" mega replay spoilt >found 2>&1 || code=$?
[ $code = 1 ] && grep -q 'is spoilt$' found && grep -q 'truncate -s' found ||
    { echo "mega replay of a spoilt log: status $code" && cat found && bad=1; }
truncate -s "$(sed -n 's/.*truncate -s \([0-9]*\) .*/\1/p' found)" spoilt
"$tool" mega replay spoilt >found 2>&1 && ! grep -q 'no whole entry' found ||
    { echo "mega replay of what is before a spoilt entry:" && cat found && bad=1; }

# The same on the cuda device, over a driver that interprets PTX: the example, and a log that the cpu
# device wrote.
driver=$VYRE_BUILD/tests/ptxcuda.so
if [ -e "$driver" ] && [ -e "$VYRE_BUILD/libvyre-llvm.so" ]; then
    export VYRE_CUDA="$driver"
    ./ring 200 cuda:stop_ms=0 >found && grep -q '^report  401 published: 401 done,' found ||
        { echo "examples/live_ring.c on cuda:" && cat found && bad=1; }
    "$tool" mega replay log --device cuda:stop_ms=0 >found && grep -q '^done 1,000, faulted 0,' found ||
        { echo "mega replay on another device:" && cat found && bad=1; }
fi
exit $bad
