// Program 44310 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 44310
program conform_44310 service
workgroup 8, 4, 1
grid 16, 12, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = -13
param p_u64: u64 = 27
param p_i64: i64 = -6
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @cache(streaming)
out b1: u32[192] @range(291, 254)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[10]
uniform fixed_i32: i32[10]
in fixed_u64: u64[5] @axis(0)
uniform fixed_i64: i64[5]
in fixed_f32: f32[8]
uniform fixed_f64: f64[7]
in o10_9: i16[, 1]
inout o11_388: u32[, 2]
scratch b12: f32[192] @live
persistent b13: atomic u32[3]
scratch b14: atomic u64[len(b0)] @live
mapped b15: f32[len(b0)]
mapped b16: bool[191]
mapped b17: atomic i32[192] @cache(streaming)
shared b18: u32[32]
shared b19: u64[32]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_add(u32(fixed_f32[me + 0]))
var a3: f32[3]
a3[ctz(v2) % 3] += min((fixed_f32[clz(v2) % 9] + fixed_f32[v2 % 9]), (-a3[x0 % 4]))
let v4 = a3[(x0 & b0[me + 1]) % 3]
fixpoint k6 in 1..2 {
print "{} {}", u32(fixed_i64[x0 % 6]), fixed_i64[k6 % 6]
if k6 < 4 && ((fixed_bool[me + 0] ? p_i64 : fixed_i64[me + 0]) >= (fixed_bool[x0 % 9] ? 5i64 : fixed_i64[ceil_div(64u32, x0) % 6])) { again }
}
return min(u32(y1), reverse(o11_388[me, 931588796u32 % 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = f1(u32(b18[here]), (fixed_bool[b0[86] % 9] ? (-fixed_i32[(false ? p_u32 : u32_at(bytes, p_u32 % 41)) % 11]) : abs(fixed_i32[3u32 % 11])))
let v8 = workgroup_iscan_add(v7)
let v9 = workgroup_iscan_add(fixed_i32[me + 2])
let v10 = workgroup_iscan_add(b19[clz(p_u32) % 33])
let v11 = atomic_and(b14[me], v10, relaxed, workgroup)
atomic_xor(b13[b18[here] % 4], ((fixed_f64[v7 % 8] == fixed_f64[me + 0]) ? u32(fixed_u64[v7 % 6]) : v7), acq_rel)
o11_388[me, popcount(b18[here]) % 2] = len(b0)
b1[me] = b1[(me * 5 + 1) % 192] + grid_max((bytes[v7 % 41] ^ v8))
let v12 = (bool(b0[259594715u32 % 193]) ? grid_scan_and((p_u64 & v11)) : grid_scan_xor(v10))
if (fixed_bool[p_u32 % 9] || grid_scan_or(b16[me + 1])) {
}
var v13 = clz((o10_9[3u32 % 10, 2147483647u32 % 1] * o10_9[128u32 % 10, b0[p_u32 % 193] % 1]))
v13 <<= (~i64(fixed_u64[(~fixed_u32[9]) % 6]))
let v14 = workgroup_load(fixed_i32[bytes[35] % 11])
o11_388[me, 1] = 1116474535u32
let n15 = fixpoint k16 in 1..1 {
var v17 = u64_at(bytes, (p_bool ? k16 : k16) % 41)
if me < 191 { b15[me] = round(fixed_f32[p_u32 % 9]) }
if k16 < 5 && (i64(fixed_bool[31i64 % 9]) <= p_i64) { again }
}
barrier workgroup
atomic_xor(b13[p_u32 % 4], bits(max(fixed_f32[p_u32 % 9], -1.5f32)), acquire)
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(n15)
