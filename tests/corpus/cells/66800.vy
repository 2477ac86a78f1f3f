// Program 66800 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 66800
program conform_66800 service
workgroup 33, 1, 1
grid 5, 1, 1
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 7
param p_u64: u64 = 37
param p_i64: i64 = -8
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[11]
in fixed_u32: u32[5]
uniform fixed_i32: i32[6]
in fixed_u64: u64[8]
in fixed_i64: i64[9]
in fixed_f32: f32[4]
in fixed_f64: f64[5]
in b10: i8[9]
inout b11: i8[33]
persistent b12: u64[35]
persistent o13_68: i32[, 2]
persistent b14: atomic u32[3] @align(256)
out b15: atomic u32[33]
mapped b16: u16[33]
mapped b17: u64[33]
mapped b18: atomic u64[33]
shared b19: u32[33]
shared b20: i8[33]
shared b21: atomic i64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_or(fixed_u64[63u32 % 9])
let v1 = subgroup_scan_or((p_i64 - p_i64))
let v2 = subgroup_scan_xor(((fixed_i64[me & 7] < v1) && bool(v1)))
let v3 = subgroup_scan_xor(u32(bits(16777217.0f32)))
let v4 = subgroup_scan_xor(b20[here])
let v5 = subgroup_scan_xor(u64(atomic_xor(b15[me], b19[here], acquire, device)))
let v6 = subgroup_scan_xor(atomic_xor(b21[here], 128i64, relaxed))
let v7 = subgroup_iscan_add(v3)
let v8 = subgroup_iscan_add(((1.5f32 > fixed_f32[v1 % 5]) ? fixed_i32[u32(v7) % 7] : i32(fixed_f32[me & 3])))
let v9 = subgroup_iscan_add(((!v2) ? b12[me] : abs(31u64)))
let v10 = subgroup_iscan_add(v6)
let v11 = atomic_compare_exchange(b15[me], v7, v3, relaxed)
var a12: f64[1]
a12[0] = fixed_f64[v9 % 6]
let v13, v14 = f2(fixed_f64, v7 % 14)
f3(b1[me..me + 2], u32((fixed_bool[me & 7] & true)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 7)
wait()
fence()
atomic_add(b14[SUM % 4], ctz(u32_at(bytes, u32(v4) % 41)), acquire, workgroup)
b16[me] = (v3 + v14)
let v15 = ((128u32 <= u32_at(bytes, 256u32 % 41)) ? workgroup_min((-fixed_f32[v3 % 5])) : workgroup_load(fixed_f32[b0[p_u32 % 34] % 5]))
a12[b0[me + 1] % 1] = -0.1f64
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(bits(a12[0]) >> 32) + u32(bits(v13)) + u32(v14) + u32(bits(v15))
