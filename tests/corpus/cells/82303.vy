// Program 82303 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 82303
program conform_82303 service
workgroup 256, 1, 1
grid 256, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = -8
param p_u64: u64 = 37
param p_i64: i64 = -40
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[10]
in fixed_i32: i32[11]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[8]
in fixed_f32: f32[6]
in fixed_f64: f64[6]
uniform b10: u8[7]
scratch b11: i32[256]
scratch b12: bool[257]
inout b13: i32[257, 2]
inout b14: f64[len(b0)]
inout b15: i16[256]
scratch b16: atomic u32[2] @live
persistent o17_256: atomic i64[]
mapped b18: i32[256]
mapped b19: u32[256]
mapped b20: atomic i32[len(b0)]
shared b21: u32[256]
shared b22: i32[256]
shared b23: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic i64[256]
out t_y: u32[256]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_max(t_n[me], 2) != 2 || t_y[me] < 13 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 13 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = grid_and((b12[me] || fixed_bool[me & 1]))
let v1 = grid_and(p_u32)
let v2 = grid_and(fixed_i32[me & 1])
let v3 = atomic_sub(o17_256[me], fixed_i64[me & 7], acq_rel, device)
barrier workgroup
async_copy(b22, 0, fixed_i32, u32(0u64) % 12, 117)
wait()
fence()
if bool(fixed_i64[wid.x % 9]) && wid.x % 3 == 0 { return }
let v4 = (p_bool ? workgroup_min(u32(v1)) : workgroup_and(v1))
for k5 in v1 % 2..2 + grid_max((bool(fixed_u64[me & 7]) ? bytes[3u32 % 41] : u32(fixed_f32[me & 1]))) % 3 step 1 {
var a6: bool[5]
a6[v1 % 5] = ((fixed_u32[33u64 % 11] == workgroup_size.z) ? grid_iscan_and(v0) : grid_xor(((b12[me] && v0) || (true ? v0 : v0))))
let v7 = a6[(p_u32 >> b22[me + 0]) % 5]
if ((p_bool || v0) ? bool(v0) : (true ? fixed_bool[p_u32 % 7] : v0)) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
