// Program 1048 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1048
program conform_1048
workgroup 7, 1, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = -11
param p_u64: u64 = 17
param p_i64: i64 = -34
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[259]
out b1: u32[259]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[6]
in fixed_i32: i32[7]
in fixed_u64: u64[4]
in fixed_i64: i64[9]
in fixed_f32: f32[3]
uniform fixed_f64: f64[7]
uniform b10: i16[2]
scratch b11: f64[259]
scratch b12: u64[259]
persistent b13: atomic i32[1]
inout b14: atomic i32[len(b0)]
shared b15: u32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle(unbits(0xcf000000u32), 2147483647u32 % 40)
let v1 = subgroup_shuffle(clamp((fixed_bool[5861484u32 % 10] ? fixed_f64[b0[me + 1] % 8] : fixed_f64[me & 1]), fixed_f64[me & 3], ceil(p_f64)), (u32_at(bytes, p_u32 % 41) | fixed_u32[3]) % 40)
let v2 = subgroup_add((3u32 + u32(v1)))
let v3 = subgroup_add((-atomic_max(b14[me], 64i32)))
let v4 = subgroup_add((fixed_bool[b0[158] % 10] ? 5u64 : u64(workgroup_size.x)))
let v5 = subgroup_add(fixed_i64[b15[here] % 10])
let v6 = subgroup_add(p_f32)
let v7 = subgroup_add((-p_f64))
let v8 = subgroup_min(v2)
let v9 = subgroup_min(atomic_or(b14[me], b10[p_u32 % 3], release, device))
let v10 = subgroup_min(fixed_u64[i32(-2147483647) % 5])
let v11 = atomic_or(b14[me], fixed_i32[me & 1], release)
var a12: f32[1]
a12[0] = f32(v5)
let v13, v14 = f2(fixed_f32[(b15[here] >> v10) % 6..v8 % 14], (2147483647u32 << 31i32) % 14)
f3(b1[me..me + 1], ((v8 <= 0u32) ? (v14 * b15[here]) : (fixed_bool[me & 7] ? 1235189916u32 : SUM)))
atomic_add(b13[min(v14, b15[here]) % 2], v9, release, system)
a12[fixed_u32[me & 1] % 2] = a12[u64(lane) % 2]
var v15 = workgroup_min(2147483648u32)
v15 = u32(u64(u32(fixed_f64[p_u32 % 8])))
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1)) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(bits(v6)) + u32(bits(v7) >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[0])) + u32(bits(v13)) + u32(v14) + u32(v15)
