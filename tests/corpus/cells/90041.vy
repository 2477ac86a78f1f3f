// Program 90041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 90041
program conform_90041 service
workgroup 32, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = -7
param p_u64: u64 = 30
param p_i64: i64 = -6
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @range(40, 8)
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[9]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[5]
in fixed_i64: i64[11]
in fixed_f32: f32[6] @cache(streaming)
in fixed_f64: f64[5]
in b10: i16[3]
persistent b11: f32[32, 1]
persistent o12_32: f64[, 1]
out b13: i8[len(b0)] @align(16)
out b14: u16[31, 1] @align(16)
inout b15: atomic u64[1]
inout o16_32: atomic i32[]
mapped b17: u64[31]
mapped b18: i64[32]
mapped b19: atomic i64[32]
shared b20: u32[32]
shared b21: u64[32] @align(4)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = f64(max(b0[p_u32 % 33], x0))
v2 += fixed_f64[x0 % 6]
atomic_store(b19[me], (bool(fixed_bool[2147483647u32 % 10]) ? abs(atomic_load(b19[me])) : atomic_load(b19[me])))
v2 = p_f64
v2 = v2
if me < 33 { b11[me, x0 % 2] = p_f32 }
atomic_sub(b15[u32(false) % 2], ctz((fixed_u64[me + 1] + fixed_u64[rotr(x0, b13[me]) % 6])), acq_rel, workgroup)
return b0[x0 % 33]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = ((!fixed_bool[(p_u64 % fixed_u64[p_u32 % 6]) % 10]) || workgroup_xor(true))
var v4 = fixed_bool[u32(1024479565i32) % 10]
v4 = p_bool
let v5 = workgroup_or(u64(fixed_i64[63i32 % 12]))
let v6 = u32(abs(fixed_i32[69669411u32 % 7]))
var v7 = fixed_u64[u32_at(bytes, 25) % 6]
v7 = workgroup_xor((fixed_bool[b17[me] % 10] ? 64u64 : u64_at(bytes, workgroup_size.x % 41)))
let v8 = (rotr(fixed_u64[v6 % 6], u32_at(bytes, (v6 >> 290132678i32) % 41)) + workgroup_xor(rotr(63u64, p_u32)) * workgroup_and(v5))
b20[here] = u32(rotl(b18[me], b18[me]))
if ((bytes[(-fixed_i32[p_u32 % 7]) % 41] ^ 2147483648u32) % 5 == 2) {
atomic_add(b15[b14[me, 0] % 2], ((p_bool && v3) ? (32u64 & 7u64) : popcount(p_u64)))
} else {
if v4 {
atomic_add(b15[v6 % 2], reverse(u64(64i64)))
var v9 = ctz((v4 ? v5 : u64_at(bytes, bytes[p_u32 % 41] % 41)))
var v10 = i64((-fixed_i32[(p_bool ? p_u64 : u64_at(bytes, p_u32 % 41)) % 7]))
v10 = ((min(p_i64, p_i64) & (v10 ^ 127i64)) - i64(rotl(fixed_i32[v6 % 7], fixed_i32[v6 % 7])))
} else {
for k11 in (p_bool ? b10[(v6 >> u64_at(bytes, 36)) % 4] : 3i32) % 3..i32(p_i32) % 6 {
b15[v6 % 2] -= v7
if v3 { continue }
var v12 = k11
v12 += k11
if (!fixed_bool[128u32 % 10]) { break }
}
var v13 = subgroup_all((!fixed_bool[me + 0]))
v13 = ((fixed_i64[v6 % 12] % fixed_i64[SUM % 12]) != (v13 ? fixed_i64[v6 % 12] : fixed_i64[v6 % 12]))
}
}
let v14 = (fixed_i64[v6 % 12] + subgroup_scan_xor(b18[me]))
v4 = (bool(fixed_u64[u32_at(bytes, p_u32 % 41) % 6]) || (fixed_u64[u32(p_i32) % 6] > fixed_u64[p_u32 % 6]))
if bool(u64(fixed_i32[v6 % 7])) {
b13[me] = reverse(i32(p_u32))
atomic_add(b15[b14[me, 0] % 2], u64(i32(b20[here])), relaxed, workgroup)
} else {
atomic_add(b15[4294967294u32 % 2], mulhi(clamp(fixed_u64[p_u32 % 6], v5, v5), u64(v7)))
if subgroup_scan_or(fixed_bool[me + 0]) {
b20[here] = ((fixed_bool[v6 % 10] ^ fixed_bool[me + 0]) ? SUM : clz(b20[here]))
if me < len(b11) { b11[me, 0] = (v3 ? b11[me, 0] : f32(fixed_bool[me + 0])) }
} else if bool((v3 ? p_f64 : fixed_f64[v6 % 6])) {
b20[here] = fixed_u32[v6 % 10]
} else {
var w15 = 0
loop {
w15 += 1
if w15 > 4 { break }
atomic_store(b19[me], ctz(v14), release, workgroup)
if bool((-fixed_f64[me + 1])) { continue }
if fixed_bool[v6 % 10] { break }
}
var v16 = (reverse((b14[me, 0] | 33u32)) <= ceil_div(clamp(v6, SUM, p_u32), bits(fixed_f32[(subgroup & v6) % 7])))
v16 = (u32(p_bool) % 5 >= 2)
b11[me, (v6 * v6) % 1] = 2.5f32
}
b17[me] = popcount(v5)
}
b11[me, v6 % 1] += ((len(b1) % 5 == 2) ? (b11[me, 0] * fixed_f32[v6 % 7]) : (fixed_f32[v6 % 7] / fixed_f32[v6 % 7]))
atomic_store(b19[me], i64(u32(fixed_bool[clz(32i32) % 10])))
if (i64(fixed_i32[v6 % 7]) >= fixed_i64[v6 % 12]) {
barrier workgroup
for k17 in u32(fixed_i32[u64_at(bytes, 11) % 7]) % 3..(fixed_bool[u32_at(bytes, 7) % 10] ? b0[2147483647u32 % 33] : bytes[3u64 % 41]) % 6 {
if bool(max(k17, fixed_u32[abs(b20[14]) % 10])) { continue }
}
if p_bool {
let v18 = p_u64
v7 += u64((fixed_i32[b0[14] % 7] ^ fixed_i32[b0[p_u32 % 33] % 7]))
for k19 in u64_at(bytes, v6 % 41) % 3..v18 % 6 {
var v20 = clz(rotr(v7, atomic_load(b19[me], relaxed)))
v20 = u64(rotr(p_i32, b14[me, 0]))
if (u32(fixed_f64[v6 % 6]) % 2 == 2) { continue }
}
}
} else {
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v14)
