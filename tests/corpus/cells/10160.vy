// Program 10160 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10160
program conform_10160
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 21
param p_i32: i32 = 12
param p_u64: u64 = 32
param p_i64: i64 = -16
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[7] @cache(random)
in fixed_i32: i32[3] @align(2)
in fixed_u64: u64[4]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[4]
in b10: i16[8, 3]
out b11: bool[34]
scratch b12: u8[35, 1]
persistent b13: i32[33] @align(256)
persistent b14: atomic i32[3]
out b15: atomic i32[33]
shared b16: u32[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_broadcast(fma(fixed_f64[1445147441i64 % 5], fixed_f64[128u32 % 5], fixed_f64[u32_at(bytes, 5) % 5]), 3u32 % 33)
let v1 = subgroup_load(fixed_bool[TABLE[p_u32 % 10] % 10])
let v2 = subgroup_load(b0[u32(256i64) % 34])
let v3 = subgroup_load(fixed_i32[v2 % 4])
let v4 = subgroup_load(fixed_u64[(true ? v2 : TABLE[p_u32 % 10]) % 5])
let v5 = subgroup_load(fixed_i64[rotr(v2, u32_at(bytes, p_u32 % 41)) % 11])
let v6 = subgroup_load(fixed_f32[v2 % 4])
let v7 = subgroup_load(fixed_f64[u32_at(bytes, p_u32 % 41) % 5])
let v8 = subgroup_ballot((bool(v1) & (v1 && v1)))
let v9 = subgroup_shuffle(bool(v1), u32_at(bytes, 31) % 40)
let v10 = subgroup_shuffle(bits(fixed_f32[v8 % 4]), mulhi(v8, b12[me, 0]) % 40)
let v11 = atomic_exchange(b15[me], fixed_i32[2])
if (v11 < b10[32u32 % 9, 1]) && me % 5 == 1 { return }
var w12 = 0
while w12 < 2 && fixed_bool[workgroup_size.x % 10] {
w12 += 1
atomic_store(b15[me], p_i32, relaxed, system)
if ((fixed_bool[u32(v11) % 10] | true) || (v9 | v1)) { continue }
if (v7 == round(-16777217.0f64)) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
