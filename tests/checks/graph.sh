#!/bin/sh
# The graph of examples/log gives what its waves give one by one, each as a run of its program on the
# oracle with files in between: on every device that is here, with and without fusion, and with
# every budget from the least up.
set -eu
source=${VYRE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${VYRE_BUILD:-$source/build/release}
vyre=$build/vyre
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
VYRE_LIBRARY=$source/lib
VYRE_CACHE=$dir/cache
export VYRE_LIBRARY VYRE_CACHE
cd "$source/examples/log"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf 'Started %s workers\nERROR: read of %s bytes failed, code 5\nwarning %s\n' $i $((i * 997)) $i
    printf 'Timeout after %s ms, error 2\nfail fail 100%s\nok 99999999999999\n\n' $((i * 300)) $i
done >"$dir/text"
printf 'error FAIL timeout' >"$dir/rules"
for file in *.vy; do
    "$vyre" fmt "$file" | cmp -s - "$file" || { echo "$file: not as 'vyre fmt' writes it" && exit 1; }
done

# one PROGRAM --in NAME=FILE … --out NAME=FILE …
one()
{
    program=$1
    shift
    (cd "$dir" && "$vyre" run "$source/examples/log/$program.vy" --device oracle "$@" 2>/dev/null) ||
        { echo "$program $*" && exit 1; }
}
one lower --in text=text --out low=low
one classes --in text=text --out class=class
one lower --in text=rules --out low=rule_low
one classes --in text=rules --out class=rule_class
one starts --in class=class --out flag=end --set kind=3 --set all=true
one starts --in class=class --out flag=word --set kind=1
one starts --in class=class --out flag=number --set kind=2
one starts --in class=rule_class --out flag=rule --set kind=1
one ../scan --in x=end --out y=line
one hash --in low=low --in class=class --in start=word --out key=key
one hash --in low=rule_low --in class=rule_class --in start=rule --out key=rule_key
one values --in text=text --in class=class --in start=number --out value=value
one match --in key=key --in rule=rule_key --out hit=word_hit
one large --in value=value --out hit=number_hit
one tally --in mark=word_hit --in line=line --out per=words
one tally --in mark=number_hit --in line=line --out per=numbers
one both --in a=words --in b=numbers --out line=chosen
one ../scan --in x=chosen --out y=place
one gather --in line=chosen --in place=place --in words=words --in large=numbers \
    --out found=found --out row=row

# as_one DEVICE OPTIONS…: the graph gives the same bytes.
as_one()
{
    device=$1
    shift
    "$vyre" run log.vyg --device "$device" --in text="$dir/text" --in rules="$dir/rules" --time \
        --out found="$dir/found2" --out row="$dir/row2" "$@" 2>"$dir/log" ||
        { cat "$dir/log" && exit 1; }
    for name in found row; do
        cmp "$dir/$name" "$dir/${name}2" || { echo "$device $*: another '$name'" && exit 1; }
    done
}
devices=oracle
[ ! -e "$build/libvyre-llvm.so" ] || devices="oracle cpu"
for device in $devices; do
    as_one $device
    as_one $device --no-fuse
    grep -q '19 waves in 19 kernels and 8 groups' "$dir/log" || { cat "$dir/log" && exit 1; }
    least=$("$vyre" run log.vyg --device $device --in text="$dir/text" --in rules="$dir/rules" \
        --no-fuse --budget 1 2>&1 | sed -n 's/.*needs at least \([0-9]*\) bytes.*/\1/p')
    [ -n "$least" ] || { echo "$device: no least budget" && exit 1; }
    for more in 0 1000 5000 20000 100000; do
        as_one $device --no-fuse --budget $((least + more))
    done
done
grep -q 'barriers: [0-9]* planned' "$dir/log"
