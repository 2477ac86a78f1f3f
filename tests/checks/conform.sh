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
grep -q '^60 programs from seed 7, 134 runs' text || complain "no summary: $(tail -5 text)"
grep -q '^0 failures' text || complain "no count of failures"
grep -q '^cells on oracle-dirty' text || complain "no table of the second device"
grep -q '<h1>No difference</h1>' page.html || complain "no page"
if grep -Eq 'https?:|src=|href=' page.html; then complain "the page needs something beside itself"; fi

"$vyre" conform --device oracle-host --route host --count 5 --seed 3 --json >json || complain "no JSON"
grep -q '"seed":3,"hostile":false,"level":0,"programs":5' json || complain "JSON: $(head -c 200 json)"

"$vyre" conform --device cpu --count 20 --time 60 >text || complain "cpu: $(tail -5 text)"
"$vyre" conform --device cpu --hostile --count 20 >text || complain "hostile: $(tail -5 text)"
grep -q 'a deadline or a limit ended' text || complain "nothing of hostile programs: $(tail -3 text)"
if "$vyre" conform --device nothing --count 1 >text 2>&1; then complain "a device that is not there"; fi
grep -q nothing text || complain "the device is not named: $(cat text)"
if "$vyre" conform file.vy >text 2>&1; then complain "a file is taken"; fi
[ ! -e conform-7.vy ] || complain "a file of a program that did not fail"
exit $bad
