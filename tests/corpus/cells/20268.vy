// Program 20268 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 20268
program conform_20268
workgroup 16, 3, 1
param p_grid: u32 = 85
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = 7
param p_u64: u64 = 39
param p_i64: i64 = -26
param p_f32: f32 = 7.25
param p_f64: f64 = -8.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288]
in bytes: u8[40] @align(128)
uniform fixed_bool: bool[4]
in fixed_u32: u32[3]
in fixed_i32: i32[4] @cache(temporal)
in fixed_u64: u64[3]
in fixed_i64: i64[10]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[3]
uniform o10_7: i16[]
scratch b11: i16[287] @live
inout b12: u32[len(b0)]
out b13: i32[290, 1] @range(498, 548)
inout b14: atomic i64[2]
persistent b15: atomic i64[len(b0)]
shared b16: u32[48]
shared b17: u32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (mulhi(fixed_u64[me + 0], fixed_u64[x0 % 4]) & p_u64)
v2 -= popcount(u64(fixed_bool[me + 1]))
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
if (mulhi(fixed_u32[33u32 % 4], 64u32) % 3 < 1) { return (x0 % 64u32) }
}
return ((true || true) ? b0[me + 0] : rotl(wid.x, workgroup_size.y))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_add(p_i32)
let v5 = workgroup_scan_add(u64(p_u32))
let v6 = workgroup_scan_add(clz(fixed_i64[v4 % 11]))
let v7 = atomic_max(b15[me], v6)
b11[me] = i32((v5 - v5))
b11[me] <<= i32(v5)
b11[me] = reverse(clz(v4))
let v8 = grid_add((fixed_f32[me + 2] + fixed_f32[3u32 % 5]))
block l9 {
b16[here] >>= workgroup_load(fixed_u64[33u32 % 4])
var v10 = fixed_f64[1395744490u32 % 4]
v10 += floor(v10)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 39)
wait()
if bool(b0[(false ? 2147483647u32 : b0[2]) % 289]) {
barrier workgroup
leave l9
}
b1[me] = ((fixed_bool[3u32 % 5] ^ p_bool) ? (b12[me] + p_u32) : (fixed_bool[p_u32 % 5] ? u32_at(bytes, 255u32 % 41) : b12[me]))
let v11 = ((!fixed_bool[63u32 % 5]) ? grid_or(b13[me, 2147483648u32 % 1]) : i32(fixed_f64[abs(1u32) % 4]))
if me <= 289 { b1[me] += u32(atomic_min(b15[me], v7, acquire)) }
barrier grid
}
each i in 0i64..288 {
if ((fixed_bool[256u32 % 5] && p_bool) ? (fixed_bool[b0[30] % 5] && p_bool) : fixed_bool[b12[i] % 5]) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
