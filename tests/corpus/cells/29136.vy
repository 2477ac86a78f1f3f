// Program 29136 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 29136
program conform_29136
workgroup 4, 4, 3
grid 14, 8, 6
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -11
param p_u64: u64 = 14
param p_i64: i64 = -8
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[768]
out b1: u32[768]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[9]
in fixed_i32: i32[3]
uniform fixed_u64: u64[8]
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[11]
in fixed_f64: f64[8]
in b10: u16[3, 1] @cache(streaming)
scratch b11: i64[768]
out b12: i64[768, 2]
inout b13: u32[768]
out b14: i32[769, 1] @range(1051, 1621)
inout o15_770: u64[]
inout b16: atomic u32[3] @align(128)
out b17: atomic u64[768]
shared b18: u32[48]
shared b19: i64[48]
shared b20: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic u32[768]
out t_y: u32[768]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f64[3]
a2[4294967295u32 % 3] += fixed_f64[me & 1]
let v3 = a2[b0[575] % 3]
for k4 in i32(wid.x) % 3..i32(fixed_u64[me & 3]) % 6 step abs(y1) % 2 {
a2[x0 % 3] += ((fixed_bool[me & 1] ^ p_bool) ? f64(32i64) : abs(v3))
if (fixed_bool[me & 7] ? fixed_bool[me & 3] : (x0 % 3 == 1)) { break }
}
return 2147483647u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_add(t_n[me], 1) < 16 { t_y[me] += 3 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 16 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v5 = subgroup_load(fixed_f64[2147483648u32 % 9])
let v6 = subgroup_ballot((fixed_bool[bits(unbits(0x7f800000u32)) % 10] | false))
let v7 = subgroup_shuffle(fixed_bool[me & 3], v6 % 40)
let v8 = subgroup_shuffle(b18[here], (true ? p_u32 : v6) % 40)
let v9 = subgroup_shuffle(abs(p_i32), v8 % 40)
let v10 = subgroup_shuffle((-o15_770[me]), (v7 ? v6 : v8) % 40)
let v11 = subgroup_shuffle((b19[here] / fixed_i64[me & 3]), rotr(u32_at(bytes, p_u32 % 41), 32i32) % 40)
let v12 = subgroup_shuffle(0.1f32, 0u32 % 40)
let v13 = subgroup_shuffle(f64(u64_at(bytes, v6 % 41)), b18[here] % 40)
let v14 = subgroup_add((popcount(5u32) % bits(fixed_f32[me & 7])))
let v15 = subgroup_add((abs(v9) / mulhi(v9, v9)))
let v16 = atomic_compare_exchange(b17[me], p_u64, fixed_u64[me & 7], release, system)
barrier workgroup
async_copy(b19, 0, fixed_i64, b0[p_u32 % 769] % 12, 40)
barrier grid
wait()
block l17 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(v12)) + u32(bits(v13) >> 32) + u32(v14) + u32(v15) + u32(v16)
