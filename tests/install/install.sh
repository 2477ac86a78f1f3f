#!/bin/sh
# Installs to a folder of its own, then moves it: C and C++ programs compiled against the copy
# through pkg-config and find_package must run, and so must the tool. Documents and licences are
# there, and uninstalling leaves what was there before.
set -eu
cd "$VYRE_SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quiet() { "$@" >"$work/log" 2>&1 || { cat "$work/log" && echo "failed: $*" && exit 1; }; }

# The same two variables that `make install` takes, then the staged tree goes elsewhere.
DESTDIR=$work/stage quiet cmake --install "$VYRE_BUILD" --prefix /opt/vyre
mv "$work/stage/opt/vyre" "$work/prefix"
prefix=$work/prefix

for file in bin/vyre libexec/vyre/vyre-bench libexec/vyre/vyre-conform lib*/libvyre.a \
    lib*/libvyre.so lib*/libvyre.so.0 lib*/pkgconfig/vyre.pc \
    lib*/cmake/vyre/vyre-config.cmake include/vyre/vyre.h share/man/man1/vyre.1 \
    share/bash-completion/completions/vyre share/doc/vyre/README.md share/doc/vyre/LICENSE \
    share/doc/vyre/docs/language.md share/doc/vyre/docs/embedding.md; do
    ls "$prefix"/$file >/dev/null 2>&1 || ls "$prefix"/lib/*/${file#lib\*/} >/dev/null 2>&1 ||
        { echo "not installed: $file" && exit 1; }
done
for document in docs/*.md; do
    cmp "$document" "$prefix/share/doc/vyre/$document"
done
sh tests/support/links.sh "$prefix"/share/doc/vyre/*.md "$prefix"/share/doc/vyre/docs/*.md

# licence FILE LIBRARY WORDS: libraries that are inside these files have their licences here, others
# none: FILE needs no LIBRARY exactly where there is one.
licence() {
    text=$prefix/share/doc/vyre/licences/$2.txt
    if readelf -d "$1" | grep -qi "NEEDED.*$2"; then
        [ ! -e "$text" ] || { echo "$2 is not inside, but its licence is installed" && exit 1; }
    else
        grep -q "$3" "$text" || { echo "$2 is inside, its licence is not installed" && exit 1; }
    fi
}
llvm=$(find "$prefix" -name libvyre-llvm.so)
[ -z "$llvm" ] || licence "$llvm" LLVM 'LLVM Exceptions to the Apache 2.0 License'
licence "$(find "$prefix" -name 'libvyre.so.*.*')" libb2 'CC0 1.0 Universal'
licence "$prefix/bin/vyre" jansson 'Petri Lehtinen'

for module in lib/*.vy; do
    [ ! -f "$module" ] || cmp "$module" "$prefix/share/vyre/$module"
done
! grep -rIl "$VYRE_SOURCE" "$prefix" || { echo "these name the source folder" && exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name vyre.pc)")
export PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")
[ "$(pkg-config --modversion vyre)" = "$(sed -n 's/^#define VY_VERSION_[A-Z]* //p' include/vyre/base.h | paste -sd.)" ]

strict='-Wall -Wextra -Wpedantic -Werror'
eval "set -- $(pkg-config --cflags --libs vyre)" # its spaces are quoted
quiet cc -std=c11 $strict tests/install/use.c -o "$work/use-c" "$@"
quiet c++ -std=c++11 $strict tests/install/use.cpp -o "$work/use-cpp" "$@"
for results in '' '-fno-exceptions -DVYRE_RESULTS'; do
    quiet c++ -std=c++17 $strict $results tests/install/handles.cpp -o "$work/handles" "$@"
    LD_LIBRARY_PATH=$libdir "$work/handles"
done
LD_LIBRARY_PATH=$libdir "$work/use-c"
LD_LIBRARY_PATH=$libdir "$work/use-cpp"

quiet cmake -S tests/install -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix"
quiet cmake --build "$work/build"
"$work/build/use"
"$work/build/use-static"

# The example of docs/embedding.md: both targets, and the static program by pkg-config.
mkdir "$work/page"
awk -v dir="$work/page" '
    /^```/ && out { close(out); out = ""; next }
    /^```(vy|c|cpp|cmake|sh) / { out = dir "/" $2; next }
    /^```output$/ { out = dir "/expected"; next }
    out { print >> out }
' docs/embedding.md
quiet cmake -S "$work/page" -B "$work/page/build" -DCMAKE_PREFIX_PATH="$prefix"
quiet cmake --build "$work/page/build"
(cd "$work/page" && quiet sh static.sh)
for program in build/levels-c build/levels-cpp levels-static; do
    (cd "$work/page" && VYRE_DEVICE=oracle ./$program | cmp - expected) ||
        { echo "docs/embedding.md: $program" && exit 1; }
done
if readelf -d "$work/page/build/levels-cpp" "$work/page/levels-static" | grep 'NEEDED.*libvyre'; then
    echo "docs/embedding.md: a static program needs libvyre.so" && exit 1
fi

# The tool finds its library, and the standard library, from where it stands.
[ "$("$prefix/bin/vyre" --version)" = "vyre $(pkg-config --modversion vyre)" ]
cat >"$work/use.vy" <<'END'
program use_library
use "hash.vy"
out y : u32[1]
each i in 0..1 { y[i] = 7 }
END
env -u VYRE_LIBRARY "$prefix/bin/vyre" check "$work/use.vy"

# It starts the programs behind 'bench' and 'conform', which find libraries and data too, and says
# what to do where one is missing.
quiet "$prefix/bin/vyre" conform --device oracle-split --count 3
quiet "$prefix/bin/vyre" bench cpu --only copy,start --peers none --size 65536
mv "$prefix/libexec/vyre/vyre-conform" "$work/aside"
code=0
"$prefix/bin/vyre" conform --count 1 2>"$work/log" || code=$?
[ $code = 3 ] && grep -q "vyre-conform, which is neither beside vyre nor in libexec/vyre" "$work/log"
mv "$work/aside" "$prefix/libexec/vyre/vyre-conform"

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

# `make install` hands on names of folders with spaces; a stand-in takes the place of the build.
mkdir -p "$work/tree/scripts" "$work/tree/build"
cp Makefile "$work/tree"
ln -s "$VYRE_BUILD" "$work/tree/build/release"
printf '#!/bin/sh\n' >"$work/tree/scripts/setup"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >built\n' >"$work/tree/scripts/build"
chmod +x "$work"/tree/scripts/*
quiet make -s -C "$work/tree" install PREFIX="/opt/two words" DESTDIR="$work/stage two"
grep -qx -- '-DCMAKE_INSTALL_PREFIX=/opt/two words' "$work/tree/built"
[ -n "$(find "$work/stage two" -path '*/bin/vyre')" ]

# Uninstalling: a folder that had files of others, and an empty one, are as before; a new one goes.
# The second installation over the first makes no folder, and still all of them go.
mkdir -p "$work/old/bin" "$work/old/share/man"
echo mine >"$work/old/bin/mine"
for root in old 'a new'; do
    (cd "$work" && find "$root" 2>/dev/null | sort) >"$work/before" || true
    for time in 1 2; do quiet cmake --install "$VYRE_BUILD" --prefix "$work/$root"; done
    [ -x "$work/$root/bin/vyre" ]
    quiet make -s uninstall PREFIX="$work/$root"
    (cd "$work" && find "$root" 2>/dev/null | sort) >"$work/after" || true
    diff "$work/before" "$work/after" || { echo "uninstalling left or took these ($root)" && exit 1; }
done
# A list that leads out of the prefix, and none at all, remove nothing.
mkdir -p "$work/bad/share/vyre"
printf 'share/vyre/x\n../old/bin/mine\n' >"$work/bad/share/vyre/install_manifest.txt"
: >"$work/bad/share/vyre/x"
for root in bad none; do
    if scripts/uninstall "$work/$root" >"$work/log" 2>&1; then echo "uninstalled $root" && exit 1; fi
done
grep -q 'PREFIX' "$work/log"
[ -f "$work/bad/share/vyre/x" ] && [ -f "$work/old/bin/mine" ]
