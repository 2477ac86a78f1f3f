// Program 2541 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2541
program conform_2541 service
workgroup 3, 1, 1
param p_grid: u32 = 0
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 5
param p_i32: i32 = -18
param p_u64: u64 = 31
param p_i64: i64 = -3
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 3
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[3]
out b1: u32[len(b0)] @cache(random)
in bytes: u8[40] @align(256)
in fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[11]
in fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[5]
in fixed_f64: f64[11]
uniform b10: u16[len(b0), 2]
persistent o11_5: i64[]
inout b12: bool[3, 2]
persistent o13_6: u64[, 2]
out b14: bool[3, 1]
persistent b15: atomic i64[1]
inout o16_3: atomic i64[]
mapped b17: f32[3]
mapped b18: i64[3]
mapped b19: atomic u64[3] @axis(0)
shared b20: u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (-mulhi((p_u64 << (clock() % 1)), u64(fixed_u64[abs(x0) % 5])))
o11_5[me] &= i64(trunc(fixed_f32[x0 % 6]))
return b10[b0[1] % 4, x0 % 2]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = TABLE[p_i64 % 10]
var v4 = u64(fma(fixed_f64[fixed_i32[2] % 12], fixed_f64[255u32 % 12], fixed_f64[b0[0] % 12]))
let v5 = ((fixed_bool[32u32 % 11] ? p_u64 : u64(fixed_i64[98081963u32 % 7])) >> (min(fixed_i64[32u32 % 7], 2i64) * rotr(p_i64, 2147483648u32)))
var v6 = (clamp(ceil(unbits(0x800000u32)), p_f32, (b17[me] - b17[me])) / fma(ceil(b17[me]), f32(v4), f32(fixed_i32[me + 2])))
if ((33u32 < TABLE[5u32 % 10]) ? fixed_bool[256u32 % 11] : bool(fixed_u64[v4 % 5])) {
var w7 = 0
while w7 < 4 && (max(fixed_i32[31i64 % 12], fixed_i32[2147483647u32 % 12]) < (true ? fixed_i32[bytes[24] % 12] : fixed_i32[len(b0) % 12])) {
w7 += 1
if me < len(b0) { o13_6[me, v3 % 3] = abs((~v4)) }
if fixed_bool[me + 2] { break }
}
}
let v8 = rotl(rotl(fixed_i64[u32(false) % 7], fixed_i32[v3 % 12]), (v4 % p_u64))
if (i64(fixed_bool[(false ? b0[p_u32 % 4] : b0[1]) % 11]) > (false ? fixed_i64[0u32 % 7] : fixed_i64[fixed_i32[p_u32 % 12] % 7])) {
v4 /= ((bytes[b0[1] % 41] % 2 < 2) ? popcount(fixed_u64[p_i32 % 5]) : (v4 - u64_at(bytes, 32u32 % 41)))
if bool(mulhi(fixed_i32[2147483648u32 % 12], fixed_i32[127u32 % 12])) { return }
barrier workgroup
}
var w9 = 0
while w9 < 2 && b12[me, 1] {
w9 += 1
let v10 = ((b12[me, 1] & fixed_bool[u32(p_bool) % 11]) ? (p_bool ? fixed_u64[4294967295u32 % 5] : o13_6[me, v3 % 2]) : (clock() % 1))
if (fixed_bool[me + 2] ^ fixed_bool[v3 % 11]) { continue }
}
var v11 = (fixed_bool[7i32 % 11] ? workgroup_xor(b12[me, v3 % 2]) : fixed_bool[v3 % 11])
v11 = ((lid.y >> fixed_i32[p_u32 % 12]) % 5 != 2)
if bool(abs(fixed_f64[4294967295u32 % 12])) {
o11_5[me] = o11_5[me]
let v12 = (grid_size.y + workgroup_or((~fixed_u32[u32(unbits(0x7ff0000000000000u64)) % 6])) * workgroup_max(fixed_u32[clamp(SUM, b10[p_u32 % 4, 1], len(b0)) % 6]))
} else {
if (bool(b0[64u32 % 4]) ? workgroup_broadcast(((true && true) & (v11 & true)), max(2u32, 255u32) % 4) : bool(fixed_f32[b10[p_u32 % 4, 1] % 6])) {
barrier workgroup
b18[me] -= ((v11 ? atomic_or(o16_3[me], p_i64, relaxed) : fixed_i64[me + 2]) + workgroup_load(fixed_i64[2u32 % 7]))
} else {
v6 += unbits(b20[here])
var v13 = mulhi(fixed_i32[me + 0], fixed_i32[p_u32 % 12])
v13 = (bool(p_i64) ? 31i32 : (p_i32 | v13))
var v14 = ((fixed_bool[33i64 % 11] ^ fixed_bool[2147483647u32 % 11]) ? workgroup_add(v6) : workgroup_min(ceil(fixed_f32[(-v3) % 6])))
v14 += unbits(0x1873ffc3u32)
}
o11_5[me] >>= p_i32
barrier workgroup
async_copy(b20, 1, fixed_u32, (1516254179u32 & b0[p_u32 % 4]) % 6, u32(v4) % 4)
wait()
}
v11 = (!(v11 ? v11 : b12[me, 1]))
if ((fixed_f32[b10[2, 1] % 6] + 0.1f32) != abs(fixed_f32[u32(b0[0]) % 6])) {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, b0[p_u32 % 4] % 4)
wait()
atomic_store(o16_3[me], clamp((v8 * 7i64), (v11 ? o11_5[me] : b18[me]), (v8 * v8)))
fence()
o11_5[me] = (bool(u32_at(bytes, 2i64 % 41)) ? (v8 << p_i64) : v8)
barrier workgroup
} else {
let v15 = min(f32(fixed_i32[me + 1]), round(v6))
o11_5[me] = ((v8 & fixed_i64[fixed_u32[2] % 7]) % i64(fixed_f64[v3 % 12]))
}
pause()
o11_5[me] = i64((v3 % 4 != 2))
v6 += (-v6)
b17[me] += ((false | false) ? max(v6, fixed_f32[workgroups.z % 6]) : min(fixed_f32[b20[here] % 6], unbits(0xb51b1306u32)))
v4 += (ceil_div(1u64, fixed_u64[p_u32 % 5]) ^ (fixed_u64[(7u32 * 2147483647u32) % 5] ^ fixed_u64[p_u32 % 5]))
barrier workgroup
let v16 = (clamp(v8, 1i64, v8) != v8)
var w17 = 0
while w17 < 5 && v11 {
w17 += 1
b17[me] = floor(fixed_f32[clamp(TABLE[p_u32 % 10], u32_at(bytes, p_u32 % 41), v3) % 6])
}
for k18 in (b10[p_u32 % 4, 1] / u32_at(bytes, p_u32 % 41)) % 2..1 + ((b0[clamp(TABLE[p_u32 % 10], 31u32, 595449900u32) % 4] * b0[1u32 % 4])) % 30 {
o13_6[me, k18 % 2] += 256u64
if (clamp(fixed_f32[b0[p_u32 % 4] % 6], fixed_f32[workgroup_size.y % 6], fixed_f32[k18 % 6]) < (fixed_f32[b10[2, 1] % 6] * fixed_f32[popcount(k18) % 6])) {
break
}
}
let v19 = (!fixed_bool[905566498u32 % 11])
for k20 in 9223372036854775807i64 - i64(bits(p_f32) % 6)..9223372036854775807i64 step fixed_i64[2147483647u32 % 7] % 3 {
let v21 = f0((~bytes[rotl(gid.z, b20[here]) % 41]), (ctz(fixed_i32[reverse(5u32) % 12]) + (-fixed_i32[(v4 >> fixed_i64[p_u32 % 7]) % 12])))
o11_5[me] = popcount((v11 ? clamp(v8, k20, v8) : 137208390i64))
block l22 {
var v23 = (f32(v11) + f32(fixed_f64[b20[here] % 12]))
v23 += (f32(v6) * fma(v23, v23, p_f32))
if bool(v8) { return }
o11_5[me] = min(abs(i64(b17[me])), i64(k20))
if (b12[me, b20[here] % 2] || v11) { continue }
}
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v8) + u32(v11) + u32(v16) + u32(v19)
