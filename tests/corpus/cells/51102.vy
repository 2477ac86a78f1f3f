// Program 51102 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 51102
program conform_51102
workgroup 16, 3, 1
grid 32, 3, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = 17
param p_u64: u64 = 3
param p_i64: i64 = -2
param p_f32: f32 = 4.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[10]
uniform fixed_i32: i32[4]
in fixed_u64: u64[11] @axis(0)
in fixed_i64: i64[3]
in fixed_f32: f32[11]
in fixed_f64: f64[7]
uniform b10: u8[9, 1]
inout b11: u8[96]
out b12: f32[97, 1]
inout b13: i64[len(b0), 1]
inout b14: u64[96]
scratch b15: atomic i64[2]
out b16: atomic u64[len(b0)]
shared b17: u32[48]
shared b18: u8[48]
shared b19: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[384] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_bool[me + 1] ^ fixed_bool[x0 % 6]) ? u64_at(bytes, lane % 41) : p_u64)
v2 -= u64((fixed_f64[gid.z % 8] == fixed_f64[u32(x0) % 8]))
print "{} {}", reverse(255i64), f64(fixed_f32[(p_bool ? 255i64 : fixed_i64[1]) % 12])
return (bits(fixed_f32[me + 0]) << v2)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_max((-fixed_i32[me + 1]))
let v4 = workgroup_scan_max(p_u64)
let v5 = workgroup_scan_max(0i64)
let v6 = atomic_exchange(b16[me], v4, acquire)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 35)
wait()
atomic_add(b15[3u32 % 3], v5, relaxed, system)
hits[atomic_add(found[0], 1)] = ctz(u32(fixed_bool[me + 1]))
region "r7" {
atomic_sub(b15[2u32 % 3], v5)
{
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 43)
barrier grid
wait()
}
}
if fixed_bool[p_u32 % 6] {
let v8 = ((fixed_bool[2138583054i64 % 6] || fixed_bool[255u32 % 6]) ? (fixed_bool[SUM % 6] || fixed_bool[(len(b0) - grid_size.x) % 6]) : fixed_bool[2147483648u32 % 6])
}
var v9 = ((fixed_bool[u64_at(bytes, 10) % 6] || fixed_bool[popcount(b0[p_u32 % 97]) % 6]) ? fixed_bool[reverse(2147483648u32) % 6] : fixed_bool[(false ? 2147483648u32 : b0[p_u32 % 97]) % 6])
v9 = v9
b18[here] = grid_scan_add((p_u32 & b17[u32(928239199u64) % 49]))
v9 = ((p_u32 % 5 < 1) || grid_load(fixed_bool[b0[27] % 6]))
each i in 0u32..96 {
if ((u32_at(bytes, p_u32 % 41) % 4 < 2) && (fixed_f32[i % 12] != fixed_f32[b0[p_u32 % 97] % 12])) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v9)
