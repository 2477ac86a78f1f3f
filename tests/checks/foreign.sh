#!/bin/sh
# A program that includes no header of Vyre calls the library by its symbols, as other languages do.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -std=c11 -Wall -Wextra -Werror -o "$work/foreign" "$VYRE_SOURCE/tests/install/foreign.c" -ldl
"$work/foreign" "$VYRE_BUILD/libvyre.so"
