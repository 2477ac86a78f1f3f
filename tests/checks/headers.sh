#!/bin/sh
# Every header compiles alone: the public ones as C11 and C++11, vyre.hpp as C++17, the internal ones as
# C11.
set -eu
cd "$VYRE_SOURCE"
warnings='-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only -Iinclude'
bad=0
for header in include/vyre/*.h; do
    name=${header#include/}
    for cc in "gcc -x c -std=c11" "clang -x c -std=c11" "g++ -x c++ -std=c++11" "clang++ -x c++ -std=c++17"; do
        command -v ${cc%% *} >/dev/null || { echo "${cc%% *} is missing" && exit 1; }
        echo "#include \"$name\"" | $cc $warnings - || { echo "$header: not alone with $cc" && bad=1; }
    done
done
for cxx in "g++ -x c++ -std=c++17" "clang++ -x c++ -std=c++20" "g++ -x c++ -std=c++17 -fno-exceptions -DVYRE_RESULTS"; do
    echo '#include "vyre/vyre.hpp"' | $cxx $warnings - || { echo "vyre.hpp: not with $cxx" && bad=1; }
done
# Those of the lowering need LLVM's; without LLVM they are not compiled at all.
folders='src tests/support'
[ -n "${VYRE_LLVM_INCLUDE:-}" ] || folders="$folders -path */llvm -prune -o"
for header in $(find $folders -name '*.h' -print); do
    echo "#include \"$PWD/$header\"" |
        gcc -x c -std=c11 -D_GNU_SOURCE $warnings -Isrc -Itests -I. -isystem "${VYRE_LLVM_INCLUDE:-include}" \
            -Wno-unused-function - ||
        { echo "$header: not alone" && bad=1; }
done
exit $bad
