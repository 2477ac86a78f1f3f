#!/bin/sh
# Every planted bug of tests/mutants can still be planted: its old text stands in its file once.
set -eu
cd "$VYRE_SOURCE"
scripts/mutants --check
# And it would be seen where it is not.
! awk -v name=hub-war -f tests/mutants/plant.awk tests/mutants/run.mut src/run/buffer.c >/dev/null 2>&1
