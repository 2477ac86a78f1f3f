// Program 22041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22041
program conform_22041
workgroup 8, 8, 1
grid 11, 5, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = -8
param p_u64: u64 = 22
param p_i64: i64 = -34
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[8]
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[11]
in fixed_f64: f64[9]
in o10_4: i16[]
out b11: i16[129]
persistent o12_256: bool[, 2]
inout b13: atomic i32[2]
persistent b14: atomic u32[len(b0)]
shared b15: u32[64]
shared b16: i16[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = bool(max(fixed_f64[popcount(u32_at(bytes, 12)) % 10], fixed_f64[x0 % 10]))
if me < 129 { o12_256[me, 1] = v2 }
if me < 128 { o12_256[me, 1] = p_bool }
o12_256[me, 1] = bool((v2 && v2))
let v3 = fixed_f32[x0 % 12]
let v4 = u32(i64(fixed_i64[x0 % 9]))
return 127u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a5: bool[2]
a5[u32_at(bytes, p_u32 % 41) % 2] = ((atomic_max(b14[me], 1980761651u32) >= atomic_compare_exchange(b14[me], 2147483647u32, 4294967295u32, release, system)) ? (o12_256[me, (~4294967295u32) % 2] ? p_bool : o12_256[me, SUM % 2]) : (fixed_bool[1566596193u32 % 5] | a5[540254241u32 % 3]))
let v6 = a5[1u32 % 2]
var v7 = 1.5f64
var a8: i64[3]
a8[4294967295u32 % 4] += p_i64
let v9 = a8[p_u32 % 3]
b11[me] = i32((p_f32 * fixed_f32[63u32 % 12]))
barrier workgroup
async_copy(b15, 2, b0, TABLE[p_u32 % 10] % 129, 15)
barrier grid
wait()
let v10 = workgroup_xor(atomic_add(b14[me], p_u32))
if fixed_bool[workgroup_size.x % 5] && wid.x % 1 == 0 { return }
b16[here] += b16[here]
atomic_sub(b13[u32(v10) % 3], (o12_256[me, (942243408u32 >> v10) % 2] ? i32(fixed_f32[v10 % 12]) : (fixed_i32[me + 1] + fixed_i32[subgroup % 4])), relaxed, device)
if me <= 128 { b11[me] *= i32((u64_at(bytes, (-v10) % 41) >= fixed_u64[v10 % 9])) }
let v11 = (fixed_bool[255u32 % 5] ? workgroup_and((v6 ? v10 : v10)) : workgroup_load(b15[(1551202299u32 >> bytes[29]) % 65]))
if me <= len(b11) { b11[me] /= (abs(b16[here]) | (b16[here] + o10_4[u32(false) % 5])) }
let v12 = f0((abs(v10) % ceil_div(v10, v10)), (bool(b16[here]) ? (b16[here] >> v9) : p_i32))
for k13 in (p_u32 - b0[fixed_u32[1] % 129]) % 3..mulhi(2147483647u32, b0[p_u32 % 129]) % 6 step rotr(b0[p_i64 % 129], p_u64) % 4 {
a5[(v10 & bytes[p_u32 % 41]) % 2] = bool((o12_256[me, 1] ? p_u64 : fixed_u64[p_u32 % 9]))
if bool(v6) { continue }
a5[v10 % 2] = (min(k13, v12) % 5 == 2)
let v14 = f0(ceil_div(min(p_u32, v10), (atomic_compare_exchange(b14[me], fixed_u32[me + 0], 63u32, relaxed, system) + wid.x)), mulhi((~b16[here]), o10_4[5u32 % 5]))
}
b11[me] = clamp((b16[here] % (b16[here] % fixed_i32[b0[15] % 4])), i32(v9), (i32(u64_at(bytes, i32(-2147483648) % 41)) ^ (a5[5u32 % 3] ? o10_4[me + 2] : b16[here])))
b11[me] = b16[here]
let v15 = f64(i64(true))
b1[me] = workgroup_scan_and(v10)
block l16 {
if me < len(b1) { b11[me] += fixed_i32[me + 0] }
if (reverse(597951899i64) <= 9223372036854775807i64) {  }
}
v7 += ((-v7) - clamp(v7, v7, v7))
if fixed_bool[v11 % 5] {
let v17 = ((-2147483647i32) + workgroup_xor(i32(p_i64)))
a5[v10 % 2] = true
b11[me] = (v17 * b16[here])
b1[me] += u32(255i32)
}
for k18 in max(p_u32, atomic_add(b14[me], 31u32, acq_rel, workgroup)) % 3..(v10 >> fixed_u64[v10 % 9]) % 6 step rotl(v10, fixed_i64[u64(v6) % 9]) % 4 {
b13[TABLE[p_u32 % 10] % 3] -= rotl(i32(v6), bits(fixed_f32[a8[p_u32 % 4] % 12]))
if (f32(b16[here]) != f32(fixed_f32[k18 % 12])) { return }
b15[here] = mulhi(len(bytes), (v10 / 2099092356u32))
if (o10_4[k18 % 5] != (p_i32 << v9)) { break }
}
b11[me] = b16[here]
var a19: i32[4]
a19[1120559018u32 % 4] += i32((mulhi(a8[u64(fixed_i64[me + 1]) % 4], a8[v10 % 4]) / v9))
let v20 = a19[wid.x % 4]
if (p_bool | fixed_bool[u64(2147483648u32) % 5]) {
var v21 = u64(v6)
v21 = (127u64 * ceil_div(v21, u64_at(bytes, TABLE[4] % 41)))
assert me % 7 != 3 && (false & false), "{}", v21
for k22 in 4294967295u32 - u32(abs(v10) % 6)..4294967295u32 {
let v23 = ceil_div((p_u64 * 33u64), (a5[33u32 % 3] ? p_u64 : v21))
o12_256[me, 1] = (i32(fixed_u64[me + 1]) <= (v20 << fixed_u64[me + 0]))
if (clz(fixed_u32[me + 0]) <= clz(v10)) { break }
}
a19[b1[me] % 4] = i32(-2147483648)
}
atomic_add(b13[4294967295u32 % 3], i32(sqrt(fixed_f32[me + 0])), relaxed)
block l24 {
a8[v10 % 3] = 256i64
if (a5[min(fixed_u32[me + 1], v10) % 3] ? p_bool : (u64_at(bytes, p_u32 % 41) >= fixed_u64[v10 % 9])) {  }
if p_bool {  }
}
b1[me] = b1[me] * 3 + u32(a5[1]) + u32(v6) + u32(v7) + u32(a8[1]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v15) + u32(a19[2]) + u32(v20)
