// Program 8806 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8806
program conform_8806
workgroup 4, 4, 3
grid 4, 12, 9
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = 19
param p_u64: u64 = 36
param p_i64: i64 = -19
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[6]
in fixed_i32: i32[7]
uniform fixed_u64: u64[9] @align(16)
uniform fixed_i64: i64[5]
in fixed_f32: f32[4]
in fixed_f64: f64[7]
uniform b10: i8[6, 2]
persistent b11: i32[432]
scratch b12: u32[434]
inout o13_434: f64[]
persistent b14: atomic i64[1]
out b15: atomic i32[432]
shared b16: u32[48]
shared b17: i32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = floor(round(f32(fixed_f64[me & 7])))
v2 = ceil((f32(p_u64) * f32(x0)))
v2 += f32(fixed_i64[u32_at(bytes, p_u32 % 41) % 6])
v2 = ceil(fma(v2, v2, v2))
return u32(f32(fixed_u64[b0[me & 1] % 10]))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_or((workgroups.z / b0[x3 % 433]))
var v6 = ((fixed_bool[bytes[p_u32 % 41] % 9] ? fixed_bool[4294967295u32 % 9] : p_bool) ? (-y4) : fixed_i32[b0[84] % 8])
v6 += grid_or(fixed_i32[me & 7])
var v7 = (ceil(p_f64) != f64((fixed_bool[(true ? b10[1, 1] : v6) % 9] ? fixed_bool[(256u32 >> fixed_i32[p_u32 % 8]) % 9] : fixed_bool[fixed_u32[p_u32 % 7] % 9])))
return ((x3 << p_i32) / (x3 * b0[5i64 % 433]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = f0(((b16[here] << i32(gid.z)) ^ b12[me]), ((fixed_bool[me & 7] ? fixed_bool[me & 7] : false) ? rotl(b10[b0[me & 3] % 7, 1], u64_at(bytes, fixed_u64[p_u32 % 10] % 41)) : p_i32))
let v9 = workgroup_scan_or(fixed_bool[me & 1])
let v10 = workgroup_scan_or(b1[me])
let v11 = workgroup_scan_or(fixed_i32[v10 % 8])
let v12 = atomic_max(b15[me], i32(-2147483648), relaxed, device)
var a13: bool[3]
a13[1] = v9
let v14, v15 = f2(a13, u32(64u64) % 14)
let v16 = f4((v14 ? a13[abs(b12[me]) % 4] : fixed_bool[me & 1]), a13, f5)
let v17 = f6(bool(fixed_f64[me & 3]), a13)
let v18 = f6(p_bool, a13)
f3(b1[me..me + 2], v8)
barrier workgroup
async_copy(b17, 0, fixed_i32, 63u32 % 8, b0[116] % 49)
barrier grid
wait()
atomic_sub(b14[v8 % 2], ((v16 & fixed_bool[workgroups.z % 9]) ? rotr(i64(workgroup_size.z), b10[me & 1, 1]) : (fixed_i64[u32_at(bytes, p_u32 % 41) % 6] ^ fixed_i64[me & 7])))
if ((fixed_bool[fixed_i32[p_u32 % 8] % 9] ? p_f64 : fixed_f64[7u32 % 8]) == (unbits(0x7fefffffffffffffu64) + fixed_f64[4294967294u32 % 8])) {
{
let v19 = workgroup_add(i32(-2147483647))
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(a13[1]) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
