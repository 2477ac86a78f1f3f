// Program 60625 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60625
program conform_60625
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = 10
param p_u64: u64 = 16
param p_i64: i64 = -10
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[6]
in fixed_i32: i32[3]
in fixed_u64: u64[11]
in fixed_i64: i64[4] @align(4)
uniform fixed_f32: f32[3]
in fixed_f64: f64[9] @axis(0)
in b10: i16[1, 2] @cache(streaming)
inout b11: i8[98, 1]
inout o12_97: f64[]
scratch b13: atomic u32[2]
out b14: atomic u32[len(b0)] @axis(0)
shared b15: u32[32]
shared b16: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_f32[b0[p_u32 % 97] % 4]
v2 = trunc(floor(p_f32))
v2 += v2
return x0
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_add(workgroup_size.y)
var v6 = (fixed_f32[u32(y4) % 4] + grid_broadcast((-fixed_f32[me + 0]), u32(2u64) % 97))
v6 = v6
barrier grid
block l7 {
}
return max((p_u32 + wid.z), clamp(v5, fixed_u32[p_u32 % 7], 1201685667u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = f1((-(fixed_u32[me + 1] - p_u32)), (-rotl(b10[grid_size.y % 2, clamp(p_u32, 3u32, bytes[38]) % 3], fixed_u64[128u32 % 12])))
let v9 = grid_iscan_or(max(b16[p_u32 % 4], p_u64))
let v10 = grid_iscan_or(fixed_i64[b1[me] % 5])
let v11 = grid_iscan_xor(fixed_bool[32i32 % 6])
let v12 = atomic_xor(b14[me], 255u32, acquire, device)
let v13 = (p_bool ? workgroup_broadcast(u64(b10[fixed_u32[p_u32 % 7] % 2, 1]), grid_size.y % 33) : workgroup_iscan_add(v9))
let v14 = f1(rotl(rotl(b13[v12 % 3], b10[32i32 % 2, (v8 * v12) % 2]), max(v12, v12)), reverse((-1i32)))
each i in 0i64..96 {
o12_97[i] = fixed_f64[v12 % 10]
}
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
