#!/bin/sh
# scripts/setup with commands of our own in front of the real ones: silent when all is there,
# installs when allowed, else names the one command; on another system says what to get. And
# scripts/build, which configures anew when a package has come or gone.
set -eu
cd "$VYRE_SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "setup: $1"
    cat "$work/out" "$work/calls" 2>/dev/null
    exit 1
}

# A machine with sh's everyday commands, a cc that finds every header, and what `have` names.
bin=$work/bin
mkdir "$bin"
for c in sh dirname mktemp cat rm env; do ln -s "$(command -v $c)" "$bin/$c"; done
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1" && chmod +x "$bin/$1"; }
fake cc 'cat >/dev/null'
fake cmake :
fake sudo '"$@"'
installing='cd "'"$work"'"; echo "$*" >>calls; case $1 in install) [ -f updated ] || exit 100 ;; update) : >updated ;; esac'
run() { # UID NEED [VARIABLE=VALUE…]
    fake id "echo $1"
    need=$2
    shift 2
    rm -f "$work/calls" "$work/updated"
    env -i PATH="$bin" VYRE_PACKAGES="$work/packages" "$@" "$bin/sh" scripts/setup "$need" \
        >"$work/out" 2>&1 </dev/null
}
cat >"$work/packages" <<END
gcc           demo   command cc gcc
libb2-dev     demo   header blake2.h
ninja-build   demo?  command ninja
clang-format  test   command clang-format
pocl          bench? file $work/pocl.icd
END

run 1000 demo || fail "an optional package alone stopped the demo"
[ ! -s "$work/out" ] || fail "it spoke although nothing needed was missing"

! run 1000 test || fail "a missing package passed on a system without apt-get"
grep -q 'clang-format' "$work/out" && ! grep -q 'libb2' "$work/out" || fail "does not name what is missing"

fake apt-get "$installing"
! run 1000 test || fail "it went on without asking"
grep -q 'sudo apt-get install -y .*clang-format ninja-build' "$work/out" || fail "does not show the command"
[ ! -f "$work/calls" ] || fail "it installed without leave"

for allowed in "0 test" "1000 test YES=1" "1000 test CI=true"; do
    run $allowed || fail "did not install as '$allowed'"
    # The first try fails for want of package lists; they are fetched once.
    [ "$(cut -d' ' -f1 "$work/calls" | paste -sd' ')" = "install update install" ] ||
        fail "expected install, update, install as '$allowed'"
done
rm "$bin/sudo"
! run 1000 test YES=1 || fail "it went on without root rights"
grep -q 'as root: apt-get install' "$work/out" || fail "does not say what root would run"

# What `bench` would like stops nobody, and nobody else hears of it.
run 1000 bench || fail "an optional package stopped the benchmarks"
grep -q 'sudo apt-get install -y .*pocl' "$work/out" || fail "does not say what the benchmarks would like"
: >"$work/pocl.icd"
run 1000 bench || fail "a file that is there"
! grep -q pocl "$work/out" || fail "does not see a file that is there"

# LLVM is there when an llvm-config of a right version names a folder with the headers.
echo 'llvm-19-dev   demo   llvm 16 19' >"$work/packages"
mkdir -p "$work/llvm/llvm-c"
for case in "19.1.7 llvm no" "14.0.6 llvm yes" "19.1.7 none yes"; do
    set -- $case
    : >"$work/llvm/llvm-c/Core.h"
    fake llvm-config-19 "case \$1 in --version) echo $1 ;; --includedir) echo '$work/$2' ;; esac"
    if run 1000 demo; then missed=no; else missed=yes; fi
    [ $missed = $3 ] || fail "LLVM $1 in $2: missed $missed, expected $3"
done

# What only `pack` needs, beside `test`: its list has commas.
echo 'libcmocka-dev test,pack command cmocka' >"$work/packages"
rm "$bin/apt-get"
for need in test pack; do
    ! run 1000 $need || fail "a package for test and pack is not missed by $need"
    grep -q libcmocka "$work/out" || fail "$need does not name libcmocka"
done
run 1000 demo || fail "demo wants what test and pack need"

# A build folder that was configured without a package is configured anew once the package is there,
# once it has gone, and otherwise not.
tree=$work/tree
mkdir -p "$tree/scripts"
cp scripts/build scripts/setup "$tree/scripts/"
for c in sed mkdir nproc grep; do ln -s "$(command -v $c)" "$bin/$c"; done
fake cmake 'case $1 in --preset) : >build/p/CMakeCache.txt; echo "$*" >>'"$work/configured"' ;; esac'
build() { # TIMES: how often it must have been configured by now
    env -i PATH="$bin" VYRE_PACKAGES="$work/packages" "$bin/sh" "$tree/scripts/build" p \
        >"$work/out" 2>&1 </dev/null || fail "scripts/build"
    [ "$(grep -c . "$work/configured")" = "$1" ] || fail "not configured $1 times: $2"
}
build 1 "the first time"
build 1 "nothing has changed"
fake cmocka :
build 2 "a package has come"
grep -q -- '-U CMOCKA_\*' "$work/configured" || fail "what was found is not looked for again"
build 2 "nothing has changed since it came"
rm "$bin/cmocka"
build 3 "a package has gone"

# The real list is readable, and satisfied here: `make test` has just seen to it.
scripts/setup test >"$work/out" 2>&1 && [ ! -s "$work/out" ] || fail "the real list"
