// Program 95390 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 95390
program conform_95390
workgroup 31, 1, 1
grid 19, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 7
param p_u64: u64 = 29
param p_i64: i64 = -19
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31] @range(2, 84) @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[8]
in fixed_i64: i64[9]
uniform fixed_f32: f32[6]
in fixed_f64: f64[7]
in o10_6: u16[]
inout b11: u16[31]
persistent b12: i8[31] @align(2)
persistent b13: f32[33, 2]
out b14: u16[33, 3]
scratch b15: f64[30] @live
persistent b16: atomic u32[1]
inout b17: atomic u32[31]
shared b18: u32[31]
shared b19: u16[31] @align(1)
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = trunc(f64(fixed_bool[b0[me + 1] % 11]))
for k3 in fixed_i32[x0 % 11] % 3..i32(x0) % 6 {
if (0i32 == (k3 + fixed_i32[me + 1])) { continue }
}
return (~(x0 >> y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_add(fixed_i64[b11[me] % 10])
let v5 = workgroup_scan_min((33u32 | o10_6[32u32 % 7]))
let v6 = workgroup_scan_min(i32(-2147483647))
let v7 = atomic_load(b17[me])
var a8: u32[2]
a8[1] = 4294967294u32
let v9, v10 = f2(fixed_u32, (p_bool ? v5 : 5u32) % 14)
f3(b1[me..me + 2], clamp((o10_6[v5 % 7] << b0[b18[here] % 32]), u32(a8[(p_u32 << v7) % 3]), min(p_u32, u32_at(bytes, 64u32 % 41))))
barrier workgroup
async_copy(b19, 1, o10_6, b0[9] % 7, u32_at(bytes, p_u32 % 41) % 32)
wait()
atomic_sub(b16[b19[here] % 2], atomic_max(b17[me], u32_at(bytes, p_u32 % 41), relaxed, workgroup), release)
let v11 = (fixed_bool[b0[27] % 11] ? grid_min(f32(v7)) : grid_add(fixed_f32[127u32 % 7]))
b18[here] &= ((fixed_bool[(p_bool ? v7 : p_u32) % 11] ? v9 : 476270849u32) + grid_scan_or((ceil_div(v5, o10_6[(p_u32 ^ v9) % 7]) / 3u32)) * grid_iscan_min(v9))
let v12 = grid_or(p_i32)
b11[me] += workgroup_iscan_xor(gid.y)
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[1]) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
