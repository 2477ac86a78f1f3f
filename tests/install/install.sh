#!/bin/sh
# Installs to a folder of its own, then moves it: C and C++ programs compiled against the copy
# through pkg-config and find_package must run, and so must the tool.
set -eu
cd "$VYRE_SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quiet() { "$@" >"$work/log" 2>&1 || { cat "$work/log" && echo "failed: $*" && exit 1; }; }

# The same two variables that `make install` takes, then the staged tree goes elsewhere.
DESTDIR=$work/stage quiet cmake --install "$VYRE_BUILD" --prefix /opt/vyre
mv "$work/stage/opt/vyre" "$work/prefix"
prefix=$work/prefix

for file in bin/vyre lib*/libvyre.a lib*/libvyre.so lib*/libvyre.so.0 lib*/pkgconfig/vyre.pc \
    lib*/cmake/vyre/vyre-config.cmake include/vyre/vyre.h share/man/man1/vyre.1 \
    share/bash-completion/completions/vyre; do
    ls "$prefix"/$file >/dev/null 2>&1 || ls "$prefix"/lib/*/${file#lib\*/} >/dev/null 2>&1 ||
        { echo "not installed: $file" && exit 1; }
done
for module in lib/*.vy; do
    [ ! -f "$module" ] || cmp "$module" "$prefix/share/vyre/$module"
done
! grep -rIl "$VYRE_SOURCE" "$prefix" || { echo "these name the source folder" && exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name vyre.pc)")
export PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")
[ "$(pkg-config --modversion vyre)" = "$(sed -n 's/^#define VY_VERSION_[A-Z]* //p' include/vyre/base.h | paste -sd.)" ]

strict='-Wall -Wextra -Wpedantic -Werror'
quiet cc -std=c11 $strict tests/install/use.c -o "$work/use-c" $(pkg-config --cflags --libs vyre)
quiet c++ -std=c++11 $strict tests/install/use.cpp -o "$work/use-cpp" $(pkg-config --cflags --libs vyre)
LD_LIBRARY_PATH=$libdir "$work/use-c"
LD_LIBRARY_PATH=$libdir "$work/use-cpp"

quiet cmake -S tests/install -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix"
quiet cmake --build "$work/build"
"$work/build/use"
"$work/build/use-static"

# The tool finds its library, and the standard library, from where it stands.
[ "$("$prefix/bin/vyre" --version)" = "vyre $(pkg-config --modversion vyre)" ]
cat >"$work/use.vy" <<'END'
program use_library
use "hash.vy"
out y : u32[1]
each i in 0..1 { y[i] = 7 }
END
env -u VYRE_LIBRARY "$prefix/bin/vyre" check "$work/use.vy"

# Examples are whole: a graph of dispatches has its file, a program its test lines.
examples=$prefix/share/vyre/examples
[ "$("$prefix/bin/vyre" run "$examples/log/log.vyg" --device oracle --print found \
    --in text=text:'error 123456' --in rules=text:error 2>/dev/null)" = 'found: 1' ]
cat "$examples/bfs.vy" "$examples/bfs.test" >"$work/bfs.vy"
quiet "$prefix/bin/vyre" test "$work/bfs.vy" --device oracle

# And the library that makes code, where this build has one.
if [ -f "$VYRE_BUILD/libvyre-llvm.so" ]; then
    env -u VYRE_LIBRARY -u VYRE_LLVM "$prefix/bin/vyre" emit "$work/use.vy" --to asm >"$work/code"
    grep -q '^vyre_kernel:' "$work/code"
fi
