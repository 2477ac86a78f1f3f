// Program 74863 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 74863
program conform_74863
workgroup 1, 1, 1
param p_grid: u32 = 32
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -5
param p_u64: u64 = 8
param p_i64: i64 = -32
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @range(96, 20)
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[6]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[4]
uniform fixed_i64: i64[8]
in fixed_f32: f32[11]
in fixed_f64: f64[4]
in b10: i8[3, 1]
persistent b11: i8[33]
inout b12: i8[33]
inout b13: bool[35, 3]
out b14: i16[35]
persistent b15: bool[34]
inout b16: atomic i64[2]
persistent b17: atomic i32[33]
shared b18: u32[1]
shared b19: i8[1]
shared b20: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2112] @count(found)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fma((b15[me] ? p_f64 : fixed_f64[me & 7]), ceil(p_f64), p_f64)
hits[atomic_add(found[0], 1)] = popcount(popcount(p_u32))
return u32(bool(fixed_u64[me & 1]))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_xor(p_u32)
var v6 = ((fixed_bool[b0[p_u32 % 34] % 10] ? fixed_bool[b0[p_u32 % 34] % 10] : fixed_bool[p_u32 % 10]) ? workgroup_or(i64(b15[me])) : workgroup_scan_min(i64((b15[me] ? b0[me & 7] : p_u32))))
v6 = i64((b15[me] ? SUM : lane))
b12[me] = ((i32(y4) << u64(lane)) - (i32(fixed_f32[me & 1]) + i32(fixed_f32[me & 3])))
assert me < 9 || b15[me], "{}", f64(fixed_f64[me & 3])
return u32(abs(fixed_u64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = f0(popcount(u32(p_i32)), ((b19[here] ^ b19[here]) % clamp(p_i32, atomic_min(b17[me], fixed_i32[me & 3]), b14[me])))
let v8 = workgroup_scan_and((-i64(workgroup_size.z)))
let v9 = workgroup_scan_or(true)
let v10 = workgroup_scan_or(b0[me + 1])
let v11 = atomic_compare_exchange(b17[me], 7i32, b10[me & 3, 0])
var a12: f32[2]
a12[1] = (v9 ? a12[(-b18[here]) % 3] : p_f32)
let v13, v14 = f2(a12, (b18[here] + 187211181u32) % 14)
f3(b1[me..me + 1], mulhi(u32(v8), u32(fixed_i64[(~v8) % 9])))
barrier workgroup
async_copy(b19, 2, b10, abs(p_u32) % 4, clz(workgroups.x) % 2)
wait()
atomic_add(b16[b18[here] % 3], abs(i64(fixed_f64[me & 1])), acquire, system)
let v15 = ((!fixed_bool[b0[0] % 10]) ? workgroup_max(clamp(a12[18446744073709551615u64 % 3], v13, v13)) : workgroup_min(f32(fixed_f32[me & 1])))
barrier workgroup
assert me < 9 || bool((a12[v10 % 3] + fixed_f32[v10 % 12])), "{}", fixed_u64[len(b1) % 5]
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[1])) + u32(bits(v13)) + u32(v14) + u32(bits(v15))
