// Program 37512 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37512
program conform_37512
workgroup 2, 3, 1
grid 2, 9, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -7
param p_u64: u64 = 11
param p_i64: i64 = -15
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18] @cache(temporal)
out b1: u32[18]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[7]
in fixed_u64: u64[11]
uniform fixed_i64: i64[3] @align(256)
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: i16[9, 3]
out b11: i32[18] @axis(0)
inout b12: u8[19]
inout b13: i32[19]
scratch b14: atomic u64[2]
persistent b15: atomic i64[len(b0)]
shared b16: u32[6]
shared b17: i32[6]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_u64[me & 7]
v2 = (u64(y1) ^ min(0u64, v2))
v2 += max((u64_at(bytes, 255u32 % 41) + v2), (~u64_at(bytes, (p_u32 + b0[me + 2]) % 41)))
v2 %= u64(u64_at(bytes, b0[16] % 41))
return ceil_div(rotr(b0[me + 2], p_i32), x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_iscan_and(ctz(fixed_u64[31u32 % 12]))
let v4 = subgroup_iscan_and((31i64 % i64(fixed_f32[me & 1])))
let v5 = subgroup_iscan_or(fixed_bool[127u32 % 12])
let v6 = subgroup_iscan_or(max(p_u32, b16[here]))
let v7 = subgroup_iscan_or(b13[me])
let v8 = subgroup_iscan_or(v3)
let v9 = subgroup_iscan_or((fixed_i64[v6 % 4] * reverse(fixed_i64[p_u32 % 4])))
let v10 = subgroup_iscan_xor((v6 % 3 != 2))
let v11 = subgroup_iscan_xor(p_u32)
let v12 = subgroup_iscan_xor((b10[me & 7, 1] | b10[p_u32 % 10, 1]))
let v13 = subgroup_iscan_xor(v8)
let v14 = atomic_and(b15[me], v4, acquire)
var a15: f64[1]
a15[0] = p_f64
let v16, v17 = f2(a15, b12[me] % 14)
f3(b1[me..me + 1], ceil_div((fixed_bool[v8 % 12] ? v11 : 2147483648u32), u32(fixed_f32[me & 7])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 4)
wait()
atomic_sub(b14[v11 % 3], ceil_div(mulhi(v3, v8), bits(v16)), release, device)
let v18 = (bool(fixed_f64[(p_i64 >> 128i64) % 6]) ? subgroup_scan_or((mulhi(v7, p_i32) & (v7 + v7))) : subgroup_scan_and((i32(4294967296i64) / fixed_i32[me & 7])))
barrier workgroup
async_copy(b16, 2, fixed_u32, (b0[p_u32 % 19] + b0[4]) % 12, 2147483648u32 % 7)
wait()
barrier grid
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(bits(a15[0])) + u32(bits(v16)) + u32(v17) + u32(v18)
