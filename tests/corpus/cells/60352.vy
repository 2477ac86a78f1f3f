// Program 60352 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60352
program conform_60352
workgroup 257, 1, 1
grid 257, 1, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = 15
param p_u64: u64 = 35
param p_i64: i64 = -39
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[257]
out b1: u32[257]
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[7]
uniform fixed_i32: i32[3]
in fixed_u64: u64[8]
in fixed_i64: i64[5]
uniform fixed_f32: f32[9]
in fixed_f64: f64[11] @axis(0)
uniform b10: u16[4, 3]
scratch b11: u32[259, 3] @live
out b12: i8[258, 3]
inout o13_258: f64[]
out b14: atomic u64[3]
out b15: atomic i32[257] @align(8)
shared b16: u32[257] @axis(0)
shared b17: f64[257]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (u64(32i32) - fixed_u64[me + 1])
for k3 in fixed_u64[255u32 % 9] % 3..u64_at(bytes, (32i64 + fixed_i64[p_u32 % 6]) % 41) % 6 step fixed_u64[b10[2, 1] % 9] % 2 {
if (p_i32 >= i32(v2)) { continue }
}
return ctz(u32(p_bool))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_min(fixed_i64[4294967295u32 % 6])
let v5 = subgroup_iscan_max((subgroup >> b0[2u32 % 258]))
let v6 = subgroup_iscan_max(fixed_i32[me + 1])
let v7 = subgroup_iscan_max((fixed_u64[681949999u32 % 9] ^ p_u64))
let v8 = subgroup_iscan_max(i64(i64(fixed_f64[me + 2])))
let v9 = subgroup_iscan_and(fixed_bool[min(127i32, 2i32) % 11])
let v10 = subgroup_iscan_and(v5)
let v11 = subgroup_iscan_and(atomic_exchange(b15[me], p_i32))
let v12 = subgroup_iscan_and(v7)
let v13 = subgroup_iscan_and(v4)
let v14 = subgroup_iscan_or((!v9))
let v15 = atomic_max(b15[me], v6, acquire)
atomic_add(b14[p_u32 % 4], ctz(bits(o13_258[me])), acquire, workgroup)
let v16 = (fixed_bool[(TABLE[p_u32 % 10] % 5u32) % 11] ? grid_min(f64(64u32)) : grid_broadcast(unbits(0x10000000000000u64), u32_at(bytes, p_u32 % 41) % 258))
if ((p_bool ? false : p_bool) ? workgroup_xor(v9) : (fixed_bool[7u32 % 11] ? fixed_bool[(fixed_u32[3] << fixed_i32[0]) % 11] : fixed_bool[p_u32 % 11])) {
b11[me, mulhi(wid.z, b1[me]) % 3] += u32((v9 ? v4 : fixed_i64[v5 % 6]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
