program random
param __2: u32
param x_6: f64
param table_9: i32
uniform a_0: u32[, min(min(16u64, 64) % (4u64 + 1), 64) + (1u64 + 8) % 65 * min(0u64, 64)]
persistent c0_1: atomic u64[max(min(len(a_0), 64), len(a_0, 0)) - (len(a_0, 0) % 65 + 0)] @cache(streaming)
/// what it holds
inout p_3: u32[, 2, min(__2, 8), len(c0_1, 0), min(min(min(len(a_0, 0) + 8, 64), min(__2 % 65 << min(len(a_0) % 65, 8), 64)) - min(ceil_div(len(a_0, 0), max(min(len(c0_1, 0), 64), 1)) % 65 >> min(len(a_0, 0) % 65, len(c0_1, 0)), 64), 1)] @align(2) @cache(streaming)
/// "quoted" \ // text
inout v1_4: atomic i64[len(c0_1) % 65 / max(15u64, 1)] @align(4)
in inf_105: u8[__2]
inout a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0: atomic u32[len(a_0) % (len(a_0, 0) + 1) >> min(min(max(len(c0_1) % 65, len(p_3, 3) % 65), 64), 8) >> len(c0_1, 0) % 9] @align(2) @cache(streaming)
const c0 = len(v1_4, 0)
/// "quoted" \ // text
persistent _108: u32[, c0, min(0u64 % 65, 3), min(len(inf_105), 17)] @align(128) @cache(streaming)
workgroup 64
grid 5

each v0 in table_9 % 3..min(mulhi(table_9, table_9), table_9) % 40 {
    p_3[(true ? __2 : __2) % 1, u64(1803695500000000.0f32), subgroup, 0i64, 0] &= __2 + popcount(u32_at(inf_105, 2))
}
region "" {
    atomic_load(c0_1[u32(1048576u64) % 1], acquire)
    let v1 = lane
    _108[min(workgroups.x, v1) % 1, c0 % 1, 0, grid_scan_and(c0)] -= ~max(false ? ~v1 : atomic_min(a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0[0], rotr(__2, 0i32), release, workgroup), clz(u32(-7147619467036330905i64) % (false ? len(inf_105) : v1)))
    p_3[v1 % 1, 1, u32_at(inf_105, 2) % 8, u32_at(inf_105, table_9), u32(87u64) % 1] %= mulhi(17592186044416, 18446744073709551614 | -(115u64)) == grid_load(c0_1[__2 % 1]) ? ~mulhi(abs(a_0[2u64, 0]), a_0[-2i64, __2 % 1]) : u32(__2)
    region "a b" {
        assert workgroup_and(false) || true, "plain"
    }
}
var v2 = reverse(-table_9)
let v3 = fixpoint v4 in 1..2 {
    fixpoint v5 in (a_0[3u64, 0i64] | reverse(__2)) % 2..c0 % 6 {
        print "café {} {} {}", x_6, bool(false) ? 114u64 >> table_9 : clz(33554432u64), x_6
        let v6 = grid_min(x_6)
    }
    for v7 in 2..(table_9 >= table_9 ? 0u64 : 18446744073709551614) % 8 step atomic_load(c0_1[v4], relaxed, system) % 5 {
        var v8: i64[11]
        var v9: i32[11]
        let v10 = u32(ctz(-9223372036854775808i64))
        atomic_add(c0_1[min(c0, c0) % 1], reverse(0u64), release, workgroup)
    }
    var v11 = 0
    while v11 < 3 && (18446744073709551615u64 == 140737488355328) | (x_6 == 16.0) {
        v11 = v11 + 1
        var v12 = 0
        loop {
            if v12 >= 0 {
                break
            }
            v12 = v12 + 1
        }
        print "\"quoted\" {}", i64(true ? x_6 : x_6)
    }
}
_108[v3 % 1, subgroup_scan_max(wid.y), grid_broadcast(v3, 35), c0 % 17] = atomic_add(a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0[subgroup_and(grid_size.z) % 5], rotr(a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0[v3 % 5], mulhi(subgroup_load(c0_1[v3]), 17192545599383872157 ^ ~142u64)), acq_rel)
block L0 {
    var v13 = ctz(min(0u64 | 131072, mulhi(144u64, 9223372036854775808)))
    fixpoint v14 in clz(u32(8192u64)) % 2..0 {
        assert workgroup_xor(false) || true, "café {} {} {}", 32768i64 ^ 0 >= abs(156i64), fma(sqrt(123456.7f32), clamp(2.1301545e16f32, -1.0, 3.4e38), min(f32(nan), -inf)), 2147483648i64
        atomic_store(a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0[v14 % 5], c0 % gid.y, release)
        assert bool(v2) || true, "\"quoted\" {}", sqrt(-x_6)
        barrier grid
        v2 = table_9 + v2
    }
}
var v15: i64[10]
v15[2] = (false ? abs(274877906944i64) : ctz(i64(true)) - (-(-9223372036854775808i64) | i64(x_6))) >> 483169242116434958i64
var v16 = 0
while v16 < 4 && grid_xor(2u64) <= u64(workgroups.z) {
    v16 = v16 + 1
    let v17 = u64(v3)
    print "café {} {} {}", v17, f64(0i64 >= 144), abs(v17)
    v1_4[(v3 << wid.z) % 1] = u64(max(4i32, 134217728) / (2097152 + table_9)) > v17 ? -1 : trunc(f64(lane)) > x_6 ? (20 == table_9 ? -(0i64) : atomic_max(v1_4[0], 67108864, acquire)) ^ v15[lane % 10] : false ? atomic_xor(v1_4[grid_size.x % 1], 2825523083968067367i64 >> v17, acquire) : -1
}
let v18 = x_6
v2 = false ? table_9 : table_9
barrier grid
v2 = ~i32(subgroup_iscan_or(workgroup_scan_or(v2 & table_9)))
v2 = table_9
for v19 in 1u64..5 {
    let v20 = unbits(u32(x_6))
    v2 = true ? 0 : table_9
}
region "\"q\"" {
    let v21 = abs(-1.0f32)
}
v2 = grid_and(subgroup_broadcast(workgroup_iscan_add(v2), 24) & v2) + (workgroup_iscan_and(bool(max(gid.x, __2))) ? mulhi(i32(i64(len(a_0))), clz(true ? 2018537569 : table_9)) : i32(table_9 / v2 >> 68719476736i64))
for v22 in -9223372036854775808 / (false ? -2i64 : 2640510531743295333) % 4..6 {
    var v23: u64[11]
    var v24: f64[5]
    barrier grid
    var v25 = (f64(v18) >= grid_max(x_6) ? 1e-6f32 * 1e-38 != 10000000000.0 : u32_at(inf_105, -1i64) > v3) && max(mulhi(v22, v22), 17179869184) <= rotr(v22, table_9) ^ min(v22, v22) ? bool(-(f32(inf))) : bool(rotr(0i64, 0u64) < (v22 < 9 ? v22 : -9223372036854775808 * v22))
    barrier workgroup
    var v26: i64[8]
}
var v27 = subgroup_scan_or(table_9)
v27 = rotl((v3 < c0 ? 18446744073709551615u64 : 18446744073709551614) != u64(subgroup_iscan_xor(-2565271526304510160i64)) ? abs(mulhi(table_9 / v2, abs(table_9))) : max(rotl(reverse(v27), ctz(v27)), rotr(v2, atomic_load(c0_1[0]))), subgroup_shuffle((true ? 10452479629638512461u64 : 2248400008991322324) + u64(v18) + u64(workgroup_max(9007199000000000.0f32)), u32(abs(f32(1269870745368602249u64)))))
let v28 = 4i64
if sqrt(x_6) / (f64(f32(220i64)) - min(fma(x_6, -inf, x_6), x_6 + x_6)) <= abs(round(min(x_6, -inf) * f64(table_9))) {
}
c0_1[table_9] = u64(v28)
v2 = grid_scan_min(i32(subgroup_scan_add(48u64))) <= v2 >> i64(v28) & (-0.0f32 < -2.5 ? table_9 : v27) ? ctz(abs(i32(p_3[0, 1, 3i32, 0, 0]))) : reverse(v2)
c0_1[mulhi(c0, v3) % 1] &= 151
wait()
let v29 = f32(v28)
let v30 = f32(abs(f64(-9223372036854775808i64)) - x_6 + x_6)
_108[a_0[0, 0i64] % 1, ctz(c0), grid_scan_and(v3) % 1, 5] = 0
v2 = v27
let v31 = false ? v3 : v3
let v32 = bool(18446744073709551615u64)
for v33 in 3..2 {
    _108[u32_at(inf_105, v33), v15[2], p_3[0u64, 1, 3u64, 0i64, 0i32] % 1, _108[0, 0, 0, 3] % 17] <<= (false ? false : false) ? table_9 : table_9
}
// bound a_0 20
// bound p_3 0
// bound _108 0
// param __2 1c
// param x_6 759e203413ff587
// param table_9 b77b11e1
