#!/bin/sh
# Every planted bug of tests/mutants can still be planted: its old text stands in its file once, and
# the tests that are to catch it exist.
set -eu
cd "$VYRE_SOURCE"
scripts/mutants --check
# And it would be seen where it is not so.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# refused WORDS LINE…: the table of these lines fails, and the message has the words.
refused() {
    words=$1
    shift
    printf '%s\n' "$@" >"$dir/one.mut"
    if TABLES=$dir/one.mut scripts/mutants --check 2>"$dir/said" || ! grep -qF "$words" "$dir/said"; then
        echo "scripts/mutants --check does not say '$words' of:" && cat "$dir/one.mut" "$dir/said"
        exit 1
    fi
}
printf 'one\ntwo\ntwo\n' >"$dir/text"
file="file $dir/text" old='- one' new='+ three'
refused 'its old text is not in' 'mutant a' "$file" 'by unit.wire' '- four' "$new"
refused 'more than once' 'mutant a' "$file" 'by unit.wire' '- two' "$new"
refused 'its texts are the same' 'mutant a' "$file" 'by unit.wire' "$old" '+ one'
refused 'no check is to catch it' 'mutant a' "$file" "$old" "$new"
refused 'no check unit.absent' 'mutant a' "$file" 'by unit.wire unit.absent/3' "$old" "$new"
refused 'no check golden.absent' 'mutant a' "$file" 'by golden.absent' "$old" "$new"
refused 'no check checks.absent' 'mutant a' "$file" 'by checks.absent' "$old" "$new"
refused 'no check wire' 'mutant a' "$file" 'by wire' "$old" "$new"
refused 'no check unit.cuda_corpus/absent' 'mutant a' "$file" 'by unit.cuda_corpus/absent' "$old" "$new"
refused 'no check unit.cuda_corpus/found:absent' 'mutant a' "$file" 'by unit.cuda_corpus/found:absent' "$old" "$new"
refused 'more than one bug called a' 'mutant a' "$file" 'by unit.wire' "$old" "$new" 'mutant a' 'by unit.wire'
