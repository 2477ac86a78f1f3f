// Program 51016 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 51016
program conform_51016
workgroup 8, 4, 1
param p_grid: u32 = 31
grid p_grid + 1, 16, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = -1
param p_u64: u64 = 39
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[len(b0)] @range(675, 956)
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[11]
uniform fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[8]
in fixed_f64: f64[7]
in b10: u16[9, 3] @cache(streaming)
inout b11: u16[512]
inout b12: bool[514, 3]
out b13: f32[514, 3]
inout o14_512: i16[, 1, 1]
inout b15: atomic i32[4]
scratch b16: atomic u32[512]
shared b17: u32[32]
shared b18: u16[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[16]
out relayed: u32[16]
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle((true ? i32(-0.0f64) : clamp(p_i32, o14_512[me, 0, 0], o14_512[me, (31u32 + 4294967295u32) % 1, 0])), fixed_u32[me & 7] % 40)
let v1 = subgroup_shuffle(fixed_u64[32u32 % 4], b10[me & 1, 1] % 40)
let v2 = subgroup_shuffle(abs(fixed_i64[31u32 % 11]), ctz(128u32) % 40)
let v3 = subgroup_shuffle((p_bool ? b13[me, (false ? p_u32 : 255u32) % 3] : b13[me, 4294967294u32 % 3]), rotr(b10[me & 7, 1], fixed_u64[1]) % 40)
let v4 = subgroup_shuffle(fixed_f64[me & 7], 2147483648u32 % 40)
let v5 = subgroup_add((u32(i64(workgroup_size.z)) / mulhi(p_u32, b10[me & 3, 1])))
let v6 = subgroup_add(v0)
let v7 = subgroup_add(fixed_u64[me & 3])
let v8 = subgroup_add((p_i64 + fixed_i64[me & 3]))
let v9 = subgroup_add(round(trunc(1.0f32)))
let v10 = subgroup_add((v4 * floor(v4)))
let v11 = atomic_load(b16[me])
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((fixed_u64[me & 7] != p_u64) ? u32(b12[me, 1]) : u32(v0))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a12: bool[5]
a12[2] = (b12[me, 1] && b12[me, u32(v4) % 3])
let v13, v14 = f2(fixed_bool[v5 % 6..v5 % 14], u32_at(bytes, 39) % 14)
let v15 = f4(bool(v0), a12, f5)
let v16 = f6((v14 % 3 < 1), a12)
let v17 = f6(fixed_bool[me & 7], a12)
f3(b1[me..me + 2], rotl(u32(fixed_f32[me & 7]), u32(v2)))
barrier workgroup
async_copy(b18, 1, b10, u32_at(bytes, 2) % 10, 4)
barrier grid
wait()
block l18 {
let v19 = grid_add(u32_at(bytes, u32(v11) % 41))
if bool(p_i64) {
if p_u32 % 3 != 1 {
o14_512[me, 0, 0] = subgroup_scan_add(v6)
leave l18
}
barrier grid
if grid_scan_and(v13) {
leave l18
}
atomic_min(b15[u32(u32_at(bytes, p_u32 % 41)) % 5], reverse((p_i32 / o14_512[me, 0, 0])), acq_rel, system)
}
if bool(u32(v10)) {
leave l18
}
if me % 3 != 0 {
leave l18
}
}
if me < 514 { b12[me, b18[here] % 4] = bool((v13 ? v2 : v2)) }
b18[here] += b0[me + 0]
{
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(bits(v3)) + u32(bits(v4)) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(bits(v9)) + u32(bits(v10)) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
