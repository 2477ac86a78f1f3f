// Program 72291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72291
program conform_72291
workgroup 31, 1, 1
param p_grid: u32 = 43
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -5
param p_u64: u64 = 39
param p_i64: i64 = -33
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62] @binding(7)
out b1: u32[62] @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[8] @binding(28)
in fixed_u32: u32[11] @binding(35)
uniform fixed_i32: i32[4] @binding(5) @axis(0)
uniform fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[10] @binding(19)
in fixed_f32: f32[7] @binding(26)
in fixed_f64: f64[9] @binding(33)
in b10: i8[6, 2] @binding(3)
scratch b11: u8[62] @binding(10)
inout b12: bool[63, 1] @binding(17)
persistent b13: u32[63, 3] @binding(24) @align(256)
inout b14: u32[61] @binding(31)
persistent b15: atomic i64[4] @binding(1)
persistent b16: atomic i64[62] @binding(8)
shared b17: u32[31] @binding(15)
shared b18: u64[31] @binding(22) @axis(0)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[248] @count(found) @binding(39)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i64(b16[me])
v2 = ((fixed_bool[me & 3] | fixed_bool[me & 1]) ? (fixed_i64[me & 1] ^ v2) : (~atomic_min(b16[me], 128i64, relaxed, system)))
let v3 = u32((p_u64 << 4294967294u32))
var v4 = (i64(fixed_f64[me & 7]) << i32(v2))
atomic_store(b16[me], popcount(fixed_i64[me & 1]))
if me < 63 { b13[me, 1] = v3 }
if bool(ceil(fixed_f64[me & 7])) {
}
return u32((fixed_bool[me & 1] ? fixed_u64[y1 % 11] : 4294967296u64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = (fixed_i32[33u32 % 5] * i32(fixed_i64[clz(251095988i32) % 11]))
var v6 = bool(abs(clamp(fixed_f32[p_u32 % 8], fixed_f32[u32_at(bytes, p_u32 % 41) % 8], fixed_f32[(u32_at(bytes, 5) % 2147483648u32) % 8])))
var v7 = f64(u64_at(bytes, 422991233u32 % 41))
v7 = v7
let v8 = ((v6 || v6) && (p_bool != v6))
var v9 = workgroup_min(b11[me])
v9 = v9
var v10 = (((false ? b10[1370450900u32 % 7, fixed_u32[10] % 2] : p_i32) ^ i32(fixed_f64[64u32 % 10])) >> (~fixed_i64[u64_at(bytes, p_u32 % 41) % 11]))
atomic_sub(b15[(v6 ? v9 : fixed_u32[me & 1]) % 5], rotl(fixed_i64[me & 1], ctz(gid.z)), acq_rel)
var v11 = i64(i64(fixed_f32[1516939752u32 % 8]))
v11 = (rotl(p_i64, v10) & (fixed_bool[ceil_div(b0[p_u32 % 63], p_u32) % 9] ? 127i64 : v11))
hits[atomic_add(found[0], 1)] = b11[me]
barrier workgroup
async_copy(b17, 2, fixed_u32, p_u32 % 12, 1u32 % 32)
barrier grid
wait()
var w12 = 3
while w12 > 0 {
w12 -= 1
var v13 = fixed_f64[p_u32 % 10]
let v14 = v5
if false {
continue
}
let v15 = reverse(((fixed_bool[p_u32 % 9] ? b18[me & 3] : b18[v9 % 32]) - (fixed_bool[me & 7] ? b18[me + 2] : p_u64)))
}
barrier workgroup
barrier workgroup
async_copy(b14, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, u32_at(bytes, p_u32 % 41) % 32)
wait()
let v16 = subgroup_scan_max(rotl(abs(v9), b18[here]))
if fixed_bool[128u32 % 9] {
b15[bits(unbits(0x2b3aff17u32)) % 5] -= i64(max(b13[me, 56834448u32 % 3], fixed_u32[me & 1]))
let v17 = fixed_f32[fixed_u64[p_u32 % 11] % 8]
b11[me] = ((v6 ? b11[me] : v9) + v9)
b18[here] = ((b12[me, 0] != fixed_bool[bits(v17) % 9]) ? ceil_div(fixed_u64[me & 1], fixed_u64[me & 1]) : bits(v7))
} else {
v7 += (fixed_bool[fixed_i64[p_u32 % 11] % 9] ? subgroup_min(v7) : subgroup_max(v7))
if me < len(b1) { b11[me] += (-(b0[b13[me, 1] % 63] | v9)) }
}
for k18 in 3u32 % 2..1 + wid.x * 1 + (-workgroups.x) % 3 {
v6 = workgroup_load(fixed_bool[p_u32 % 9])
b11[me] = workgroup_or(v9)
atomic_add(b15[31u32 % 5], abs(i64(b16[me])))
let v19 = (fixed_f32[me & 1] + subgroup_broadcast(fma(fixed_f32[me & 3], fixed_f32[me & 1], fixed_f32[me & 1]), 0u32 % 33))
let v20 = (v10 + subgroup_iscan_or((~fixed_i32[v16 % 5])) * subgroup_load(b10[v9 % 7, 1]))
if (!(false || fixed_bool[k18 % 9])) {
continue
}
}
let v21 = workgroup_iscan_add((v6 ? v10 : i32(p_u32)))
b11[me] += ((true || fixed_bool[me & 1]) ? v9 : u32(fixed_i32[me & 7]))
v9 += subgroup_add(33u32)
b16[me] = atomic_and(b16[me], p_i64)
b14[me] = clamp(ceil_div(v16, p_u32), u32(0u64), v9)
v9 = p_u32
b11[me] = (bool(f32(b11[me])) ? ctz(v16) : v9)
b1[me] &= p_u32
for k22 in 63u32 % 2..1 + wid.x * 2 + workgroup_max(((4294967295u32 & v9) & v9)) % 3 {
b13[me, 1] = subgroup_xor(max(v9, v9))
v6 = (abs(v5) == ctz(v10))
atomic_sub(b15[(~bytes[me & 3]) % 5], rotr(reverse(atomic_max(b16[me], (-1i64), relaxed)), (p_u32 & b17[me + 1])), relaxed, device)
if (bool(fixed_u64[(v10 - fixed_i32[3]) % 11]) && bool(fixed_i64[k22 % 11])) {
continue
}
if v6 {
hits[atomic_add(found[0], 1)] = wid.x
var v23 = ctz(clamp(v9, k22, k22))
hits[atomic_add(found[0], 1)] = abs(ctz(bytes[33u32 % 41]))
if me < 62 { b11[me] = reverse((rotl(b14[me], b18[here]) + rotr(b13[me, 1], b18[here]))) }
} else {
hits[atomic_add(found[0], 1)] = clamp(0u32, b1[me], (v8 ? 256u32 : b11[me]))
}
if bool(f64(b0[32u32 % 63])) {
if ((fixed_bool[128u64 % 9] ^ v8) ? (v6 && false) : (b10[v9 % 7, b0[50] % 3] == fixed_i32[v9 % 5])) {
b14[me] += subgroup_iscan_xor(u32(k22))
b12[me, (-v16) % 2] = b12[me, 0]
b18[here] ^= fixed_u64[me & 3]
}
continue
}
}
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v16) + u32(v21)
