/// Loops of scalar code that store whole lines past the caches: what they load or compute, across
/// the end of an axis and of the buffer, where the index wraps; and loops that only look like them.
program lines
in     x     : u32[64]
in     f     : f32[16]
param  far   : u32 = 4294967288
out    local : u32[64] @cache(streaming)
out    rows  : u32[4, 40] @cache(streaming)
out    wraps : u32[8] @cache(streaming)
out    tail  : u32[50] @cache(streaming)
out    reals : f32[64] @cache(streaming)
out    bytes : u8[256] @cache(streaming)
out    wide  : u64[32] @cache(streaming)
out    kept  : u32[70] @cache(streaming)
out    column: u32[64, 20] @cache(streaming)
out    chain : u32[64] @cache(streaming)
out    every : u32[64] @cache(streaming)
out    down  : u32[64] @cache(streaming)
out    sums  : u32[64] @cache(streaming)
out    twice : u32[32] @cache(streaming)
shared tile  : u32[4, 16]
workgroup 1
grid 4

let w = gid.x
var own : u32[16]
for j in 0..16 {
    own[j] = x[j] * 3 + w
    tile[w, j] = x[16 * w + j]
}
for j in 0..16 { kept[16 * w + j] = tile[w, j] }
for j in 0..16 { local[16 * w + j] = own[15 - j] }
for j in 0..16 { rows[w, 32 + j] = x[j] + w }               // eight are outside
for j in 16..32 { rows[w, j] = x[j + w] }
for j in 0..16 { reals[16 * w + j] = f[j] * f[15 - j] }
for j in 0..64 { bytes[64 * w + j] = x[j] * (w + 250) }
for j in 0..8 { wide[8 * w + j] = u64(x[j]) << (30 + w) }
for j in 0..16 { column[16 * w + j, 0] = x[j] }             // begins at a whole line
for j in 0..32 step 2 { every[16 * w + j / 2] = x[j] }
for j in 0..32 step 2 { if w == 0 { twice[j] = x[j] } }
for j in 0..16 { down[16 * w + 15 - j] = x[j] + 7 }
for j in 0..16 { sums[16 * w + j] += x[j] + w }
if w == 3 {
    for j in 0..16 { tail[j] = 2 * x[j] }
    for j in 0..16 { tail[48 + j] = x[j] + 1 }              // two are inside
    for j in 0..16 { wraps[far + j] = x[j] + 9 }
    chain[15] = 1
    for j in 0..16 { chain[16 + j] = chain[15 + j] * 3 }
    for j in 0..32 { chain[32 + j] = x[j + 40] }            // eight loads are outside
}

//! --in x=iota:64 --in f=values:1,2,-3,0.5,nan,inf,1e30,1e-40,-0,5,6,7,8,9,1e20,3
