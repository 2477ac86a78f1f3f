#!/bin/sh
# The man page and the completion know every verb and option of the tool, and the man page no others.
#   sh tests/checks/words.sh [VYRE [SOURCE]]
set -eu
source=${2:-${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}}
vyre=${1:-${VYRE_BUILD:-$source/build/release}/vyre}
page=$(mktemp)
trap 'rm -f "$page"' EXIT
sed 's/\\-/-/g; s/\\f[A-Z]//g; s/"//g' "$source/docs/vyre.1" >"$page"
bad=0
complain() { echo "$1"; bad=1; }

known="--expect --expect-error"
for verb in $("$vyre" help --words); do
    grep -Eq "^\.(B|BI|BR) $verb( |$)" "$page" || complain "docs/vyre.1: no verb '$verb'"
    for option in $("$vyre" help --words "$verb"); do
        known="$known $option"
        grep -Eq -e "^\.(B|BI|BR) (-., |-.,  , )?$option( |,|$)|$option( |,|$)" "$page" ||
            complain "docs/vyre.1: no option '$option' of '$verb'"
    done
    "$vyre" "$verb" --help >/dev/null || complain "vyre $verb --help fails"
    "$vyre" help "$verb" >/dev/null || complain "vyre help $verb fails"
done
for option in $(grep -Eo -e '--[a-z][a-z-]*' "$page" | sort -u); do
    case " $known " in *" $option "*) ;; *) complain "docs/vyre.1: '$option' is no option" ;; esac
done

# Completes "vyre WORDS…" and prints what bash would offer.
complete() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vyre; printf "%s " "${COMPREPLY[@]}"' \
        - "$source/tools/vyre/completion.bash" "$vyre" "$@"
}
offers() {
    wanted=$1
    shift
    case " $(complete "$@") " in *" $wanted "*) ;; *) complain "completion of '$*' lacks '$wanted'" ;; esac
}
if command -v bash >/dev/null; then
    offers run r
    offers --deadline-ms run --de
    offers --race check file.vy --r
    offers oracle run file.vy --device ""
    offers encode wire ""
    offers asm emit file.vy --to ""
    offers x86-64-v3 emit file.vy --cpu x
    offers best plan file.json --pack b
    offers --svg plan file.json --s
    offers explain help ex
    offers V181 explain V18
    offers "$source/docs/vyre.1" run "$source/docs/vyre"
fi
exit $bad
