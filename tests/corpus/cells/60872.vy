// Program 60872 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60872
program conform_60872
workgroup 1, 1, 9
grid 1, 1, 36
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = 6
param p_u64: u64 = 33
param p_i64: i64 = -29
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[5] @align(256)
in fixed_u32: u32[9]
in fixed_i32: i32[6]
in fixed_u64: u64[3]
uniform fixed_i64: i64[6]
in fixed_f32: f32[8]
in fixed_f64: f64[8] @cache(streaming)
uniform b10: u16[4, 3]
scratch b11: u16[len(b0)]
scratch b12: u32[37] @live
scratch b13: u32[38, 1, 2]
out b14: atomic i32[3]
out b15: atomic u64[36]
shared b16: u32[9]
shared b17: u16[9]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[36]
scratch q_dead: u32[36]
scratch q_unused: u64[36, 3]
out q_y: u32[36]
out q_z: i64[36]
out q_n: atomic u32[1]
out q_rows: u32[36] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_min(u32(fixed_f64[me & 1]))
var a3: i32[4]
a3[(~b0[p_u32 % 37]) % 4] += (bool(x0) ? (256i32 % a3[b0[me + 2] % 5]) : p_i32)
let v4 = a3[(false ? b0[16] : b0[me + 2]) % 4]
each i in 0..4, j in 0..9 {
if ((fixed_bool[(x0 + bytes[p_u32 % 41]) % 6] | fixed_bool[i % 6]) != p_bool) {
} else {
}
}
return (x0 >> (fixed_bool[(false ? v2 : x0) % 6] ? fixed_i64[me & 3] : fixed_i64[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..36 {
q_t[q_i] = b0[q_i] * 50 + q_i
}
each q_k in 0..36 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 7
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..36 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..36 {
var q_c = q_m % 4
while q_c < 37 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v7 = f1(b1[me], (true ? (p_i32 / fixed_i32[1252353770u32 % 7]) : i32(true)))
let v8 = subgroup_add(trunc((fixed_f64[me & 7] * fixed_f64[32i64 % 9])))
let v9 = subgroup_min(((~2u32) - u32(fixed_bool[256u32 % 6])))
let v10 = subgroup_min(fixed_i32[b10[1, 1] % 7])
let v11 = subgroup_min(b15[me])
let v12 = subgroup_min(max(rotr(33i64, 1647721316u32), i64(fixed_f64[me & 7])))
let v13 = subgroup_min(fixed_f32[me & 3])
let v14 = subgroup_min(fixed_f64[me & 3])
let v15 = subgroup_max(rotr(rotr(v9, atomic_max(b15[me], v11, release, system)), i32(v12)))
let v16 = subgroup_max(max(i32(unbits(0x80000000u32)), i32(2.5f32)))
let v17 = subgroup_max(u64(grid_size.z))
let v18 = subgroup_max((v12 * fixed_i64[u32(fixed_bool[me & 1]) % 7]))
let v19 = atomic_load(b15[me])
var a20: bool[2]
a20[1] = bool(v13)
let v21, v22 = f2(fixed_bool, ctz(u32_at(bytes, 33)) % 14)
let v23 = f4(v21, a20, f5)
barrier workgroup
async_copy(b17, 0, b10, 4294967294u32 % 5, 9)
barrier grid
wait()
atomic_sub(b14[TABLE[8] % 4], ((false ? fixed_i32[u32_at(bytes, 11) % 7] : fixed_i32[me & 1]) - rotr(v10, atomic_sub(b15[me], v11, release, device))), relaxed, workgroup)
barrier grid
a20[(v7 | b10[p_u32 % 5, 1]) % 2] = ((p_u32 != p_u32) ? grid_xor(v21) : v21)
barrier grid
a20[mulhi(v7, p_u32) % 2] = ((b10[p_u32 % 5, 1] > b0[ceil_div(u32_at(bytes, 34), 1u32) % 37]) || workgroup_and(bool((a20[v9 % 3] ? v14 : fixed_f64[me & 3]))))
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(bits(v8) >> 32) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(bits(v13)) + u32(bits(v14)) + u32(v15) + u32(v16) + u32(v17 >> 32) + u32(v18) + u32(v19 >> 32) + u32(a20[1]) + u32(v21) + u32(v22) + u32(v23)
