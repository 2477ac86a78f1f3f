#!/bin/sh
# Runs the README: its ```vy NAME blocks are files, its ```console blocks commands and what they
# print. Becomes one golden file, so that a difference is shown the same way.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '
    /^```vy / { kind = "file"; files = files "=== file " $2 "\n"; blocks++; next }
    /^```console$/ { kind = "console"; blocks++; next }
    /^```/ { kind = ""; next }
    kind == "file" { files = files $0 "\n"; lines++ }
    kind == "console" && /^\$ / { commands = commands $0 " 2>&1\n"; next }
    kind == "console" { output = output $0 "\n" }
    END {
        if (blocks < 2 || lines < 12 || lines > 24) { print "README.md: the example is not there" > "/dev/stderr"; exit 1 }
        printf "%s$ true\n%s=== stdout\n%s", commands, files, output
    }
' "$VYRE_SOURCE/README.md" >"$work/README.gold"
"$VYRE_BUILD/tests/golden" --tool "$VYRE_BUILD/vyre" "$work/README.gold"

# Files that the documents point at exist.
cd "$VYRE_SOURCE"
sh tests/support/links.sh README.md CONTRIBUTING.md docs/*.md

# Source files that CONTRIBUTING names exist.
for file in $(grep -oE '`(src|tools|lib|tests|scripts|docs)/[A-Za-z0-9_./-]+`' CONTRIBUTING.md | tr -d '`' | sort -u); do
    [ -e "$file" ] || { echo "CONTRIBUTING.md names $file, which does not exist" && exit 1; }
done

# A measured figure stands in docs/benchmarks.md, what was run for long in docs/soak.md: others link.
if grep -nE 'geometric mean|[0-9] times (OpenMP|pocl|the speed)|H200[^|]* [0-9.,]+ (us|ms|s|GiB|programs|million)\b|\bby [0-9a-f]{7}\b' \
    README.md docs/status.md docs/ring.md; then
    echo "these figures belong in docs/benchmarks.md or docs/soak.md alone" && exit 1
fi
