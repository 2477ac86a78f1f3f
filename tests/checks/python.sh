#!/bin/sh
# The Python package, built beside this build's libraries: its tests, and the example of docs/python.md.
# SKIPs where Python, its headers, NumPy, cffi or pytest are not here.
set -eu
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import cffi, numpy, pytest, setuptools' 2>/dev/null; then python=$candidate && break; fi
done
[ -n "$python" ] || { echo "skipped: no python3 with numpy, cffi, pytest and setuptools; make setup" && exit 77; }
header=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')/Python.h
[ -f "$header" ] || { echo "skipped: $header is not here; make setup" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$work"
cp -r "$VYRE_SOURCE/python/vyre" "$work/"
"$python" - "$VYRE_SOURCE/python" "$VYRE_BUILD" "$work" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import bindings
bindings.builder(sys.argv[2]).compile(tmpdir=sys.argv[3])
END
ln -s "$VYRE_BUILD/libvyre.so.0" "$VYRE_BUILD/libvyre-llvm.so" "$work/vyre/"
cd "$work"
"$python" -m pytest -q -p no:cacheprovider "$VYRE_SOURCE/python/tests"
# What docs/python.md shows is what it prints.
awk '/^```python$/ { out = "page.py"; next } /^```output$/ { out = "expected"; next } /^```/ { out = ""; next } out { print > out }' \
    "$VYRE_SOURCE/docs/python.md"
"$python" page.py >found
cmp -s found expected || { echo "docs/python.md:" && diff expected found; }
