// Program 14336 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14336
program conform_14336
workgroup 64, 1, 1
grid 1023, 1, 1
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = 1
param p_u64: u64 = 10
param p_i64: i64 = -9
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[len(b0)] @range(3813, 161)
in bytes: u8[40] @align(128)
uniform fixed_bool: bool[3]
in fixed_u32: u32[4] @cache(random)
uniform fixed_i32: i32[10]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
uniform fixed_f32: f32[5]
in fixed_f64: f64[5]
uniform o10_8: i16[]
inout o11_1025: bool[] @axis(0)
inout b12: u64[1026]
scratch b13: i32[1024]
scratch b14: atomic u32[3] @live
scratch b15: atomic i64[1024]
shared b16: u32[64]
shared b17: u16[64]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u64[3]
a2[(true ? b0[me & 1] : x0) % 4] += (bool(fixed_i32[me & 3]) ? u64(fixed_f64[me & 7]) : 127u64)
let v3 = a2[TABLE[7] % 3]
a2[(b0[me & 7] * x0) % 3] += u64((fixed_bool[me & 3] ? fixed_f64[v3 % 6] : fixed_f64[me & 3]))
var w4 = 0
while w4 < 2 && ((fixed_bool[me & 1] & p_bool) || (fixed_bool[me & 3] ? fixed_bool[(true ? 1654333488u32 : bytes[7]) % 4] : fixed_bool[me & 1])) {
w4 += 1
if (u32(fixed_bool[me & 3]) % 4 >= 1) { continue }
}
return (abs(x0) / clamp(b0[me + 0], b0[x0 % 1025], x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_iscan_min(fixed_i32[me & 3])
let v6 = subgroup_iscan_min(fixed_u64[u32_at(bytes, p_u32 % 41) % 9])
let v7 = subgroup_iscan_min((fixed_i64[me & 3] / fixed_i64[me & 1]))
let v8 = subgroup_iscan_max((b16[here] >> fixed_u32[me & 3]))
let v9 = subgroup_iscan_max(fixed_i32[33u32 % 11])
let v10 = subgroup_iscan_max(p_u64)
let v11 = subgroup_iscan_max(p_i64)
let v12 = subgroup_iscan_and(fixed_bool[me & 1])
let v13 = subgroup_iscan_and(b16[here])
let v14 = subgroup_iscan_and(v5)
let v15 = subgroup_iscan_and(v6)
let v16 = atomic_or(b15[me], v11, acquire, device)
var a17: bool[2]
a17[1] = (v9 <= v14)
let v18, v19 = f2(fixed_bool[(b16[here] & 63u32) % 6..u32(true) % 14], b16[here] % 14)
f3(b1[me..me + 1], b16[here])
atomic_sub(b14[v8 % 4], min((v8 - 4294967295u32), v19), release, device)
a17[v19 % 3] = ((fixed_bool[u32_at(bytes, p_u32 % 41) % 4] ? p_bool : fixed_bool[2147483647u32 % 4]) ? grid_scan_and(v12) : grid_scan_xor((fixed_bool[me & 7] && (p_u32 % 3 != 2))))
o11_1025[me] = (min(u32_at(bytes, v14 % 41), v19) > (~2u32))
let v20 = grid_broadcast(bool((v12 ? p_f32 : fixed_f32[me & 3])), 4294967295u32 % 1025)
let v21 = grid_and(b0[fixed_u64[me & 3] % 1025])
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16 >> 32) + u32(a17[1]) + u32(v18) + u32(v19) + u32(v20) + u32(v21)
