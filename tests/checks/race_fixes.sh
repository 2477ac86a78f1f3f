#!/bin/sh
# Applies every fix that a race report can suggest. A file of tests/races/fixes holds
#   remedy: NAME …   rows of src/oracle/remedies.def that the report consists of
#   args: …          for `vyre check --race`; data that make several workgroups
#   groups: 1        only where the remedy is about programs of one workgroup
#   === racy         the program that provokes it
#   === fixed TEXT   that program after the fix; TEXT is the part of the report that was applied
# The report must consist of these remedies and hold TEXT; the code that TEXT quotes must stand in
# the fixed program, which verifies, is settled with several workgroups, and passes its //! lines.
# Each piece of code that remedies.def quotes must have been applied somewhere.
#   sh tests/checks/race_fixes.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=$(readlink -f "${1:-${VYRE_BUILD:-$source/build/release}/vyre}")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
remedies=$source/src/oracle/remedies.def
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
LC_ALL=C
VYRE_DEVICE=oracle
export LC_ALL VYRE_DEVICE
bad=0
fixes=0

complain() { # WHAT [FILE]
    echo "$name: $1"
    [ $# = 1 ] || sed 's/^/    /' "$2"
    bad=1
}
header() { # KEY: what a line of the file's head says
    sed -n "/^===/q; s/^$1: *//p" "$file"
}

# NAME<tab>text of each remedy.
sed -n 's/^REMEDY(\([A-Z_]*\), "\(.*\)")$/\1	\2/p' "$remedies" >texts
name=remedies.def
[ "$(grep -c '^REMEDY(' "$remedies")" -eq "$(grep -c . texts)" ] || complain "a row has another form"
: >applied

cat >functions.awk <<'AWK'
# A regular expression for a text, with anything for {…}.
function pattern(text,   i, c, out) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{" && match(substr(text, i), /^[{][a-z]+[}]/)) {
            out = out ".*"
            i += RLENGTH - 1
        } else {
            out = out (c ~ /[][(){}.*+?|^$\\]/ ? "[" c "]" : c)
        }
    }
    return out
}
# The pieces of code in a text, and how many they are.
function quoted(text, pieces,   n) {
    n = 0
    while (match(text, /'[^']*'/)) {
        pieces[++n] = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
    }
    return n
}
AWK
# texts log: the fixes that consist of the remedies `names`.
cat >matching.awk <<'AWK'
FILENAME == "texts" { split($0, row, "\t"); text[row[1]] = row[2]; next }
FNR == 1 {
    count = split(names, name, " ")
    for (k = 1; k <= count; k++)
        all = all (name[k] in text ? pattern(text[name[k]]) : "no such remedy")
}
sub(/^ *fix: /, "") && $0 ~ ("^" all "$")
AWK
# applied-text program: the quoted pieces that are missing. "…" stands for anything.
cat >missing.awk <<'AWK'
FILENAME == "phrase" { count = quoted($0, piece); next }
{ program = program " " $0 }
END {
    gsub(/[ \t]+/, " ", program)
    for (k = 1; k <= count; k++) {
        rest = program
        parts = split(piece[k], part, "…")
        for (p = 1; p <= parts; p++) {
            gsub(/^ +| +$/, "", part[p])
            at = part[p] == "" ? 1 : index(rest, part[p])
            if (!at) { print piece[k]; break }
            rest = substr(rest, at + length(part[p]))
        }
    }
}
AWK
# texts applied: quoted pieces of the remedies that no fix has applied.
cat >left.awk <<'AWK'
FILENAME == "texts" {
    split($0, row, "\t")
    n = quoted(row[2], piece)
    for (k = 1; k <= n; k++)
        wanted[row[1] "\t" piece[k]] = 1
    if (!n)
        wanted[row[1] "\t"] = 1
    next
}
{
    split($0, row, "\t")
    for (w in wanted) {
        split(w, want, "\t")
        if (want[1] == row[1] && row[2] ~ ("^" pattern(want[2]) "$"))
            delete wanted[w]
    }
}
END { for (w in wanted) print w }
AWK

for file in "$source"/tests/races/fixes/*.txt; do
    name=$(basename "$file" .txt)
    names=$(header remedy)
    args=$(header args)
    groups=$(header groups)
    rm -f racy.vy fixed.*.vy phrase.*
    awk '/^=== racy$/ { out = "racy.vy"; next }
         sub(/^=== fixed /, "") { n++; out = "fixed." n ".vy"; print > ("phrase." n); next }
         out { print > out }' "$file"
    status=0
    "$vyre" check racy.vy --race $args >log 2>&1 || status=$?
    [ $status = 1 ] || complain "no race is reported" log
    awk -v names="$names" -f functions.awk -f matching.awk texts log >fix
    [ -s fix ] || complain "no report consists of $names" log
    n=1
    while [ -f "fixed.$n.vy" ]; do
        cp "phrase.$n" phrase
        grep -qF -f phrase fix || complain "the report does not say: $(cat phrase)" fix
        awk -f functions.awk -f missing.awk phrase "fixed.$n.vy" >missing
        [ ! -s missing ] || complain "fixed program $n has not what the fix tells to write:" missing
        ! cmp -s racy.vy "fixed.$n.vy" || complain "fixed program $n is the racy one"
        "$vyre" check "fixed.$n.vy" --race $args >log 2>&1 || complain "fixed program $n is not settled" log
        grep -q "settled: .* (${groups:-[0-9]*} workgroup" log || complain "fixed program $n: no verdict" log
        if [ -z "$groups" ] && grep -q '([01] workgroup' log; then
            complain "fixed program $n ran with one workgroup" log
        fi
        grep -q '^//! .*--expect' "fixed.$n.vy" || complain "fixed program $n expects nothing"
        "$vyre" test "fixed.$n.vy" >log 2>&1 || complain "fixed program $n gives another result" log
        for remedy in $names; do
            printf '%s\t\n' "$remedy"
            awk -v remedy="$remedy" -f functions.awk -f /dev/stdin phrase <<'AWK'
{ n = quoted($0, piece); for (k = 1; k <= n; k++) print remedy "\t" piece[k] }
AWK
        done >>applied
        fixes=$((fixes + 1))
        n=$((n + 1))
    done
    [ $n -gt 1 ] || complain "no fixed program"
done

name=remedies.def
awk -f functions.awk -f left.awk texts applied | sort >left
[ ! -s left ] || complain "no file of tests/races/fixes applies these:" left
echo "$fixes fixes applied"
[ $fixes -ge 30 ] || { echo "too few"; bad=1; }
exit $bad
