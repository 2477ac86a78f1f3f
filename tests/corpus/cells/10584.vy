// Program 10584 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10584
program conform_10584
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = -15
param p_u64: u64 = 1
param p_i64: i64 = -4
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
in fixed_u64: u64[4] @align(32)
in fixed_i64: i64[5]
in fixed_f32: f32[10]
in fixed_f64: f64[3]
uniform o10_4: u16[, 1]
inout b11: i32[7]
scratch b12: u64[7]
inout o13_7: f32[]
persistent b14: atomic u64[3]
inout o15_7: atomic i64[]
shared b16: u32[7]
shared b17: i32[7]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[1]
out relayed: u32[1]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(b16[here])
let v1 = subgroup_max((fixed_i32[me & 1] - b17[here]))
let v2 = subgroup_max((max(fixed_u64[clamp(2147483648u32, v0, TABLE[0]) % 5], fixed_u64[o10_4[me & 3, 0] % 5]) ^ u64_at(bytes, v0 % 41)))
let v3 = subgroup_max(i64(v0))
let v4 = subgroup_max((fixed_f32[me & 7] * p_f32))
let v5 = subgroup_max(fixed_f64[me & 7])
let v6 = subgroup_and(((fixed_bool[me & 1] && fixed_bool[v0 % 11]) ? fixed_bool[max(fixed_u32[me & 7], 2147483648u32) % 11] : (64i32 != 32i32)))
let v7 = subgroup_and(mulhi(v0, u32_at(bytes, u32_at(bytes, p_u32 % 41) % 41)))
let v8 = subgroup_and(b11[me])
let v9 = subgroup_and(v2)
let v10 = subgroup_and(o15_7[me])
let v11 = atomic_and(o15_7[me], p_i64)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = len(o10_4, 0)
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a12: bool[1]
a12[0] = bool(v4)
let v13, v14 = f2(fixed_bool, u32(v7) % 14)
f3(b1[me..me + 1], v0)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 6)
wait()
atomic_sub(b14[v7 % 4], p_u64, relaxed, workgroup)
let n15 = fixpoint k16 in 1..1 {
if k16 < 5 && v13 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(bits(v4)) + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[0]) + u32(v13) + u32(v14) + u32(n15)
