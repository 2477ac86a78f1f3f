/// Loops in which each lane stores a row of its own: whole rows, rows that end outside or begin
/// there, rows of some lanes, and loops that only look like them.
program rows
in     x     : u32[64]
in     a     : u32[40, 35]
in     f     : f32[16]
param  far   : u32 = 4294967290
out    turned: u32[35, 40] @cache(streaming)
out    narrow: u8[40, 16]
out    halves: u16[40, 4]
out    wide  : u64[40, 8]
out    reals : f32[40, 2]
out    flags : bool[40, 8]
out    long  : u32[33, 32] @cache(streaming)
out    cube  : u32[40, 2, 4]
out    deep  : u32[5, 8, 4]
out    apart : u32[700]
out    even  : u32[40, 8]
out    later : u32[40, 20]
out    cut   : u32[40, 10]
out    wraps : u32[40, 8]
out    one   : u32[8]
out    along : u32[64]
inout  sums  : u32[40, 8]
inout  chain : u32[40, 9]
out    odd   : u32[40, 3]
out    same  : u32[40, 8]
workgroup 16
grid 48

let c = gid.x
for j in 0..16 { turned[c, j] = a[j, c] }                  // 35 of 48 lanes
for j in 0..8 { turned[c, 16 + j] = a[16 + j, c] }
for j in 0..16 { turned[c, 24 + j] = a[24 + j, c] }
for j in 0..16 { narrow[c, j] = x[j] * (c + 250) }
for j in 0..4 { halves[c, j] = x[j] + c * 70000 }
for j in 0..8 { wide[c, j] = u64(x[j] + c) << (20 + j) }
for j in 0..2 { reals[c, j] = f[j + c % 8] * f[15 - j] }
for j in 0..8 { flags[c, j] = x[j] > c }
for j in 0..32 { long[c, j] = x[j] ^ c }
for j in 0..4 { deep[c / 8, c % 8, j] = x[j] + c }          // as one row a lane
for j in 0..4 { cube[c, 1, j] = x[j] * c }
for j in 0..8 { apart[c * 16 + 3 + j] = x[j] + c }
for j in 0..8 { if c % 2 == 0 { even[c, j] = x[j] + c } }
if c % 3 != 1 {
    for j in 0..8 { even[c, j] += 1 }
    for j in 0..8 { odd[c, j % 3] = c + 1 }
}
if c % 2 == 1 { for j in 0..8 { even[c, j] = x[j] * c } }
for j in 4..20 { later[c, j] = x[j] + c }
for j in 0..8 { cut[c, 4 + j] = x[j] + c }                  // two are outside
for j in 0..8 { wraps[c, far + j] = x[j] + c }              // six are outside
for j in 0..8 { if c == 7 { one[j] = x[j] } }
for j in 0..8 { if lid.x == 0 { along[c + j] = x[j] } }     // neighbours
for j in 0..8 { sums[c, j] += x[j] + c }
for j in 0..8 { chain[c, j + 1] = chain[c, j] * 3 + 1 }
for j in 0..8 step 2 { same[c, j] = x[j] + c }

//! --in x=iota:64 --in a=iota:1400 --in f=values:1,2,-3,0.5,nan,inf,1e30,1e-40,-0,5,6,7,8,9,1e20,3 --in sums=iota:320 --in chain=iota:360
