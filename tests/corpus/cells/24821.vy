// Program 24821 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 24821
program conform_24821 service
workgroup 8, 4, 1
grid 25, 16, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -2
param p_u64: u64 = 0
param p_i64: i64 = -16
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[512]
in bytes: u8[40] @cache(temporal)
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[3]
in fixed_f32: f32[4]
in fixed_f64: f64[3]
in o10_8: u8[, 1]
inout b11: f32[len(b0), 1]
inout b12: u64[514]
out b13: atomic i32[3]
persistent b14: atomic i64[len(b0)]
mapped b15: u16[512]
mapped b16: bool[512]
mapped b17: atomic u32[512]
shared b18: u32[32]
shared b19: i8[32]
shared b20: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_bool[o10_8[1, 0] % 9]
v2 = p_bool
v2 = v2
var v3 = unbits((x0 & x0))
return u32(i64(fixed_i64[max(o10_8[4, 0], p_u32) % 4]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_load(b0[clz(o10_8[0, 0]) % 513])
let v5 = workgroup_load(fixed_i32[v4 % 8])
let v6 = workgroup_load(fixed_u64[b0[393] % 6])
let v7 = atomic_min(b14[me], 64i64)
b13[(v4 ^ v4) % 4] += 2147483647i32
let v8 = ((fixed_bool[v4 % 9] | fixed_bool[p_u32 % 9]) ? workgroup_broadcast(unbits(0xcf000000u32), mulhi(b0[456], v4) % 33) : workgroup_max(fixed_f32[u32(v4) % 5]))
let v9 = grid_min(u64(p_i64))
b15[me] = bits(v8)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
