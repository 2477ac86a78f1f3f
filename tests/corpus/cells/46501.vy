// Program 46501 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46501
program conform_46501
workgroup 1, 1, 9
grid 1, 1, 9
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 6
param p_u64: u64 = 36
param p_i64: i64 = -16
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[9]
out b1: u32[9]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[5]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[9]
in fixed_i64: i64[11] @align(16)
in fixed_f32: f32[8]
in fixed_f64: f64[4]
in b10: i8[2, 1]
out b11: i64[9]
inout b12: u32[9]
persistent b13: u64[9]
out b14: i16[len(b0)]
scratch b15: atomic u64[4] @live
scratch b16: atomic u64[9]
shared b17: u32[9]
shared b18: i64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max(b17[here])
let v1 = workgroup_scan_max(b10[me & 3, v0 % 1])
let v2 = workgroup_scan_max(u64(2147483648u32))
let v3 = atomic_xor(b16[me], p_u64, acquire, workgroup)
var a4: bool[5]
a4[2] = fixed_bool[(p_bool ? v0 : p_u32) % 9]
let v5, v6 = f2(fixed_bool, v0 % 14)
f3(b1[me..me + 2], (~popcount(b12[me])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, u32(p_bool) % 10)
wait()
atomic_sub(b15[(p_u32 >> 9223372036854775807i64) % 5], (u64(b13[me]) % u64(b18[me & 3])))
var v7 = (i32(fixed_i32[b0[1] % 8]) + workgroup_and(clz((~fixed_i32[clz(TABLE[6]) % 8]))) * workgroup_or(i32(grid_size.z)))
b15[p_u32 % 5] += p_u64
if me < 10 { b14[me] += (~i32(fixed_f32[me & 1])) }
if me <= 8 { b11[me] = (-rotr(fixed_i64[me & 1], v6)) }
var v8 = ((fixed_i32[b0[5] % 8] - i32(p_bool)) ^ 256i32)
v8 += v8
let v9 = grid_scan_or(b18[b12[me] % 10])
a4[b1[me] % 6] = (((false & v5) == (fixed_f32[p_u32 % 9] >= fixed_f32[me & 7])) ? (fixed_bool[me & 1] | (u64(gid.y) != v2)) : (u32(fixed_f32[me & 3]) % 2 < 2))
if ((fixed_bool[fixed_u32[p_u32 % 6] % 9] | fixed_bool[u64_at(bytes, p_u32 % 41) % 9]) || (b0[(p_bool ? u32_at(bytes, p_u32 % 41) : 64u32) % 10] % 4 < 2)) {
b11[me] = v9
}
a4[v0 % 5] = ((fixed_u64[me & 7] ^ v2) > popcount(v2))
let v10 = grid_load(b18[1u32 % 10])
var v11 = reverse((p_i32 & p_i32))
v11 += ((!fixed_bool[u32(p_bool) % 9]) ? grid_broadcast(v7, b0[7] % 10) : grid_or(fixed_i32[bytes[me + 0] % 8]))
region "r12" {
}
b17[here] = p_u32
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10 >> 32) + u32(v11)
