// Program 985 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 985
program conform_985
workgroup 1, 1, 9
grid 1, 1, 27
param p_bool: bool = false
param p_u32: u32 = 33
param p_i32: i32 = -18
param p_u64: u64 = 36
param p_i64: i64 = -33
param p_f32: f32 = 2.25
param p_f64: f64 = -0.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[27]
out b1: u32[27]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[4] @axis(0)
uniform fixed_u64: u64[6]
in fixed_i64: i64[7]
in fixed_f32: f32[10]
uniform fixed_f64: f64[7]
in b10: u8[4, 3]
persistent b11: u8[28]
scratch b12: i32[29]
persistent b13: atomic i32[4]
inout b14: atomic u32[27]
shared b15: u32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = (mulhi(b10[p_u32 % 5, 1], x0) >> (fixed_i64[fixed_u64[p_u32 % 7] % 8] | fixed_i64[b10[p_u32 % 5, 1] % 8]))
v2 = u32(f64(1.0f32))
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
if ((fixed_bool[u32(9223372036854775807i64) % 9] ? y1 : y1) == (fixed_bool[reverse(v2) % 9] ? y1 : p_i32)) { continue }
}
return u32((fixed_u64[x0 % 7] <= fixed_u64[(true ? x0 : TABLE[p_u32 % 10]) % 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_max((fixed_i64[me + 0] * fixed_i64[256u32 % 8]))
let v5 = workgroup_iscan_and(bool((false ? fixed_u64[2147483647u32 % 7] : fixed_u64[1u32 % 7])))
let v6 = workgroup_iscan_and(b11[me])
let v7 = atomic_max(b14[me], b0[me + 2], acq_rel, device)
atomic_store(b14[me], ((v5 ? v6 : v6) * u32_at(bytes, 4294967295u64 % 41)))
var a8: u32[1]
a8[(false ? b1[me] : v6) % 1] = ((fixed_bool[4294967295u32 % 9] && fixed_bool[63u32 % 9]) ? grid_scan_and(ceil_div(min(b10[i32(p_f64) % 5, 1], a8[p_u32 % 2]), v6)) : rotr(a8[rotl(v6, u64_at(bytes, 21)) % 2], 7i32))
let v9 = a8[v6 % 1]
if me <= len(b0) { b11[me] += ((fixed_f64[fixed_u32[p_u32 % 11] % 8] == fixed_f64[v4 % 8]) ? p_u32 : p_u32) }
a8[(fixed_bool[me + 1] ? b15[here] : p_u32) % 1] += grid_broadcast(v9, popcount(2147483647u32) % 28)
block l10 {
b15[here] = clamp(wid.z, v9, a8[v6 % 2])
if ((fixed_i32[b10[3, 1] % 5] < p_i32) ? (fixed_i32[b10[2, 1] % 5] == fixed_i32[(~755373230u32) % 5]) : bool(false)) {  }
if (bool(fixed_u64[v6 % 7]) & (p_bool & v5)) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[0]) + u32(v9)
