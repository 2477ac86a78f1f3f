// Program 63612 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 63612
program conform_63612
workgroup 4, 4, 3
grid 12, 8, 3
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 7
param p_u64: u64 = 5
param p_i64: i64 = -32
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288] @range(419, 193) @cache(temporal)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[11]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[8]
in fixed_i64: i64[6]
uniform fixed_f32: f32[5]
in fixed_f64: f64[10]
uniform b10: i16[8] @cache(random)
persistent b11: i16[288] @align(16)
out b12: u64[290]
persistent b13: i8[290, 3]
out b14: atomic u64[3]
persistent b15: atomic i32[len(b0)]
shared b16: u32[48]
shared b17: i16[48]
shared b18: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1152] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(u64(wid.x))
let v1 = workgroup_iscan_or(i64(gid.x))
let v2 = workgroup_iscan_xor(fixed_bool[me & 3])
b15[me] = b17[here]
var a3: u64[4]
a3[2] = bits(fixed_f64[me & 3])
let v4, v5 = f2(a3, 32u32 % 14)
f3(b1[me..me + 2], ((b16[here] % v5) >> 63u32))
barrier workgroup
async_copy(b17, 0, b10, 2147483647u32 % 9, 7)
wait()
let v6 = ((fixed_u32[255u32 % 12] % 2 >= 1) ? workgroup_max(p_f64) : workgroup_min(fixed_f64[me & 3]))
var a7: i64[4]
a7[v5 % 4] += ((fixed_u32[p_u32 % 12] % 3 == 1) ? workgroup_load(fixed_i64[p_u32 % 7]) : min(v1, fixed_i64[me & 7]))
let v8 = a7[b16[here] % 4]
let v9 = bool(rotr(v5, v5))
each i in 0u64..288 {
atomic_sub(b14[b0[p_u32 % 289] % 4], u64(max(v1, v1)), relaxed, device)
let v11 = ((i64(wid.z) ^ v8) % i64(fixed_bool[i % 7]))
}
hits[atomic_add(found[0], 1)] = v5
if bool(max(p_f32, fixed_f32[fixed_u64[p_u32 % 9] % 6])) {
b11[me] = i32(clamp(SUM, b16[here], v5))
var a12: i32[1]
a12[7u32 % 1] += (clz(i32(b17[here])) | ((atomic_compare_exchange(b15[me], 3i32, b13[me, 1], release, workgroup) != b10[me & 7]) ? i32(v2) : (b10[b16[here] % 9] & a12[v5 % 2])))
let v13 = a12[u32_at(bytes, p_u32 % 41) % 1]
atomic_add(b14[(v9 ? p_u32 : b16[here]) % 4], u64_at(bytes, 1i64 % 41), acquire, device)
b12[me] >>= fixed_u64[v5 % 9]
} else {
atomic_add(b14[v5 % 4], rotl(max(p_u64, a3[v5 % 5]), i32(fixed_i32[me & 3])), relaxed)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(a3[2]) + u32(v4 >> 32) + u32(v5) + u32(bits(v6)) + u32(a7[2]) + u32(v8) + u32(v9)
