// Program 13547 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13547
program conform_13547
workgroup 8, 4, 1
grid 8, 8, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = -20
param p_u64: u64 = 30
param p_i64: i64 = -19
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @range(221, 11)
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[9]
in fixed_i32: i32[4]
in fixed_u64: u64[8]
in fixed_i64: i64[8]
in fixed_f32: f32[3]
in fixed_f64: f64[3]
in b10: i8[5, 3]
out b11: f64[len(b0)]
out b12: bool[64]
persistent b13: i8[66, 3]
scratch b14: atomic i32[4]
scratch b15: atomic i32[64] @cache(streaming)
shared b16: u32[32]
shared b17: f64[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(fixed_i64[me & 7])
let v1 = workgroup_iscan_add(b16[here])
let v2 = workgroup_iscan_add(atomic_or(b15[me], 0i32, acq_rel, system))
let v3 = atomic_max(b15[me], b10[me & 1, 1])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 30)
wait()
b14[v1 % 5] += v2
if (p_bool && grid_xor((b12[me] || fixed_bool[v1 % 5]))) {
b17[here] = p_f64
{
}
var w4 = 0
loop {
w4 += 1
if w4 > 2 { break }
let v5 = (fixed_bool[b0[27] % 5] ? workgroup_max(u32(b16[me + 1])) : fixed_u32[2u64 % 10])
var v6 = ctz(popcount(fixed_u64[(true ? 1331351348u32 : p_u32) % 9]))
v6 += u64((fixed_bool[v1 % 5] ? fixed_i64[clz(p_u32) % 9] : v0))
if fixed_bool[fixed_i32[p_u32 % 5] % 5] {
break
}
}
} else {
barrier workgroup
for k7 in abs(v0) % 3..i64(fixed_f32[me & 3]) % 6 {
b12[me] = (b12[me] ? (!p_bool) : (true ? true : b12[me]))
if (bool(1452784499i32) ^ (b10[v1 % 6, 1] <= v2)) { continue }
}
barrier workgroup
}
if (f64(fixed_f64[grid_size.y % 4]) < round(fixed_f64[4294967294u32 % 4])) {
if ((!fixed_bool[5u32 % 5]) && workgroup_load(fixed_bool[u32(unbits(0xee6575cdu32)) % 5])) {
var w8 = 0
loop {
w8 += 1
if w8 > 4 { break }
if ((2i64 <= fixed_i64[me & 1]) & (u32_at(bytes, reverse(b16[me & 3]) % 41) % 2 != 2)) { continue }
if b12[me] { continue }
}
} else if (v1 % 3 == 1) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
