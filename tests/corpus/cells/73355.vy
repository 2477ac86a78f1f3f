// Program 73355 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 73355
program conform_73355
workgroup 33, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = -19
param p_u64: u64 = 25
param p_i64: i64 = -11
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[len(b0)]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[11]
in fixed_u32: u32[3]
in fixed_i32: i32[7] @align(16)
in fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[3]
uniform fixed_f64: f64[9]
in b10: u8[5, 3]
persistent b11: u8[33] @align(64)
out b12: f64[35, 1]
persistent o13_34: f64[]
inout b14: atomic u32[1]
persistent b15: atomic i64[len(b0)]
shared b16: u32[33]
shared b17: u8[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[1]
a2[(a2[0] ? x0 : x0) % 2] = ((fixed_bool[u32(0.1f64) % 12] ? x0 : x0) % 3 >= 1)
let v3 = a2[x0 % 1]
if bool(i64(fixed_u64[(fixed_i64[p_u32 % 8] & 740860575i64) % 10])) {
}
return u32(max(p_f32, p_f32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_xor(i32(fixed_u64[2147483647u32 % 10]))
let v5 = workgroup_scan_xor(fixed_u64[b16[here] % 10])
let v6 = workgroup_scan_xor(i64((b17[here] + b16[here])))
let v7 = atomic_exchange(b15[me], v6, relaxed)
var a8: i32[2]
a8[1] = i32(p_u32)
let v9, v10 = f2(fixed_i32, 1u32 % 14)
f3(b1[me..me + 1], TABLE[v10 % 10])
barrier workgroup
async_copy(b17, 0, bytes, p_u32 % 41, (true ? 2147483648u32 : 4294967295u32) % 34)
wait()
atomic_sub(b14[min(b16[me + 0], v10) % 2], v10, acquire, device)
let v11 = grid_iscan_xor((fixed_u64[me & 7] << v6))
a8[109016378u32 % 2] = workgroup_add(fixed_i32[me & 1])
atomic_store(b15[me], abs((-fixed_i64[len(b10, 0) % 8])))
for k12 in u32(fixed_i32[p_u32 % 8]) % 2..1 + (b0[1443240871u32 % 34] + b0[(TABLE[p_u32 % 10] * 1095124029u32) % 34]) % 3 step 1 {
var w13 = 0
while w13 < 5 && (i64(p_i32) != i64(o13_34[me])) {
w13 += 1
a8[v10 % 2] = rotr((i32(wid.z) + p_i32), abs(v7))
if ((v6 < v6) || fixed_bool[fixed_u64[me & 3] % 12]) { break }
}
a8[b10[me & 3, 1] % 3] += ctz((v4 << wid.x))
if bool((~fixed_i64[3u32 % 8])) {
continue
}
let v14 = (bool(false) ? workgroup_or(false) : (v10 > p_u32))
if fixed_bool[b0[p_u32 % 34] % 12] {
continue
}
}
region "r15" {
a8[v10 % 2] = (64i32 + grid_iscan_xor(i32(p_i32)))
a8[v10 % 2] += grid_xor((fixed_bool[me & 1] ? fixed_i32[me & 7] : v4))
fixpoint k17 in 0..4 {
b11[me] += b11[(me * 5 + 3) % 33] + grid_max((p_bool ? 3u32 : k17))
block l18 {
if me < 36 { b12[me, 0] += f64(sqrt(fixed_f64[me & 7])) }
}
if k17 < 2 && (bool(v4) && fixed_bool[me & 3]) { again }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(a8[1]) + u32(v9) + u32(v10) + u32(v11 >> 32)
