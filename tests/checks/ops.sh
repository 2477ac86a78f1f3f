#!/bin/sh
# A pure op is its row in ops.def and a golden: no other source file names it, neither by its
# enumerant nor by its spelling. ops.allowed lists the structural uses, each with its reason.
#   sh tests/checks/ops.sh [OP]     also prints every file that mentions OP
set -eu
: "${VYRE_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
cd "$VYRE_SOURCE"
table=src/ir/ops.def
allowed=tests/checks/ops.allowed
bad=0

# Lines "NAME spelling how", how: INFIX, PREFIX or CALL.
pure() {
    sed -n 's/^OP(\([A-Z0-9_]*\), *[0-9]*, *"\([^"]*\)", *[0-9]*, *[A-Z]*, *[A-Z_]*, *[A-Z |]*, *\([A-Z]*\).*/\1 \2 \3/p' $table
}

# Source files that mention an op, its row left out.
mentions() { # NAME spelling how
    pattern="VYI_OP_$1"
    [ "$3" != CALL ] || pattern="$pattern|\"$2\""
    grep -rlwE --include='*.[ch]' --include='*.def' -e "$pattern" src tools | grep -vx $table | sort || true
}

[ "$(pure | wc -l)" = "$(grep -c '^OP(' $table)" ] || { echo "$table: a row that this test cannot read" && exit 1; }

while read -r name spelling how; do
    for file in $(mentions "$name" "$spelling" "$how"); do
        grep -qE "^$file +([A-Z0-9_]+,)*$name(,[A-Z0-9_]+)* " $allowed || {
            echo "$name is mentioned in $file: derive it from $table, or list it in $allowed"
            bad=1
        }
    done
    [ "$how" != CALL ] || grep -rqw -- "$spelling" tests/golden || {
        echo "$name: no golden in tests/golden mentions '$spelling'"
        bad=1
    }
done <<END
$(pure)
END

# Nothing in the list has outlived its use.
while read -r file names why; do
    case $file in '' | '#'*) continue ;; esac
    [ -n "$why" ] || { echo "$allowed: no reason for $file" && bad=1; }
    for name in $(echo "$names" | tr , ' '); do
        row=$(pure | grep "^$name ") || { echo "$allowed: no pure op $name" && bad=1 && continue; }
        mentions $row | grep -qx "$file" || { echo "$allowed: $file mentions $name no more" && bad=1; }
    done
done <$allowed

# Shown for one op: the table and goldens are all there is.
show=${1:-ROTL}
row=$(pure | grep "^$show ")
echo "files that mention $show:"
set -- $row
{
    echo $table
    mentions $row
    grep -rlw --include='*.gold' -e "$2" tests/golden || true
} | sed 's/^/  /'
exit $bad
