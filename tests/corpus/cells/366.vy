// Program 366 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 366
program conform_366
workgroup 2, 3, 1
grid 8, 3, 1
param p_bool: bool = false
param p_u32: u32 = 18
param p_i32: i32 = 12
param p_u64: u64 = 12
param p_i64: i64 = -7
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[24]
out b1: u32[24] @range(12, 8)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[6]
in fixed_i32: i32[10]
in fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
in fixed_f64: f64[10] @align(256)
in b10: i16[5]
persistent b11: u64[24]
scratch b12: i64[25, 2] @live
scratch b13: u8[25, 1, 1] @live
out b14: atomic i64[4]
out b15: atomic i32[24]
shared b16: u32[6]
shared b17: u64[6]
shared b18: atomic i64[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1536] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i32(x0)
atomic_add(b14[min(bytes[me + 2], p_u32) % 5], i64((fixed_i32[me & 7] / v2)), acquire, device)
v2 += rotl((fixed_bool[me & 7] ? p_i32 : i32(lane)), min(u64_at(bytes, (472766395i64 << 4294967296i64) % 41), p_u64))
return ((x0 / p_u32) << (~i64(lid.x)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_max(b13[me, 0, 0])
let v4 = workgroup_iscan_max(63i32)
let v5 = workgroup_iscan_max(u64(p_i32))
let v6 = atomic_or(b15[me], 625030834i32, release, system)
barrier workgroup
async_copy(b17, 2, fixed_u64, 256u32 % 7, 6)
wait()
let v7 = u64(floor(fixed_f64[i32(i32(-2147483648)) % 11]))
block l8 {
var v9 = round(f64(floor(fixed_f64[me & 7])))
b14[p_u32 % 5] -= ((p_u32 != p_u32) ? popcount(fixed_i64[me & 1]) : (fixed_i64[fixed_u32[me & 3] % 4] + atomic_or(b18[here], i64(grid_size.x))))
if ((TABLE[p_u32 % 10] % 3 == 1) | (!fixed_bool[v3 % 7])) {  }
b13[me, 0, 0] -= ctz(u32(fixed_f64[bytes[me + 0] % 11]))
if (min(b13[me, v3 % 2, 0], u32_at(bytes, v3 % 41)) % 5 != 2) {  }
}
barrier workgroup
for k10 in -2..2 {
let v11 = ((fixed_bool[64u32 % 7] & fixed_bool[grid_size.z % 7]) ? grid_add(v3) : grid_xor((31u32 ^ p_u32)))
if bool(u64(fixed_f32[b0[12] % 6])) {
break
}
b13[me, p_u32 % 1, 0] += ((fixed_f32[b0[p_u32 % 25] % 6] > fixed_f32[rotl(TABLE[p_u32 % 10], b0[2]) % 6]) ? grid_iscan_xor(v3) : grid_load(b0[u32(p_u32) % 25]))
block l12 {
if me < 24 { b11[me] += (u64(fixed_f32[(63u32 + v3) % 6]) * ctz(v5)) }
hits[atomic_add(found[0], 1)] = (~u32(true))
if true {
leave l12
}
if me % 2 == 1 {
leave l12
}
}
if bool((-k10)) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32)
