// Program 60584 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60584
program conform_60584
workgroup 8, 4, 1
grid 168, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -8
param p_u64: u64 = 29
param p_i64: i64 = -2
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[672]
out b1: u32[672]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[8] @axis(0)
in fixed_i32: i32[7]
uniform fixed_u64: u64[10]
in fixed_i64: i64[5]
in fixed_f32: f32[4]
in fixed_f64: f64[4]
in o10_12: u8[, 2]
out b11: u8[672]
out b12: i64[673]
inout b13: f32[673, 3]
inout b14: atomic u64[1]
scratch b15: atomic i32[len(b0)] @live
shared b16: u32[32]
shared b17: u8[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_xor(wid.y)
let v3 = u64((fixed_u64[u32(3i64) % 11] ^ fixed_u64[u32(fixed_i32[0]) % 11]))
if ((4294967295u32 % 5 == 1) || workgroup_any(fixed_bool[2147483648u32 % 11])) {
if ((y1 > y1) && workgroup_load(fixed_bool[(90813032u32 * b0[578]) % 11])) {
}
} else {
}
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_or((fixed_bool[me & 7] ? fixed_u64[me & 1] : fixed_u64[me & 1]))
let v5 = subgroup_scan_or((~b12[me]))
let v6 = subgroup_scan_xor(fixed_bool[me & 3])
let v7 = subgroup_scan_xor(rotl(o10_12[me & 1, o10_12[me & 3, 1] % 2], v4))
let v8 = subgroup_scan_xor((rotr(b15[me], v7) / (v6 ? atomic_and(b15[me], 5i32, acq_rel, device) : fixed_i32[me & 1])))
let v9 = subgroup_scan_xor(fixed_u64[b11[me] % 11])
let v10 = subgroup_scan_xor(i64(atomic_or(b15[me], v8)))
let v11 = subgroup_iscan_add(v7)
let v12 = subgroup_iscan_add((i32(fixed_u32[me & 7]) / atomic_add(b15[me], fixed_i32[2], acquire, system)))
let v13 = subgroup_iscan_add(fixed_u64[me & 1])
let v14 = subgroup_iscan_add(rotr(fixed_i64[me & 1], v13))
let v15 = atomic_exchange(b15[me], v8)
var a16: f64[5]
a16[2] = (p_f64 / fixed_f64[me & 7])
let v17, v18 = f2(fixed_f64, clz(b0[me & 7]) % 14)
f3(b1[me..me + 1], (2u32 * p_u32))
barrier workgroup
async_copy(b17, 1, o10_12, p_u32 % 7, 27)
wait()
atomic_add(b14[v18 % 2], u64(i64(v18)))
var w19 = 0
loop {
w19 += 1
if w19 > 4 { break }
if bool(workgroups.y) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(bits(a16[2])) + u32(bits(v17) >> 32) + u32(v18)
