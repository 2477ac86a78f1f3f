// Program 592 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 592
program conform_592
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = 10
param p_u64: u64 = 17
param p_i64: i64 = -35
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[3] @align(8)
in fixed_i32: i32[3] @axis(0)
in fixed_u64: u64[5]
in fixed_i64: i64[8]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: u16[7, 3]
persistent b11: u16[96]
persistent o12_98: u32[]
scratch b13: u16[96]
out b14: f32[97]
scratch b15: atomic i64[4] @live
inout o16_96: atomic i32[]
shared b17: u32[32]
shared b18: u16[32]
shared b19: atomic u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_u64[(false ? p_u32 : gid.z) % 6]
v2 += u64(fixed_i64[u32(p_u64) % 9])
atomic_add(b15[clz(p_u32) % 5], ((fixed_i64[b10[2, 1] % 9] + 1788922580i64) << i32(x0)), release, system)
return u32((fixed_u64[b13[me] % 6] != v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_min(u32((fixed_i64[me + 2] - fixed_i64[me + 1])))
let v4 = subgroup_scan_min(atomic_load(o16_96[me]))
let v5 = subgroup_scan_min(u64_at(bytes, 2147483647u32 % 41))
let v6 = subgroup_scan_min(fixed_i64[v5 % 9])
let v7 = subgroup_scan_max(u32(fixed_bool[me + 2]))
let v8 = subgroup_scan_max(v4)
let v9 = subgroup_scan_max(v5)
let v10 = subgroup_scan_max(fixed_i64[b10[2, 1] % 9])
let v11 = subgroup_scan_and(p_bool)
let v12 = subgroup_scan_and(v7)
let v13 = subgroup_scan_and((p_i32 - atomic_sub(o16_96[me], p_i32)))
let v14 = atomic_load(o16_96[me])
var a15: i64[2]
a15[1] = rotr(fixed_i64[p_u32 % 9], v10)
let v16, v17 = f2(a15, (false ? b17[here] : b17[here]) % 14)
f3(b1[me..me + 1], ((p_bool && false) ? (u32_at(bytes, v7 % 41) ^ b0[p_u32 % 97]) : (p_bool ? v12 : 32u32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 2147483648u32 % 33)
wait()
b19[here] = (u32(p_i64) >> i32(fixed_u64[wid.z % 6]))
var w18 = 0
loop {
w18 += 1
if w18 > 3 { break }
assert me < 9 || ((fixed_f32[v3 % 6] == 0.0f32) ^ (v17 % 2 < 2)), "{}", (v11 ? v5 : v5)
a15[v17 % 2] = mulhi((v11 ? v6 : a15[v16 % 3]), reverse(fixed_i64[me + 0]))
}
let v19 = ((fixed_i32[64u32 % 4] != fixed_i32[p_i64 % 4]) ? grid_iscan_xor(rotr(p_i32, v12)) : grid_add(p_i32))
if ((fixed_f32[b10[0, 1] % 6] < fixed_f32[256u64 % 6]) || fixed_bool[2147483647u32 % 6]) {
for k20 in -2..2 {
each k21 in 256i64 % 3..169 {
let v22 = ((true ? true : v11) ? (v12 % 4 >= 1) : bool(2u64))
if bool(min(u64_at(bytes, v12 % 41), fixed_u64[v3 % 6])) { continue }
}
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(a15[1]) + u32(v16) + u32(v17) + u32(v19)
