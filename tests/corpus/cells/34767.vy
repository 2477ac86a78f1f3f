// Program 34767 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 34767
program conform_34767
workgroup 96, 1, 1
grid 65, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = 14
param p_u64: u64 = 15
param p_i64: i64 = -36
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 96
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[3]
in fixed_i32: i32[5]
in fixed_u64: u64[11]
uniform fixed_i64: i64[6]
in fixed_f32: f32[10]
in fixed_f64: f64[3] @axis(0)
uniform o10_1: u8[, 1]
scratch b11: i64[97, 2] @live @align(32)
persistent b12: i64[97]
out b13: bool[98, 1, 1]
out b14: i32[97, 2, 2]
inout b15: atomic i32[4] @axis(0)
out b16: atomic i64[96]
shared b17: u32[96]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (clz(atomic_max(b16[me], p_i64, acq_rel)) - fixed_i64[u32_at(bytes, 0) % 7])
b14[me, ctz(x0) % 2, 1] = y1
block l3 {
b14[me, (p_u32 * x0) % 2, 1] += i32((fixed_i32[x0 % 6] != b14[me, bytes[12] % 2, 0]))
b14[me, b0[p_u32 % 97] % 2, 0] += (-(-y1))
if p_bool {  }
}
atomic_add(b15[x0 % 5], y1, acq_rel, device)
return x0
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_and(b0[fixed_u32[me + 0] % 97])
let v7 = fixed_u32[4294967294u32 % 4]
let v8 = (y5 + grid_add(y5))
each i in 0..1, j in 0..96 {
var v11 = u64((b16[i * 96 + j] == fixed_i64[fixed_i32[p_u32 % 6] % 7]))
b14[i * 96 + j, 1, 1] += abs(y5)
}
let v12 = (bool(fixed_bool[p_u32 % 6]) && subgroup_scan_or(fixed_bool[32u64 % 6]))
return u32(fixed_f32[y5 % 11])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v13 = ctz((fixed_i32[o10_1[p_u32 % 2, 0] % 6] % fixed_i32[256u32 % 6]))
v13 += min((v13 >> o10_1[7u32 % 2, 0]), ((fixed_bool[479514070u64 % 6] ? 1263763669i32 : fixed_i32[o10_1[p_u32 % 2, 0] % 6]) ^ (v13 + fixed_i32[o10_1[p_u32 % 2, 0] % 6])))
let v14 = (p_bool ? grid_and(i64(fma(fixed_f64[b17[here] % 4], fixed_f64[clamp(b17[here], 33u32, p_u32) % 4], fixed_f64[2147483648u32 % 4]))) : (fixed_bool[4294967295u32 % 6] ? fixed_i64[(~5i64) % 7] : fixed_i64[u32(unbits(0x80d695a4f7d90a31u64)) % 7]))
var v15 = ((workgroups.z % 4 < 2) ? grid_load(fixed_bool[b0[p_u32 % 97] % 6]) : bool(fixed_bool[128373441i32 % 6]))
var v16 = ((b0[u32_at(bytes, 34) % 97] % 5 >= 2) ? workgroup_add(v13) : (v15 ? fixed_i32[p_u32 % 6] : v13))
v16 = i32(fixed_bool[b0[47] % 6])
var v17 = (rotl(v16, v13) + (v15 ? fixed_i32[v13 % 6] : v13))
let v18 = ((true ? v15 : fixed_bool[b0[66] % 6]) ? grid_xor(fixed_u64[v14 % 12]) : grid_xor(p_u64))
barrier workgroup
async_copy(b17, 1, b0, fixed_u32[p_u32 % 4] % 97, (fixed_bool[p_u32 % 6] ? p_u32 : 4294967295u32) % 97)
barrier grid
wait()
each k19 in v14 % 3..i64(p_f64) % 8 {
b1[me] >>= rotr((v15 ? p_i32 : b14[me, 1, 0]), u32(v17))
v17 = p_i32
var v20 = i32(bool(b13[me, 2147483648u32 % 1, 0]))
b11[me, 1] = b11[me, 1]
}
each i in 0i64..96 {
b12[i] += p_i64
var v22 = (-(fixed_bool[reverse(v13) % 6] ? v16 : 64i32))
}
v13 = workgroup_min((fixed_bool[128u32 % 6] ? fixed_i32[p_u32 % 6] : fixed_i32[v14 % 6]))
region "r23" {
for k24 in 128u32 % 2..2 + wid.x * 3 + abs(o10_1[(32u32 & b0[46]) % 2, 0]) % 3 {
var v25 = (min(fixed_f64[k24 % 4], -0.1f64) == (v15 ? fixed_f64[fixed_i32[p_u32 % 6] % 4] : fixed_f64[b0[13] % 4]))
v25 = fixed_bool[p_u32 % 6]
if ((v15 ? fixed_bool[(3i64 * fixed_i64[p_u32 % 7]) % 6] : p_bool) ^ (fixed_i64[mulhi(4294967296i64, 3i64) % 7] != 1228778133i64)) {
continue
}
let v26 = workgroup_or(fixed_u32[fixed_u32[0] % 4])
for k27 in k24 % 2..2 + workgroup_broadcast(b17[here], abs(b0[p_u32 % 97]) % 97) % 3 step 2 {
b15[k24 % 5] += p_i32
block l28 {
let v29 = f0((k24 * min(1u32, k24)), ((v15 & v15) ? i32(v14) : p_i32))
if v15 {  }
b15[v26 % 5] -= ((-1i32) << i32(v14))
if v15 {  }
}
b13[me, 0, 0] = ((o10_1[256u32 % 2, (k27 << v14) % 1] % 5 == 2) ? bool(fixed_u64[(-o10_1[0, 0]) % 12]) : b13[me, k27 % 1, 1])
block l30 {
b17[here] += (p_u32 + workgroup_scan_max(u32(u64(fixed_f64[i32(unbits(0x6d150fb93f1904a9u64)) % 4]))))
barrier workgroup
var v31 = workgroup_add(v18)
v13 = (bool(u32_at(bytes, b0[p_u32 % 97] % 41)) ? workgroup_load(fixed_i32[k24 % 6]) : workgroup_and(v13))
v13 += (min(fixed_i32[rotl(o10_1[p_u32 % 2, 0], fixed_u64[p_u32 % 12]) % 6], v13) ^ v13)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 24)
wait()
if ((v15 | v15) & bool(v18)) {
leave l30
}
}
if v15 {
block l32 {
let v33 = subgroup_load(bytes[clamp(fixed_i32[p_u32 % 6], v13, fixed_i32[4]) % 41])
if bool(fixed_f32[o10_1[0, 0] % 11]) {
b12[me] = (v15 ? v14 : (v14 & mulhi(b11[me, p_u32 % 2], v14)))
leave l32
}
if (bool(fixed_f32[k24 % 11]) ? fixed_bool[k24 % 6] : bool(fixed_f32[1u32 % 11])) {
leave l32
}
}
continue
}
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
