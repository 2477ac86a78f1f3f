// Program 84098 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 84098
program conform_84098
workgroup 31, 1, 1
param p_grid: u32 = 55
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = -6
param p_u64: u64 = 22
param p_i64: i64 = -38
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
in fixed_bool: bool[8] @axis(0)
in fixed_u32: u32[4] @align(128)
in fixed_i32: i32[8]
in fixed_u64: u64[3]
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[11] @align(256)
uniform fixed_f64: f64[6]
in b10: u16[9, 1]
inout o11_64: u16[]
persistent o12_62: f64[]
out b13: u32[64]
out b14: atomic u32[4] @range(3, 2)
out b15: atomic u64[62]
shared b16: u32[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and((fixed_i32[(3u64 * fixed_u64[0]) % 9] % p_i32))
let v1 = grid_scan_and(u64_at(bytes, 32u32 % 41))
let v2 = grid_scan_and(i64(sqrt(fixed_f32[me + 1])))
let v3 = atomic_or(b15[me], v1, release, workgroup)
let v4 = (true ? b10[2147483647u32 % 10, (1244954373u32 << 2i64) % 1] : (fixed_u32[(p_u32 | p_u32) % 5] << b0[2147483648u32 % 63]))
let v5 = (fixed_bool[33u32 % 9] ? grid_broadcast(i32(i32(p_u32)), clz(0u32) % 63) : grid_or(rotr(v0, v4)))
atomic_sub(b14[v4 % 5], v4, release)
barrier workgroup
async_copy(b16, 0, b0, p_u32 % 63, (4294967294u32 % 2147483647u32) % 32)
wait()
atomic_add(b14[0u32 % 5], clamp((v4 / b16[here]), u32(b10[u32(p_u32) % 10, TABLE[2] % 1]), v4), relaxed)
if ((p_u32 > b10[b0[p_u32 % 63] % 10, 4294967294u32 % 1]) || workgroup_and(fixed_bool[me + 0])) {
b16[here] += workgroup_and(u32(v4))
print "{} {}", (v5 * p_i32), atomic_and(b15[me], u64_at(bytes, 23), relaxed, workgroup)
o11_64[me] = v4
if (p_i32 < reverse(v5)) {
var v6 = (fixed_bool[2u32 % 9] ? workgroup_and(v0) : workgroup_scan_add((~(fixed_i32[v4 % 9] * fixed_i32[u32(v3) % 9]))))
barrier workgroup
v6 += (fixed_bool[me + 0] ? i32(true) : (31i32 | v5))
} else {
if ((v4 % 3 != 1) ^ (!p_bool)) {
} else if (min(b16[here], 4294967295u32) % 2 == 2) {
} else {
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
