// Program 47624 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47624
program conform_47624
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 17
param p_u64: u64 = 38
param p_i64: i64 = -32
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[len(b0)]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[5]
in fixed_u32: u32[8]
in fixed_i32: i32[3]
in fixed_u64: u64[11]
in fixed_i64: i64[4]
uniform fixed_f32: f32[5]
uniform fixed_f64: f64[3]
in b10: u16[1]
inout b11: f32[33]
persistent o12_34: u8[]
out b13: u16[33, 1]
inout o14_105: u64[, 1, 3]
inout b15: atomic u32[4]
scratch b16: atomic u64[33] @live
shared b17: u32[1]
shared b18: f32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle((fixed_bool[me & 3] ? fixed_bool[me & 1] : p_bool), p_u32 % 40)
let v1 = subgroup_shuffle(2u32, (4294967295u32 / 265585069u32) % 40)
let v2 = subgroup_shuffle(5i32, (5u32 >> v1) % 40)
let v3 = subgroup_shuffle(u64(fixed_f32[fixed_i32[me & 1] % 6]), b10[me & 3] % 40)
let v4 = subgroup_shuffle(fixed_i64[me & 7], b17[here] % 40)
let v5 = subgroup_shuffle(fixed_f32[me & 3], v1 % 40)
let v6 = subgroup_shuffle(p_f64, len(b1) % 40)
let v7 = subgroup_add(63u32)
let v8 = subgroup_add(v2)
let v9 = subgroup_add((v3 - o14_105[me, bytes[me + 2] % 1, 3]))
let v10 = subgroup_add(v4)
let v11 = atomic_min(b16[me], v9)
var a12: u64[2]
a12[1] = o14_105[me, 0, 0]
let v13, v14 = f2(a12, 4294967294u32 % 14)
let v15 = f4((v0 ? 0u64 : p_u64), a12, (*))
f3(b1[me..me + 2], ((fixed_bool[me & 1] ? 2u32 : bytes[me + 1]) % (fixed_bool[clz(i32(gid.y)) % 6] ? b17[here] : v7)))
barrier workgroup
async_copy(b18, 2, fixed_f32, ceil_div(b0[p_u32 % 34], TABLE[p_u32 % 10]) % 6, 0u32 % 2)
wait()
block l16 {
barrier grid
if bool(i64(fixed_f32[b10[0] % 6])) {
leave l16
}
if ((!fixed_bool[v7 % 6]) ? subgroup_or(v0) : subgroup_or(fixed_bool[rotr(v14, len(bytes)) % 6])) {
b11[me] = f32((v1 % 3 != 2))
} else {
}
if subgroup_all(p_bool) {
leave l16
}
}
let v17 = (bool(u32_at(bytes, 128u32 % 41)) ? grid_load(b18[(63u32 & 32u32) % 2]) : grid_add((f32(fixed_u64[p_u64 % 12]) - f32(fixed_i64[me & 3]))))
var v18 = i64(abs(f32(fixed_bool[bytes[p_u32 % 41] % 6])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(bits(v5)) + u32(bits(v6)) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[1] >> 32) + u32(v13 >> 32) + u32(v14) + u32(v15 >> 32) + u32(bits(v17)) + u32(v18 >> 32)
