#!/bin/sh
# Applies the fix of every error and warning to the program that provoked it: the result must verify,
# without warnings, and pass its //! lines, which also look for races. The cases of tests/fixes/*.fix:
#
#   === what is wrong
#   V017: s += 1          each diagnostic of the provoking program in order, with its fix
#    program p            ' ': a line of both programs
#   -    s++              '-': of the provoking one alone
#   +    s += 1           '+': of the fixed one alone
#    $ vyre test p.vy     a command in place of 'vyre check p.vy' ('-') and 'vyre test p.vy' ('+')
#   @ shapes.vy           the lines that follow belong to this file, not to p.vy
#   ? 's += 1'            a piece of right code that `vyre explain` of the first code shows
#
# Code between the apostrophes of a fix must stand in the fixed program ('…' stands for anything); of
# several such pieces each must stand in one of the cases with that fix. A fix without apostrophes is
# code as a whole; 'V003~' instead of 'V003:' says that the case follows words of the fix. Every code
# of the language, of running and of plans has a case, or a reason in tests/fixes/without.txt.
#   sh tests/checks/fixes.sh [--update] [FILE.fix…]    (--update rewrites the lines with the fixes)
set -eu
source=${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
vyre=$(readlink -f "${VYRE_BUILD:-$source/build/release}/vyre")
[ -x "$vyre" ] || { echo "$vyre is not there"; exit 1; }
update=0
if [ "${1:-}" = --update ]; then
    update=1
    shift
fi
all=0
if [ $# = 0 ]; then
    all=1
    set -- "$source"/tests/fixes/*.fix
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
PATH=$(dirname "$vyre"):$PATH
VYRE_LIBRARY=$source/lib
NO_COLOR=1
LC_ALL=C
VYRE_DEVICE=oracle # is there in every build
export PATH VYRE_LIBRARY NO_COLOR LC_ALL VYRE_DEVICE
awk -v dir="$dir" -v update=$update -v all=$all -v list="$source/src/base/diag.def" \
    -v without="$source/tests/fixes/without.txt" -f "$source/tests/checks/fixes.awk" "$@"
