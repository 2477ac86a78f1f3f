// Program 1128 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1128
program conform_1128 service
workgroup 64, 1, 1
grid 192, 1, 1
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = -15
param p_u64: u64 = 12
param p_i64: i64 = -12
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[len(b0)] @range(548, 81) @cache(temporal)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[11] @align(1)
uniform fixed_u64: u64[11]
in fixed_i64: i64[8]
in fixed_f32: f32[3]
in fixed_f64: f64[10]
uniform o10_12: i16[, 2]
out b11: i32[194]
inout b12: i8[193, 3]
persistent b13: atomic i32[4]
inout b14: atomic u32[192]
mapped b15: u64[192] @axis(0)
mapped b16: u16[192]
mapped b17: atomic i32[192]
shared b18: u32[64]
shared b19: i64[64]
shared b20: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ceil((true ? unbits(0x1u64) : unbits(0xcf3ba4841aa95903u64)))
var w3 = 0
while w3 < 2 && (bool(fixed_u64[(31u32 - 0u32) % 12]) ? bool(fixed_f32[256u32 % 4]) : fixed_bool[53971325u32 % 10]) {
w3 += 1
block l4 {
if false { break }
}
if fixed_bool[me + 0] { continue }
}
return max(u32(p_bool), u32(y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_shuffle(b19[here], (1u32 + 256u32) % 40)
let v6 = subgroup_shuffle(fixed_f32[2147483647u32 % 4], len(bytes) % 40)
let v7 = subgroup_shuffle(fixed_f64[me + 0], 256u32 % 40)
let v8 = subgroup_add(abs((fixed_bool[64u32 % 10] ? b18[here] : fixed_u32[me + 1])))
let v9 = subgroup_add(o10_12[v8 % 7, v8 % 2])
let v10 = subgroup_add(b15[me])
let v11 = subgroup_add(b19[here])
let v12 = subgroup_add(v6)
let v13 = subgroup_add((floor(3.0f64) * clamp(v7, p_f64, fixed_f64[v8 % 11])))
let v14 = subgroup_min(v8)
let v15 = subgroup_min((~v9))
let v16 = atomic_max(b14[me], v14, release, workgroup)
atomic_store(b17[me], abs((fixed_i32[(-p_u32) % 12] ^ atomic_load(b17[me]))))
b11[me] = i32(bool(fixed_bool[me + 1]))
each i in 0u32..192 {
for k18 in (fixed_bool[1605347626i32 % 10] ? b0[u32_at(bytes, p_u32 % 41) % 193] : v8) % 3..v8 % 6 step u32(v16) % 2 {
if (bits(2.5f64) > min(v10, v10)) { break }
}
if bool(i64(atomic_sub(b14[i], v8, acq_rel, workgroup))) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
