#!/bin/sh
# Every C file stands as clang-format would write it; `make format` makes it so.
set -eu
exec "$VYRE_SOURCE"/scripts/format --check
