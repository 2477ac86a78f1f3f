// Program 49240 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 49240
program conform_49240
workgroup 33, 1, 1
grid 1023, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 3
param p_u64: u64 = 12
param p_i64: i64 = -13
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[10]
in fixed_i32: i32[6]
in fixed_u64: u64[10]
uniform fixed_i64: i64[7] @cache(streaming)
in fixed_f32: f32[10]
uniform fixed_f64: f64[5]
uniform b10: i8[4, 2]
scratch b11: i64[1023]
inout o12_1024: i16[]
persistent b13: u8[len(b0), 2, 1]
out b14: u32[1025, 3] @cache(streaming)
persistent b15: u32[1024]
persistent b16: atomic u32[2]
out b17: atomic i64[1023]
shared b18: u32[33]
shared b19: i64[33]
shared b20: atomic i32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle((b10[u32(p_u32) % 5, 1] - i32(wid.y)), (false ? b13[me, 1, 0] : len(b1)) % 40)
let v1 = subgroup_shuffle((p_u64 / fixed_u64[4294967295u32 % 11]), 31u32 % 40)
let v2 = subgroup_shuffle((atomic_exchange(b17[me], 791627766i64, acq_rel, system) >> u64_at(bytes, b18[here] % 41)), u32(v0) % 40)
let v3 = subgroup_shuffle(fixed_f32[me & 7], clamp(32u32, u32_at(bytes, p_u32 % 41), 4294967294u32) % 40)
let v4 = subgroup_shuffle((fixed_f64[me & 7] * unbits(0xcf68d39f3ece1b55u64)), 255u32 % 40)
let v5 = subgroup_add((bytes[me + 0] * min(bytes[me + 1], b18[here])))
let v6 = subgroup_add(popcount(b10[me & 1, v5 % 2]))
let v7 = subgroup_add(v1)
let v8 = subgroup_add(fixed_i64[b13[me, 1, 0] % 8])
let v9 = subgroup_add(floor(unbits(0x5bc99bdu32)))
let v10 = subgroup_add(v4)
let v11 = atomic_xor(b17[me], v2)
var a12: i32[2]
a12[1] = (fixed_bool[me & 3] ? i32(-2147483648) : b10[v5 % 5, 1])
let v13, v14 = f2(fixed_i32, lid.x % 14)
f3(b1[me..me + 1], 33u32)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, (-bytes[p_u32 % 41]) % 34)
wait()
block l15 {
b1[me] = ((true ? b13[me, 1, 0] : u32_at(bytes, 7u32 % 41)) + grid_scan_or((520572240u32 ^ 0u32)) * grid_min(fixed_u32[workgroups.x % 11]))
barrier workgroup
if (b10[(p_bool ? 5u32 : b0[828]) % 5, (1270501173u32 - 32u32) % 2] < (i32(grid_size.z) + b10[abs(5u64) % 5, 1])) {
leave l15
}
if (min(TABLE[166338396u32 % 10], b0[u32(p_bool) % 1024]) % 3 >= 2) {
barrier workgroup
leave l15
}
if bool((-p_f64)) {
barrier workgroup
leave l15
}
if fixed_bool[2147483647i32 % 9] {
barrier grid
leave l15
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(bits(v3)) + u32(bits(v4)) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v9)) + u32(bits(v10)) + u32(v11) + u32(a12[1]) + u32(v13) + u32(v14)
