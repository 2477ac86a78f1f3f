// Program 77736 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 77736
program conform_77736
workgroup 5, 1, 1
grid 20, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 18
param p_u64: u64 = 29
param p_i64: i64 = -14
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20] @range(19, 53)
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[3]
uniform fixed_i32: i32[8]
uniform fixed_u64: u64[6]
in fixed_i64: i64[4]
uniform fixed_f32: f32[3]
in fixed_f64: f64[3]
in b10: i16[3, 3]
inout b11: i16[20]
persistent o12_60: f32[, 3]
persistent o13_63: f32[, 3]
persistent o14_66: f32[, 3]
out b15: f64[21, 1]
scratch b16: atomic u32[4]
out b17: atomic u32[20]
shared b18: u32[5]
shared b19: i16[5]
shared b20: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[20]
scratch q_dead: u32[20]
scratch q_unused: u64[20, 3]
out q_y: u32[20]
out q_z: i64[20]
out q_n: atomic u32[1]
out q_rows: u32[20] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..20 {
q_t[q_i] = b0[q_i] * 48 + q_i
}
each q_k in 0..20 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 2
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..20 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..20 {
var q_c = q_m % 21
while q_c < 38 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_shuffle(u32(7u64), rotl(1255114716u32, 2147483648u32) % 40)
let v1 = subgroup_shuffle(ctz(i32(v0)), workgroups.x % 40)
let v2 = subgroup_shuffle(fixed_u64[me & 1], v0 % 40)
let v3 = subgroup_shuffle(fixed_i64[me & 1], v0 % 40)
let v4 = subgroup_shuffle(fixed_f32[me & 1], workgroups.x % 40)
let v5 = subgroup_shuffle(ceil(b15[me, bytes[me + 2] % 1]), (v0 << 1i32) % 40)
let v6 = subgroup_add(atomic_and(b17[me], v0, release, device))
let v7 = subgroup_add(fixed_i32[me & 1])
let v8 = subgroup_add(rotr(min(v2, v2), ctz(p_i32)))
let v9 = subgroup_add(i64(v3))
let v10 = subgroup_add(o12_60[me, gid.z % 3])
b17[me] = v0
var a11: u32[5]
a11[2] = (fixed_bool[me & 7] ? v0 : v6)
let v12, v13 = f2(a11, a11[p_u32 % 6] % 14)
f3(b1[me..me + 2], ((true ? 256u32 : a11[v12 % 6]) ^ u32(33i32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, workgroup_size.x % 6)
barrier grid
wait()
atomic_add(b16[255u32 % 5], ((atomic_exchange(b17[me], p_u32, acq_rel, workgroup) * v6) | 128u32), acq_rel, device)
let v14 = max(bits(unbits(0xf47e568622f73b72u64)), (fixed_bool[128u32 % 5] ? p_u64 : fixed_u64[31u32 % 7]))
let v15 = grid_iscan_or((256i64 ^ fixed_i64[me & 7]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(bits(v4)) + u32(bits(v5) >> 32) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(bits(v10)) + u32(a11[2]) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32)
