// Program 15957 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15957
program conform_15957
workgroup 16, 3, 1
grid 48, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = 18
param p_u64: u64 = 23
param p_i64: i64 = -19
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[144]
out b1: u32[144]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[11]
in fixed_i32: i32[4] @align(4)
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[5] @align(2)
in fixed_f32: f32[5]
uniform fixed_f64: f64[7]
uniform o10_5: u8[, 1]
scratch b11: u8[144]
inout o12_145: i64[, 1]
persistent b13: u8[144]
persistent o14_144: u8[] @align(1)
scratch b15: u32[145, 3]
inout b16: atomic i32[4]
out b17: atomic u32[144]
shared b18: u32[48]
shared b19: u8[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[9216] @count(found)
scratch turn: atomic u64[3]
out relayed: u32[3]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (!bool(fixed_u64[me & 7]))
if false {
} else {
}
return (bool(unbits(0x8000000000000000u64)) ? ceil_div(x0, x0) : x0)
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_min(u32((fixed_u64[me & 7] / fixed_u64[x3 % 6])))
var v6 = fixed_f32[(false ? 256u32 : 103835764u32) % 6]
o12_145[me, b0[82] % 1] = reverse(((fixed_bool[me & 7] ^ fixed_bool[me & 3]) ? i64(y4) : o12_145[me, v5 % 1]))
let v7 = i32(o10_5[64u32 % 6, 0])
return popcount(b0[2092646268u32 % 145])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = f1(((b11[me] % o10_5[me & 1, 0]) - (fixed_bool[128u32 % 4] ? o14_144[me] : gid.y)), (i32(p_f32) >> i32(fixed_bool[max(p_u32, 1u32) % 4])))
let v9 = workgroup_iscan_or(i32(i64(fixed_u64[v8 % 6])))
let v10 = workgroup_iscan_or(u64(fixed_f32[me & 7]))
let v11 = workgroup_iscan_or((i64(v8) >> 0u64))
let v12 = atomic_exchange(b17[me], v8, acq_rel, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (max(p_u32, wid.z) << (o12_145[me, p_u32 % 1] + fixed_i64[me & 3]))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, fixed_u32[7] % 49)
barrier grid
wait()
hits[atomic_add(found[0], 1)] = ceil_div(u32(fixed_u64[v12 % 6]), (v8 - 63u32))
for k13 in -2..0 {
let v14 = ((fixed_bool[ctz(o10_5[p_u32 % 6, 0]) % 4] || fixed_bool[u32(p_u64) % 4]) ? grid_add(clamp(o12_145[me, 0], fixed_i64[me & 1], i64(wid.x))) : grid_iscan_and((p_bool ? p_i64 : p_i64)))
if fixed_bool[b0[70] % 4] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11 >> 32) + u32(v12)
