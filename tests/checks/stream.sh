#!/bin/sh
# Streams of the tool that are interrupted, and whose outputs fail: what was written is whole rows,
# the message names the output, and --resume ends with the bytes of an undisturbed run.
set -eu
source=${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${VYRE_BUILD:-$source/build/release}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export VYRE_LIBRARY="$source/lib" VYRE_CACHE="$dir/cache"
"$build/vyre" devices | grep -q '^cpu.*not here' && VYRE_DEVICE=oracle || VYRE_DEVICE=cpu
export VYRE_DEVICE
cd "$dir"
bad=0
complain() {
    echo "$*"
    bad=1
}

cat >find.vy <<'END'
program find
in    text  : u8[]
param base  : u64
param seen  : u32
out   found : atomic u32[1]
out   at    : u64[len(text)] @count(found)
each i in seen..len(text) {
    if i >= 1 && text[i] == 98 && text[i - 1] == 97 { at[atomic_add(found[0], 1)] = base + u64(i) }
}
END
awk 'BEGIN { srand(7); for (i = 0; i < 40000; i++) printf "%s", rand() < 0.5 ? "abcab" : "bbaab" }' >text
# find SOURCE OPTION…; with how=exec in place of this shell.
how=
find() {
    from=$1
    shift
    $how "$build/vyre" run -q find.vy --stream text="$from" --chunk 5000 --overlap 1 --base base --seen seen "$@"
}
find text --out at=want
[ -s want ] || complain "an undisturbed run writes nothing"

# Half of the bytes come, then nothing; a signal ends the wait.
for signal in INT TERM; do
    for way in named -; do
        rm -f rows rows.journal fifo
        mkfifo fifo
        case $way in
        named) { how=exec && find fifo --out at=rows 2>log; } & ;;
        *) { how=exec && find - --out at=rows <fifo 2>log; } & ;;
        esac
        tool=$!
        exec 5>fifo
        head -c 103000 text >&5
        while [ ! -s rows ]; do sleep 0.05; done
        kill -$signal $tool
        code=0
        wait $tool || code=$?
        exec 5>&-
        [ $code = 3 ] || complain "SIG$signal, $way: the exit code is $code"
        grep -q 'V512' log || complain "SIG$signal, $way: $(cat log)"
        [ $(($(wc -c <rows) % 8)) = 0 ] && cmp -s -n "$(wc -c <rows)" rows want ||
            complain "SIG$signal, $way: the rows are not those of whole chunks"
        [ -e rows.journal ] || complain "SIG$signal, $way: there is no journal"
        cat text >fifo &
        feeder=$!
        case $way in
        named) find fifo --out at=rows --resume || complain "SIG$signal: resuming failed" ;;
        *) find - --out at=rows --resume <fifo || complain "SIG$signal: resuming failed" ;;
        esac
        kill $feeder 2>/dev/null || : # where nothing was read
        wait
        cmp rows want || complain "SIG$signal, $way: other rows after resuming"
        [ ! -e rows.journal ] || complain "SIG$signal, $way: the journal is left"
    done
done

# A terminal shows how far it is.
if script -qec true /dev/null >/dev/null 2>&1; then
    mkfifo out
    : >shown
    { # the tool waits until its rows are taken
        until grep -q 'GB of 0.00 GB, .* GB/s, limited by [a-z ]*, [0-9]* s left' shown; do sleep 0.05; done
        cat
    } <out >rows &
    taker=$!
    script -qefc "'$build/vyre' run find.vy --stream text=text --chunk 5000 --overlap 1 --base base --seen seen --out at=out" \
        shown </dev/null >/dev/null || complain "on a terminal: $(cat shown)"
    wait $taker
    cmp rows want || complain "other rows beside a terminal"
fi

# A full disk and a closed pipe.
code=0
find text --out at=/dev/full 2>log || code=$?
[ $code = 1 ] && grep -q 'V510.*/dev/full.*No space left' log || complain "a full disk: $code, $(cat log)"
{
    code=0
    find text --out at=- 2>log || code=$?
    echo $code >code
} | head -c 8 >/dev/null
[ "$(cat code)" = 1 ] && grep -q 'V510.*Broken pipe' log || complain "a closed pipe: $(cat code), $(cat log)"
exit $bad
