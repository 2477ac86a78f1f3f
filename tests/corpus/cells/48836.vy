// Program 48836 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 48836
program conform_48836
workgroup 1, 1, 9
grid 3, 1, 27
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = 12
param p_u64: u64 = 23
param p_i64: i64 = -17
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[81]
out b1: u32[81]
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[3]
in fixed_i32: i32[9] @cache(streaming)
uniform fixed_u64: u64[11]
in fixed_i64: i64[3] @align(16)
in fixed_f32: f32[5]
in fixed_f64: f64[7]
uniform b10: u16[4] @align(16)
inout b11: i64[82]
out b12: u64[82, 2]
out b13: atomic i32[4] @range(14, 2)
inout o14_81: atomic i32[]
shared b15: u32[9]
shared b16: u64[9]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[9]
out relayed: u32[9]
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_i32[me & 1]
assert me < 9 || (x0 % 4 >= 2), "{}", fixed_u64[me & 3]
if (bool(fixed_f32[me & 1]) & (fixed_bool[me & 1] && true)) {
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_max(ctz((fixed_i32[32u32 % 10] * o14_81[me])))
let v4 = workgroup_scan_max(clamp(b16[here], (p_u64 / b12[me, 1]), b12[me, u32(i64(gid.y)) % 2]))
let v5 = workgroup_scan_max(fixed_i64[me & 7])
let v6 = atomic_exchange(o14_81[me], v3, acquire, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (fixed_u32[63u32 % 4] * u32(p_i64))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a7: i64[5]
a7[2] = i64(1.0f64)
let v8, v9 = f2(fixed_i64[min(u32_at(bytes, 0), 1645800959u32) % 6..p_u32 % 14], TABLE[6] % 14)
f3(b1[me..me + 2], rotl(u32(p_i32), i64(gid.y)))
block l10 {
if bool(f32(fixed_bool[753425006u32 % 9])) {
leave l10
}
let v11 = workgroup_scan_add(u32(fixed_f64[v9 % 8]))
if (min(fixed_u32[2147483648u32 % 4], fixed_u32[u32_at(bytes, 22) % 4]) % 5 == 1) {
if wid.x % 3 == 1 {
leave l10
}
}
b11[me] += max(popcount(5i64), popcount(a7[(p_bool ? v4 : v4) % 6]))
}
let v12 = grid_scan_max(i64(fixed_bool[me & 1]))
region "r13" {
a7[p_u32 % 5] += (a7[b10[1] % 6] & (i64(subgroup) % 32i64))
fixpoint k15 in 0..2 {
let v16 = (bool(fixed_i64[i32(-2147483647) % 4]) ? grid_iscan_max(a7[(false ? v9 : 63u32) % 6]) : v5)
b12[me, 1] += u64(ceil(fixed_f64[len(b12, 1) % 8]))
barrier grid
let n17 = fixpoint k18 in 1..1 {
if (!(v4 == v4)) {
var v19 = bool((f64(fixed_f32[3u32 % 6]) * sqrt(fixed_f64[u32(31u64) % 8])))
v19 = (bool(v5) || (bool(v5) || (b10[k18 % 5] <= b15[me & 7])))
b13[clz(b10[me & 7]) % 5] ^= ((fixed_i32[me & 7] >> fixed_i32[me & 7]) + ctz(i32(gid.y)))
b11[me] = (((fixed_bool[u32_at(bytes, 22) % 9] == v19) ? rotr(v12, k18) : (v8 + fixed_i64[me & 1])) & (~(fixed_i64[me & 7] >> p_u64)))
}
a7[v9 % 5] += i64(fixed_f64[(3i32 | fixed_i32[p_u32 % 10]) % 8])
if k18 < 5 && ((v9 & fixed_u32[me & 3]) % 3 < 1) { again }
}
if k15 < 3 && (sqrt(p_f32) > (fixed_f32[b1[me] % 6] - fixed_f32[me & 7])) { again }
}
let v21 = grid_max((v4 | u64_at(bytes, (~v9) % 41)))
if workgroup_iscan_and(((p_f32 != fixed_f32[min(v9, b15[here]) % 6]) != p_bool)) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(a7[2]) + u32(v8 >> 32) + u32(v9) + u32(v12 >> 32)
