// Program 6041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6041
program conform_6041
workgroup 256, 1, 1
grid 135, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = -3
param p_u64: u64 = 36
param p_i64: i64 = -1
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[5] @align(1)
uniform fixed_u32: u32[10]
in fixed_i32: i32[3]
in fixed_u64: u64[5]
in fixed_i64: i64[10]
uniform fixed_f32: f32[8]
in fixed_f64: f64[6]
in b10: bf16[2, 1]
scratch b11: i16[257, 3] @live
inout b12: f64[255, 2]
scratch b13: atomic i32[1]
inout o14_256: atomic i64[]
shared b15: u32[256]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = p_i64
v2 = ctz(i64(fixed_f64[p_u32 % 7]))
if me <= 254 { b12[me, x0 % 3] += trunc((unbits(0xfff0000000000000u64) - fixed_f64[me & 3])) }
return 255u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v3 = (true ? workgroup_or(i32(wid.x)) : fixed_i32[b0[72] % 4])
let v4 = workgroup_xor(max(atomic_exchange(o14_256[me], fixed_i64[me & 7], relaxed), i64(lid.z)))
var v5 = ((fixed_bool[127u32 % 6] ? u32_at(bytes, b0[161] % 41) : b0[128u32 % 257]) + workgroup_broadcast(ctz(b15[here]), u32_at(bytes, p_u32 % 41) % 257) * workgroup_broadcast((256u32 ^ b1[me]), 1726656044u32 % 257))
v5 += ((v5 % 3 < 1) ? subgroup_broadcast(v5, v5 % 33) : u32_at(bytes, b0[17] % 41))
b11[me, (v5 * v5) % 4] &= i32((gid.z >> i64(grid_size.y)))
let v6 = fixed_i64[64u32 % 11]
let v7 = (rotr(fixed_u64[4294967295u32 % 6], p_u32) % (-fixed_u64[4294967295u32 % 6]))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, (p_bool ? 2147483648u32 : 928440372u32) % 257)
wait()
let v8 = (fixed_f64[ctz(v5) % 7] + workgroup_max(f64((-1i32))) * workgroup_load(fixed_f64[fixed_u32[p_u32 % 11] % 7]))
b11[me, (v5 >> v4) % 3] = abs((fixed_i32[b15[here] % 4] % fixed_i32[me & 7]))
if me < len(b1) { b1[me] = ((fixed_bool[me & 3] ? v5 : p_u32) - p_u32) }
var w9 = 3
while w9 > 0 && (w9 % 3 == 2 || bool((~v7))) {
w9 -= 1
barrier workgroup
v3 = fixed_i32[v5 % 4]
v5 = (u32((v5 == u32_at(bytes, (p_i64 - p_i64) % 41))) | v5)
}
var w10 = 0
loop {
w10 += 1
if w10 > 1 { break }
var w11 = 0
loop {
w11 += 1
if w11 > 3 { break }
let v12 = u32((31i32 / fixed_i32[u32(p_f64) % 4]))
v5 += u32((fixed_bool[p_u32 % 6] && false))
let v13 = ((fixed_bool[clz(810543852u32) % 6] && fixed_bool[workgroups.z % 6]) ? workgroup_scan_add(v4) : workgroup_scan_or(atomic_and(o14_256[me], 4294967296i64, acq_rel, device)))
if fixed_bool[63u32 % 6] {
break
}
}
}
let v14 = workgroup_scan_xor(p_u64)
let v15 = subgroup_xor((bool(fixed_u64[me & 1]) | (fixed_bool[me & 7] || fixed_bool[max(v5, p_u32) % 6])))
if (i32(workgroups.x) == (-p_i32)) {
b11[me, p_u32 % 3] = p_i32
v5 += bytes[fixed_u32[p_u32 % 11] % 41]
}
v5 = ((fixed_bool[v5 % 6] ? false : fixed_bool[v5 % 6]) ? clz(v5) : (b0[i32(grid_size.x) % 257] * v5))
if (v5 % 2 >= 2) {
b11[me, 1] = (v3 + subgroup_and((v15 ? i32(v6) : reverse(v3))) * subgroup_xor(1757481028i32))
atomic_sub(b13[ctz(v5) % 2], ((b10[(true ? v5 : b15[here]) % 3, 0] != b10[me & 1, 0]) ? v3 : ctz(v3)))
let v16 = (p_i32 << bits(v8))
}
for k17 in u32(false) % 3..clz(v5) % 6 {
b11[me, rotr(b15[here], v4) % 4] = i32((v4 & (9223372036854775807i64 & v4)))
if v15 { continue }
}
b11[me, workgroups.z % 4] = clz((fixed_i32[b15[here] % 4] - 31i32))
var w18 = 0
while w18 < 2 && (min(p_u32, v5) % 5 >= 2) {
w18 += 1
if v15 {
var a19: u32[2]
a19[TABLE[p_u32 % 10] % 2] += ((v5 % p_u32) % (fixed_bool[me & 7] ? a19[v5 % 3] : workgroup_size.z))
let v20 = a19[v5 % 2]
b15[here] = ((v4 <= v4) ? clz(v20) : u32(v3))
if bool(clamp(v7, fixed_u64[me & 7], v7)) {
if fixed_bool[(b15[here] | TABLE[p_u32 % 10]) % 6] {
let v21 = f0(grid_size.x, clamp((v15 ? v3 : i32(-2147483647)), 1158217853i32, i32(fixed_f32[me & 3])))
a19[v20 % 2] += clamp(u32(v15), (b15[here] / b15[here]), p_u32)
if me < 257 { b11[me, 1] = (v15 ? (v3 - 1977122608i32) : (v3 & i32(fixed_i32[me & 1]))) }
} else {
b11[me, 1] = i32((b15[here] % 5 == 2))
}
for k22 in min(fixed_u64[(v6 * v6) % 6], fixed_u64[4294967294u32 % 6]) % 3..(fixed_u64[ctz(u32_at(bytes, 13)) % 6] & v7) % 6 {
b11[me, 1] = ((p_bool ? i32(lid.y) : p_i32) / popcount(v3))
if ((p_u32 % 2 < 2) ? bool(p_i32) : bool(v8)) { continue }
b11[me, 255u32 % 3] = ((fixed_f32[k22 % 9] == fixed_f32[me & 7]) ? i32(fixed_f32[31u32 % 9]) : i32(v14))
atomic_add(b13[b15[here] % 2], p_i32)
if bool(ceil_div(2u64, v7)) { continue }
}
b11[me, 1] *= i32(reverse(v4))
} else {
let v23 = v7
}
b15[here] += (u32(fixed_f32[me & 7]) - u32(fixed_u64[me & 7]))
}
var a24: i64[4]
a24[(-v5) % 4] -= (bool(fixed_u64[me & 7]) ? v4 : mulhi(fixed_i64[me & 7], v6))
let v25 = a24[bits(unbits(0xf6faa7cau32)) % 4]
if (fixed_bool[me & 1] || bool(v4)) { break }
var v26 = p_bool
v26 = ((2147483648u32 % 3 >= 1) ? bool(fixed_f32[me & 7]) : (u32_at(bytes, u32(v3) % 41) != p_u32))
if fixed_bool[me & 1] { break }
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, u32(fixed_u64[p_u32 % 6]) % 257)
barrier grid
wait()
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(bits(v8)) + u32(v14 >> 32) + u32(v15)
