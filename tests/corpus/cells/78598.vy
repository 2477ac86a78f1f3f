// Program 78598 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 78598
program conform_78598
workgroup 31, 1, 1
grid 93, 1, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = 1
param p_u64: u64 = 14
param p_i64: i64 = -6
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93]
out b1: u32[93]
in bytes: u8[40]
uniform fixed_bool: bool[5]
uniform fixed_u32: u32[9]
in fixed_i32: i32[9]
in fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[11]
in fixed_f64: f64[6]
in b10: u8[2, 1]
inout b11: f32[92]
inout b12: u8[94]
inout b13: atomic i64[2]
scratch b14: atomic i32[93] @cache(temporal)
shared b15: u32[31]
shared b16: i16[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_or(p_i64)
let v1 = grid_xor(fixed_bool[(2147483647u32 ^ 127u32) % 6])
let v2 = grid_xor(b15[here])
let v3 = atomic_or(b14[me], b16[here])
atomic_add(b13[128u32 % 3], 9223372036854775807i64, release, system)
b11[me] += (-unbits(2147483647u32))
let v4 = ((v2 % 3 >= 2) ? grid_or(u64_at(bytes, 63u32 % 41)) : min(fixed_u64[v2 % 10], p_u64))
let v5 = ((!v1) ? grid_max((-unbits(0x7f5e74d29f09ccbeu64))) : p_f64)
b11[me] += (fixed_f32[me + 2] + workgroup_max(trunc(floor(fixed_f32[fixed_i64[me + 1] % 12]))))
barrier grid
if ((v1 || true) && workgroup_xor((fixed_f32[me + 2] <= b11[me]))) {
barrier workgroup
let v6 = ((v5 != p_f64) ? workgroup_min(1u64) : v4)
}
for k7 in grid_size.x % 2..2 + u32(fixed_bool[(v1 ? b10[0, 0] : v2) % 6]) % 3 step 0 {
var v8 = grid_broadcast(fixed_u64[4294967295u32 % 10], k7 % 94)
v8 += (u64(v2) ^ u64(v0))
var v9 = grid_load(fixed_f32[p_u32 % 12])
v9 += v9
block l10 {
if me <= len(b1) { b11[me] += (ceil(v9) * v9) }
if bool(i32(fixed_i64[(fixed_bool[1] ? u64_at(bytes, 2) : v4) % 8])) { leave l10 }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
