#!/bin/sh
# The shape of the tree: call cycles between the files of a room, fields of structs, names of files,
# and lines.
#   sh tests/checks/structure.sh [BUILD [SOURCE]]
# A line in structure.allowed raises the limit of one room, struct or name; a line that is no longer
# needed is pointed out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=${2:-${VYRE_SOURCE:-$(cd "$here/../.." && pwd)}}
build=${1:-${VYRE_BUILD:-$source/build/release}}
cycle_limit=8
field_limit=40
line_limits="src/mega 8000 src/gen/spirv 8100 src/dev/vulkan 8000 src/stream 2818 src/bytecode 1800 tools/vyre 9000"
# The middle, at most 64,000 lines: what src had when facts, passes, phases and one submit were
# built, before Vulkan, streams, programs as data, files in the ring and the work on speed. That is
# src without the rooms that came whole ($whole), less the lines that those features gave to other
# files ($later): lines added less lines removed, outside of $whole, in the commits
#   vulkan    0e2ee848 3064f79a e47885c2 01bbd6e7 83728fce 6fbbe8cd 6429179a 39e40406 9cea6367
#             e491ab5d 34623e8f 96c58dcc 4c2a25b7 db7f160e cda87b1a 9102fe99 84fdf494
#   streams   43a58a00 6662b4b8 bb565a39 f4d5bc27 001c3644 2cbff656 b967dccc 6d309c2b 1967871b 207b2575
#             a147e029 f446afc6 22a59887;
#             486e6025 in src/mega,
#             src/ir/parse*.[ch], src/base/{diag.def,folder.c}, src/dev/cuda/{transfer,cuda_memory}.c:
#             the rest of that commit shortened the middle
#   speed     cea4fc67 412b5a1e 0919c848 f8d2bb33 79b48232 b41be70e d28d239a f75d2210 94fc6bc3
#             4ef5e88d 019bfcc6 a29e7e97 7ce8ce7d b7733342 93723595 0be09dda 16c9fed9 b115c318
#             97b628ca 4d13e002 3acb26a3 7ed3d70e b61537a5 0d9ab587
#             96665eb9 d0c53ba4 300ca7a7 9a465c87 910a1181 4daf21cc 90643d44 83d56c09
#   library   4e9f9fc0 b7edc0ba 75200e77 a7bef45e 078acd8e
#   language  7d77dc66 edccddca dd724bb9 f9ad16e1 a3008446 17b0250f
#   python    d6dc43af
# as `git show --numstat --no-renames` counts them. Code of the middle that one of them removed
# counts as removed. A commit that gives one of these features lines in the middle adds them here.
middle_limit=64000
whole="src/gen/spirv src/dev/vulkan src/stream src/bytecode"
later="vulkan 225 streams 3260 speed 2537 library 315 language 1440 python 13"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# verdict FOUND: prints what exceeds its limit. FOUND has lines "KIND WHAT VALUE LIMIT REMARK…".
verdict() {
    awk -v allowed="$here/structure.allowed" '
        BEGIN {
            while ((getline line <allowed) > 0) {
                if (line !~ /^#/ && split(line, f, " ") == 3) limit[f[1] " " f[2]] = f[3]
            }
        }
        {
            key = $1 " " $2
            most = key in limit ? limit[key] : $4
            seen[key] = $3
            if ($3 > most) {
                remark = $0
                sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ ?/, "", remark)
                print $1 " " $2 ": " $3 ", at most " most " allowed"
                if (remark != "") print "  " remark
                bad = 1
            }
        }
        END {
            for (key in limit) {
                if (key !~ /^lines / && seen[key] + 0 < limit[key]) {
                    print "note: " key " is " seen[key] + 0 " now, structure.allowed may lower its " limit[key]
                }
            }
            exit bad
        }' "$1"
}

# ---- the counters see a violation when there is one ----
expect() {
    [ "$1" = "$2" ] || { printf 'expected: %s\nfound:    %s\n' "$1" "$2"; exit 1; }
}
found=$(printf '%s\n' 'src/a/x.c T f' 'src/a/x.c U g' 'src/a/y.c T g' 'src/a/y.c U h' 'src/a/z.c T h' \
    'src/a/z.c U f' 'src/a/w.c T k' 'src/a/w.c U f' 'src/b/v.c T m' 'src/b/v.c U f' 'src/a/x.c U m' |
    awk -v most=2 -f "$here/structure_cycles.awk" | sort)
expect "cycle src/a 3 2 x.c y.c z.c
cycle src/b 1 2" "$found"
cat >"$work/five.h" <<'END'
struct five { // not { a, b;
    int a, *b[2];
    union {
        struct { int x, y, z; } named;
        void (*call)(int, int);
    };
    enum { ONE, TWO } mode;
};
static int function(struct five *f) { int a, b; return f->a; }
END
found=$(awk -v most=4 -f "$here/structure_fields.awk" "$work/five.h")
expect "fields five 5 4 $work/five.h" "$found"

# ---- call cycles: the files of a room that reach each other through the functions they define ----
calls() {
    (cd "$build" && find CMakeFiles -path '*objects.dir/src/*.c.o' | sort) >"$work/objects"
    while read -r object; do # an object may outlive its source
        file=src/${object#*objects.dir/src/}
        [ ! -f "$source/${file%.o}" ] || echo "$object"
    done <"$work/objects" | (cd "$build" && xargs nm -g -A) |
        sed 's|^[^:]*objects\.dir/\(src/[^:]*\)\.o:|\1 |' | awk '{ print $1, $(NF-1), $NF }'
}
calls >"$work/symbols"
[ -s "$work/symbols" ] || { echo "no objects under $build"; exit 1; }
awk -v most=$cycle_limit -f "$here/structure_cycles.awk" "$work/symbols" >"$work/found"

# ---- fields of structs ----
(cd "$source" && find src -name '*.[ch]' | sort | xargs awk -v most=$field_limit -f "$here/structure_fields.awk") \
    >>"$work/found"

# ---- names: a base name stands for one .c file ----
(cd "$source" && find src -name '*.c' | sort) | awk -F/ '
    { count[$NF]++; where[$NF] = where[$NF] " " $0 }
    END { for (n in count) if (count[n] > 1) print "name", n, count[n], 1 where[n] }' | sort >>"$work/found"

# ---- lines ----
lines() { (cd "$source" && find "$1" -type f -exec cat {} + 2>/dev/null | wc -l); }
set -- $line_limits
while [ $# -gt 1 ]; do
    echo "lines $1 $(lines "$1") $2" >>"$work/found"
    shift 2
done
count=$(lines src)
for room in $whole; do count=$((count - $(lines "$room"))); done
set -- $later
while [ $# -gt 1 ]; do
    count=$((count - $2))
    shift 2
done
echo "lines middle $count $middle_limit" >>"$work/found"
verdict "$work/found" || bad=1
exit $bad
