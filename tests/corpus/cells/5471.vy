// Program 5471 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5471
program conform_5471
workgroup 1, 1, 1
param p_grid: u32 = 0
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -10
param p_u64: u64 = 6
param p_i64: i64 = -37
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[11]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[5]
uniform fixed_f32: f32[11]
in fixed_f64: f64[10]
uniform b10: i16[2]
scratch b11: i16[3, 3]
persistent b12: f32[2] @cache(random)
inout o13_1: f32[] @cache(random) @axis(0)
persistent o14_9: i32[, 3]
out b15: atomic u32[1]
persistent o16_1: atomic i64[]
shared b17: u32[1]
shared b18: i16[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_add(p_i64)
let v1 = grid_scan_min((b17[here] - bytes[me + 1]))
let v2 = grid_scan_min(b10[u32_at(bytes, p_u32 % 41) % 3])
let v3 = atomic_xor(o16_1[me], v0, release, device)
atomic_add(b15[ceil_div(v1, v1) % 2], b17[here])
{
block l4 {
b11[me, v1 % 4] %= (ctz(b11[me, 1]) + grid_iscan_and(v2))
}
}
each k5 in b10[2u32 % 3] % 3..v2 % 8, k6 in b0[ctz(256u32) % 2] % 3..3 {
b15[grid_size.y % 2] += u32((k5 / i32(-2147483648)))
}
let v7 = ((fixed_bool[1u32 % 12] ? true : fixed_bool[p_u32 % 12]) ? grid_broadcast(v2, (b0[0] | 31u32) % 2) : grid_max(b18[here]))
b11[me, 1] = v7
if ((b0[b0[0] % 2] % 5 == 1) ? bool(fixed_f64[i64(-9223372036854775808) % 11]) : bool(fixed_f64[max(p_u32, b0[0]) % 11])) {
if p_bool {
assert me < 9 || (fixed_bool[me + 1] | bool(0.0f32)), "{}", (p_u64 < u64_at(bytes, 2147483648u32 % 41))
}
each i in 0u64..1 {
b11[i, 1] = mulhi(i32(unbits(fixed_u64[v1 % 4])), (i32(v1) ^ v7))
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v7)
