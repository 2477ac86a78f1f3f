// Program 78781 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 78781
program conform_78781
workgroup 32, 1, 1
grid 127, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = -18
param p_u64: u64 = 8
param p_i64: i64 = -32
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[7]
in fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[11]
in fixed_f64: f64[11]
in b10: u8[7]
inout b11: bool[129]
out b12: u16[130]
scratch b13: u64[130] @live
persistent b14: atomic i32[3]
scratch b15: atomic i64[128]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = y1
let v3 = i32(fixed_bool[p_u32 % 12])
return u32(trunc(fixed_f64[256i64 % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_add(fixed_i32[me + 1])
let v5 = workgroup_iscan_add(b13[me])
let v6 = workgroup_iscan_add((fixed_i64[33u32 % 7] ^ atomic_min(b15[me], 4294967296i64)))
atomic_store(b15[me], (~(v6 - v6)))
atomic_add(b14[b12[me] % 4], ((unbits(0x8ba5301e724fc493u64) != fixed_f64[me + 0]) ? i32(1835177514i64) : fixed_i32[2u32 % 8]), acquire)
for k7 in -2..1 {
for k8 in -2..0 {
var a9: u64[5]
a9[32u32 % 5] += workgroup_scan_min((v5 * u64_at(bytes, fixed_u32[0] % 41)))
let v10 = a9[b10[p_u32 % 8] % 5]
let v11 = f0((b12[me] % (b10[470153606u32 % 8] << b16[here])), (k7 ^ v4))
if fixed_bool[u32_at(bytes, p_u32 % 41) % 12] {
continue
}
if ((fixed_bool[1u32 % 12] ? fixed_bool[212953278i64 % 12] : true) ? (fixed_bool[2u32 % 12] ? p_bool : fixed_bool[abs(p_u32) % 12]) : p_bool) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6)
