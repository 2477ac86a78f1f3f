#!/bin/sh
# vyre conform finds no difference where there is none, and says what it ran as text, JSON and a
# page.
set -eu
vyre=$VYRE_BUILD/vyre
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
bad=0
complain() { echo "$1"; bad=1; }

"$vyre" conform --device oracle-split --device oracle-dirty --count 60 --seed 7 --html page.html >text ||
    complain "conform fails: $(tail -5 text)"
[ "$(wc -l <text)" = 3 ] || complain "the verdict and more: $(head -5 text)"
"$vyre" conform --device oracle-split --device oracle-dirty --count 60 --seed 7 --table >text ||
    complain "conform --table fails: $(tail -5 text)"
grep -q '^60 programs from seed 7, 148 runs' text || complain "no summary: $(tail -5 text)"
grep -q '^0 failures' text || complain "no count of failures"
grep -q '^cells on oracle-dirty' text || complain "no table of the second device"
grep -q '<h1>No difference</h1>' page.html || complain "no page"
if grep -Eq 'https?:|src=|href=' page.html; then complain "the page needs something beside itself"; fi

"$vyre" conform --device oracle-host --route host --count 5 --seed 3 --json >json || complain "no JSON"
grep -q '"seed":3,"hostile":false,"level":0,"programs":5' json || complain "JSON: $(head -c 200 json)"

"$vyre" conform --device cpu --count 20 --time 60 >text || complain "cpu: $(tail -5 text)"
"$vyre" conform --device ring:cpu --count 200 >text || complain "ring:cpu: $(tail -5 text)"
grep -q '^ring:cpu runs [89].* % of them; of the others: it is a service program ([0-9]*)$' text ||
    complain "what runs in a ring: $(tail -3 text)"
"$vyre" conform --device cpu --hostile --count 20 >text || complain "hostile: $(tail -5 text)"
grep -q 'a deadline or a limit ended' text || complain "nothing of hostile programs: $(tail -3 text)"
# Asked to stop, it tells what ran, and leaves no process behind.
"$vyre" conform --device oracle-split --time 600 --threads 1 --html stopped.html >text 2>errors &
parent=$!
child=
while [ -z "$child" ] && kill -0 $parent; do child=$(ps -o pid= --ppid $parent) || child=; done
kill -TERM $parent
rc=0
wait $parent || rc=$?
[ $rc = 143 ] || complain "stopped with $rc instead of 143: $(cat errors)"
grep -q 'a signal ended it' text || complain "nothing of a signal: $(tail -3 text)"
grep -q 'programs* from seed 1' text || complain "no summary after a signal: $(tail -3 text)"
grep -q 'A signal ended it' stopped.html || complain "no page after a signal"
if [ -n "$child" ] && kill -0 $child 2>/dev/null; then complain "a process is left behind"; fi

if [ -c /dev/full ]; then
    rc=0
    "$vyre" conform --device oracle --count 1 >/dev/full 2>text || rc=$?
    [ $rc = 3 ] || complain "a full disk: $rc, $(cat text)"
fi

if "$vyre" conform --device nothing --count 1 >text 2>&1; then complain "a device that is not there"; fi
grep -q nothing text || complain "the device is not named: $(cat text)"
"$vyre" conform --device nothing --count 1 --threads 4 >text 2>&1 || :
[ "$(grep -c 'error V196' text)" = 1 ] || complain "a missing device is told more than once: $(cat text)"
# A device that can make no code at all is no failure of a program.
mkdir broken-llvm
printf '\177ELF' >broken-llvm/libvyre-llvm.so
rc=0
VYRE_LLVM=$folder/broken-llvm/libvyre-llvm.so "$vyre" conform --device cpu --count 2 >text 2>&1 || rc=$?
[ $rc = 3 ] || complain "an LLVM that cannot be loaded: $rc, $(tail -5 text)"
[ "$(grep -c 'error V301' text)" = 1 ] || complain "an LLVM that cannot be loaded: $(cat text)"
[ ! -e conform-1.vy ] || complain "a file of a program that could not be run"
if VYRE_DEVICE=nothing "$vyre" conform --count 1 >text 2>&1; then complain "VYRE_DEVICE is not looked at"; fi
for option in --count --time; do
    rc=0
    "$vyre" conform --device oracle $option 0 >text 2>&1 || rc=$?
    [ $rc = 2 ] || complain "$option 0 is taken: $rc"
done
# Files run in place of what is made.
corpus=$VYRE_SOURCE/tests/corpus
"$vyre" conform --device oracle-split "$corpus"/rows-of-three-ranges.vy >text 2>&1 || complain "a file: $(cat text)"
grep -q 'rows-of-three-ranges.vy: the same, 4 runs' text || complain "nothing of a file: $(cat text)"
"$vyre" conform --device cpu --hostile --json "$corpus"/hostile/stores-far-and-wide.vy >text || complain "a hostile file: $(cat text)"
grep -q '"end":"no harm","runs":6' text || complain "nothing of a hostile file: $(cat text)"
for words in file.vy "--count 3 $corpus/rows-of-three-ranges.vy" "--html page $corpus/rows-of-three-ranges.vy" "--table $corpus/rows-of-three-ranges.vy"; do
    if "$vyre" conform --device oracle $words >text 2>&1; then complain "conform $words is taken"; fi
    [ -s text ] || complain "conform $words: nothing is said"
done
# Files use others beside them, and rows come in any order: of several elements, of 64 bits, and
# together with the other columns of their bag.
mkdir beside
cat >beside/lib.vy <<'EOF'
fn twice(x: u32) -> u32 { return x * 2 }
EOF
cat >beside/rows.vy <<'EOF'
use "lib.vy"
program rows
in  x : u32[]
out n : atomic u32[1]
out hit : u32[2 * len(x), 3] @count(n)
out big : u64[2 * len(x)] @count(n)
each i in 0..len(x) {
    for k in 0..2 {
        let s = atomic_add(n[0], 1)
        hit[s, 0] = x[i] & 7
        hit[s, 1] = twice(k)
        hit[s, 2] = 7
        big[s] = u64(i) << 32 | u64(k)
    }
}
//! --in x=random:40:1
EOF
VYRE_CUDA=$VYRE_BUILD/tests/ptxcuda.so "$vyre" conform --device cuda --device oracle-split beside/rows.vy >text 2>&1 ||
    complain "rows: $(cat text)"
grep -q 'rows.vy: the same, 10 runs' text || complain "rows: $(cat text)"
sed 's/big\[s\]/big[atomic_add(m[0], 1)]/; s/^in  x/scratch m : atomic u32[1]\nin x/' beside/rows.vy >beside/apart.vy
rc=0
"$vyre" conform --device oracle-split beside/apart.vy >text 2>&1 || rc=$?
[ $rc = 4 ] || complain "columns that do not belong together: $rc, $(cat text)"
grep -q 'not settled.*row (hit=(' text || complain "columns that do not belong together: $(cat text)"
# Params have the values of the test line.
printf 'program p\nparam k: u32 = 1\n//! --set k=3\nout y: u32[4]\neach i in 0..4 { assert k == 3\ny[i] = k }\n' >set.vy
"$vyre" conform --device oracle-split set.vy >text 2>&1 || complain "--set: $(cat text)"
grep -q 'set.vy: the same, 4 runs' text || complain "--set: $(cat text)"
sed 's/k=3/k=x/' set.vy >bad.vy
if "$vyre" conform --device oracle-split bad.vy >text 2>&1; then complain "--set k=x is taken"; fi
grep -q "param 'k' is u32" text || complain "--set k=x: $(cat text)"
# Sums hold shares with a failure too; what failed is told, and nothing of an earlier run.
cat >tool <<'EOF'
#!/bin/sh
while [ "$1" != --seed ]; do shift; done
seed=$2 failed=0 failures=
if [ "$seed" = 11 ] && [ -e "$BROKEN" ]; then
    failed=1 failures='{"seed":14,"end":"differs","file":"conform-14.vy","program":"if x { y }"}'
    echo 'if x { y }' >conform-14.vy
fi
echo "{\"seed\":$seed,\"programs\":10,\"too_long\":0,\"runs\":12,\"failed\":$failed,\"failures\":[$failures],\"devices\":[{\"name\":\"cpu\",\"rows\":[{\"what\":\"+\",\"cells\":{\"u32\":3,\"i32\":4}}]}]}"
[ $failed = 0 ] || exit 4
EOF
chmod +x tool
touch vyre-conform libvyre.so libvyre-llvm.so broken
export BROKEN=$folder/broken
for round in 1 2; do
    rc=0
    VYRE=$folder/tool OUT=$folder/shares SHARE=10 JOBS=1 "$VYRE_SOURCE"/scripts/conform 20 >text 2>&1 || rc=$?
    [ $rc = 4 ] || complain "a failed share: $rc, $(cat text)"
    grep -q '^20 programs, 24 runs, 1 failed, 0 too long; 2 cells, the least of them 6 times' text ||
        complain "sums with a failed share: $(cat text)"
    [ "$(grep -c '^if x { y }' text)" = 1 ] || complain "the program that failed: $(cat text)"
done
printf '#!/bin/sh\nexit 143\n' >ended
chmod +x ended
rc=0
VYRE=$folder/ended OUT=$folder/shares SHARE=10 JOBS=1 "$VYRE_SOURCE"/scripts/conform 20 >text 2>&1 || rc=$?
[ $rc = 130 ] || complain "a share that was stopped: $rc, $(cat text)"
grep -q 'goes on from here' text || complain "a share that was stopped: $(cat text)"
rm broken
VYRE=$folder/tool OUT=$folder/shares SHARE=10 JOBS=1 "$VYRE_SOURCE"/scripts/conform 20 >text 2>&1 ||
    complain "shares after a mend: $(cat text)"
grep -q '^20 programs, 24 runs, 0 failed' text || complain "sums after a mend: $(cat text)"
[ "$(wc -l <text)" = 1 ] || complain "more than sums: $(cat text)"
rc=0
VYRE=$vyre OUT=$folder "$VYRE_SOURCE"/scripts/conform many >text 2>&1 || rc=$?
[ $rc = 2 ] || complain "scripts/conform many: $rc, $(cat text)"
[ ! -e conform-7.vy ] || complain "a file of a program that did not fail"
exit $bad
