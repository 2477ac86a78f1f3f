// Program 25845 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25845
program conform_25845
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = -9
param p_u64: u64 = 8
param p_i64: i64 = -17
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @cache(random)
out b1: u32[1] @range(2, 2)
in bytes: u8[40]
uniform fixed_bool: bool[11] @axis(0)
in fixed_u32: u32[6]
in fixed_i32: i32[7]
uniform fixed_u64: u64[8]
in fixed_i64: i64[6]
in fixed_f32: f32[10] @cache(streaming)
in fixed_f64: f64[7]
uniform b10: i8[1]
persistent b11: u8[3, 3]
scratch b12: f32[3]
persistent b13: atomic u64[2]
out b14: atomic u64[1] @range(6, 1)
shared b15: u32[1]
shared b16: u8[1]
shared b17: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = fixed_f64[bytes[20] % 8]
if fixed_bool[1169941829u32 % 12] {
} else {
}
return u32(mulhi(y1, fixed_i32[x0 % 8]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_or(b10[me + 2])
let v4 = workgroup_iscan_or((u64_at(bytes, p_u32 % 41) | atomic_add(b14[me], fixed_u64[p_u32 % 9], acq_rel, device)))
let v5 = workgroup_iscan_or(fixed_i64[me + 2])
let v6 = atomic_max(b14[me], p_u64, relaxed, system)
b13[2147483648u32 % 3] -= u64(u64_at(bytes, 31u32 % 41))
let v7 = (popcount(9223372036854775808u64) <= v4)
if me < len(b11) { b11[me, 1] = ((u32(v7) / u32(b15[here])) % reverse(max(p_u32, b11[me, 1]))) }
region "r8" {
if (p_bool ? fixed_bool[b10[0] % 12] : (!fixed_bool[SUM % 12])) {
if grid_load(fixed_bool[(true ? 447284826u32 : 2147483648u32) % 12]) {
if workgroup_or(((v7 & v7) ? (v7 != v7) : (fixed_f64[32u32 % 8] != fixed_f64[clz(b15[here]) % 8]))) {
region "r9" {
var v10 = workgroup_add(fixed_f64[4294967294u32 % 8])
v10 += unbits(4294967295u64)
}
barrier workgroup
let v11 = workgroup_scan_or(fixed_i32[u64_at(bytes, 7) % 8])
}
if me < 3 { b11[me, 1] <<= (-1i32) }
barrier workgroup
async_copy(b15, 1, b0, b0[p_u32 % 2] % 2, 1)
wait()
barrier workgroup
} else {
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
