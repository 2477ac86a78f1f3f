// Keys that are NaN are one key, and so are -0 and 0, wherever the library compares keys.
// Again: vyre test tests/corpus/keys-that-are-nan.vy --device cpu
//! --in x=bits:0x7fc00000,0x3f800000,0xffc00001,0,0x80000000,0x7fc00000,0x3f800000 --expect found=6,6,4 --expect lengths[0..6]=1,1,1,2,1,1 --expect sums[0..4]=1,1,4,1
program keys_that_are_nan
use "scan.vy"
use "select.vy"
in  x       : f32[]
out found   : u32[3]
out lengths : u32[len(x)]
out sums    : u32[len(x)]
scratch wide : f64[len(x)]
scratch some : f64[len(x)]
scratch runs : f64[len(x)]
scratch one  : u32[len(x)]
scratch key  : f32[len(x)]
scratch keys : f32[len(x)]
workgroup 8
grid 16
each i in 0..len(x) {
    wide[i] = f64(x[i])
    key[i] = i == 3 || i == 4 ? x[0] : x[i]
    one[i] = 1
}
barrier grid
let few = unique(wide, some)
let long = run_lengths(wide, runs, lengths)
let more = reduce_by_key(key, one, keys, sums, 0, (+))
if gid.x == 0 {
    found[0] = few
    found[1] = long
    found[2] = more
}
