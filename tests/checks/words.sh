#!/bin/sh
# Help, man page and completion know every verb, option and device of the tool, and no others; the
# values that they name are values that the tool takes.
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

# ---- no verb and no option of a verb that the tool does not have ----
verbs=$("$vyre" help --words)
for verb in $(sed -n '/^\.SH VERBS/,/^\.SH OPTIONS/{/^\.TP/{n;s/^\.B[IR]* \([a-z]*\).*/\1/p}}' "$page" | sort -u); do
    echo "$verbs" | grep -qx -e "$verb" || complain "docs/vyre.1: '$verb' is no verb"
done
# has_options VERB WHERE TEXT: every --word in the text is an option of the verb.
has_options() {
    for option in $(echo "$3" | grep -Eo -e '--[a-z][a-z-]*'); do
        "$vyre" help --words "$1" | grep -qx -e "$option" || complain "$2: $1 has no option '$option'"
    done
}
for verb in $verbs; do
    has_options "$verb" "vyre help $verb" "$("$vyre" help "$verb" | sed -n '1p')"
    has_options "$verb" docs/vyre.1 "$(grep -E "^\.B[IR]* $verb( |$)" "$page")"
done
for option in $(grep -Eo -e '--[a-z][a-z-]*' "$source/tools/vyre/completion.bash" | sort -u); do
    case " $known --words " in *" $option "*) ;; *) complain "completion: '$option' is no option" ;; esac
done

# ---- devices: the tool's own list, in help and man page ----
words() { tr -c 'a-z0-9-' '\n' | grep -vx -e '' -e or -e and | sort | paste -sd' '; }
devices=$("$vyre" devices | sed -n 's/^\([^ ][^ ]*\).*/\1/p' | words)
for verb in run test conform bench mega; do
    found=$("$vyre" help "$verb" | sed -n 's/^  --device DEVICE *\([^;]*\);.*/\1/p' | words)
    [ "$found" = "$devices" ] || complain "vyre help $verb offers devices '$found', there are '$devices'"
done
found=$(sed -n '/^\.BI --device *DEVICE/{n;s/;.*//;p}' "$page" | words)
[ "$found" = "$devices" ] || complain "docs/vyre.1 offers devices '$found', there are '$devices'"

# ---- values: what help names, the tool takes ----
printf 'program p\nout y : u32[1]\neach i in 0..1 { y[i] = 7 }\n' >"$page.vy"
trap 'rm -f "$page" "$page.vy"' EXIT
takes() { # WHERE ARGUMENT…: not refused as a wrong command line
    where=$1 status=0
    shift
    "$vyre" "$@" >/dev/null 2>&1 </dev/null || status=$?
    [ $status != 2 ] || complain "$where offers '$*', which the tool refuses"
}
forms=$("$vyre" help emit | sed -n 's/^  --to FORM *//p' | words)
for form in $forms; do takes 'vyre help emit' emit "$page.vy" --to "$form"; done
found=$(sed -n '/^\.BI --to *FORM/{n;n;n;s/^prints: //p}' "$page" | words)
[ "$found" = "$forms" ] || complain "docs/vyre.1: emit prints '$found', help says '$forms'"
routes=$("$vyre" help run | sed -n 's/^  --route ROUTE *\([^:]*\):.*/\1/p' | words)
for route in $routes; do takes 'vyre help run' run "$page.vy" --device oracle --route "$route"; done
suites=$("$vyre" help bench | sed -n "s/^measure; the suites here are//p" | words)
found=$("$vyre" bench nosuch 2>&1 | sed 's/.*; there is//; s/; see .*//; s/([^)]*)//g' | words)
[ "$found" = "$suites" ] || complain "vyre help bench offers '$suites', there are '$found'"

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
    offered() { complete "$@" | words; }
    here=$("$vyre" devices | sed -n '/not here/d; s/^\([^ ][^ ]*\).*/\1/p' | words)
    [ "$(offered run file.vy --device "")" = "$here" ] ||
        complain "completion offers devices '$(offered run file.vy --device "")', here are '$here'"
    [ "$(offered emit file.vy --to "")" = "$forms" ] || complain "completion of --to: not '$forms'"
    [ "$(offered run file.vy --route "")" = "$routes" ] || complain "completion of --route: not '$routes'"
    [ "$(offered bench "")" = "$suites" ] || complain "completion of bench: not '$suites'"
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
