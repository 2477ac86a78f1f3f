// Program 21038 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21038
program conform_21038
workgroup 16, 3, 1
grid 13, 3, 1
param p_bool: bool = true
param p_u32: u32 = 28
param p_i32: i32 = -7
param p_u64: u64 = 38
param p_i64: i64 = -16
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[8]
in fixed_i32: i32[11]
in fixed_u64: u64[6] @cache(streaming)
in fixed_i64: i64[8]
uniform fixed_f32: f32[10]
in fixed_f64: f64[7] @cache(streaming)
uniform b10: i8[3]
scratch b11: f64[48]
persistent o12_49: f32[]
persistent b13: u8[49]
persistent b14: atomic u32[1]
out b15: atomic i32[48] @range(109, 18)
shared b16: u32[48]
shared b17: f64[48]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[1]
out relayed: u32[1]
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u64[3]
a2[b0[p_u32 % 49] % 3] = 64u64
let v3 = a2[x0 % 3]
atomic_add(b14[875791423u32 % 2], u32(i32(fixed_bool[x0 % 10])), relaxed, workgroup)
a2[127u32 % 3] = u64((fixed_f64[me & 7] * fixed_f64[u32(false) % 8]))
return ((x0 | TABLE[(fixed_u64[me & 7] % u64_at(bytes, 25)) % 10]) | rotr(b0[256i64 % 49], fixed_i64[me & 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_or(p_u32)
let v5 = workgroup_iscan_or(b10[me & 3])
let v6 = workgroup_iscan_or(33u64)
let v7 = atomic_max(b15[me], v5, acq_rel)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = bits((fixed_f32[me & 1] + fixed_f32[me & 3]))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a8: u64[4]
a8[2] = (fixed_u64[me & 3] | v6)
let v9, v10 = f2(fixed_u64, v4 % 14)
f3(b1[me..me + 2], u32((~fixed_i64[p_u32 % 9])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 48)
barrier grid
wait()
atomic_min(b18[v10 % 2], u64(v6))
for k11 in bytes[2u32 % 41] % 3..(p_u32 / fixed_u32[31u32 % 9]) % 6 {
if me <= len(b11) { b11[me] = (p_bool ? fixed_f64[p_u32 % 8] : p_f64) }
b16[here] = mulhi((v4 << fixed_i64[fixed_u64[me & 7] % 9]), 31u32)
if bool(f64(fixed_bool[me & 1])) { break }
}
let v12 = grid_add(p_i32)
if ((!fixed_bool[u32(p_f64) % 10]) & fixed_bool[p_u32 % 10]) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(a8[2] >> 32) + u32(v9 >> 32) + u32(v10) + u32(v12)
