program random
in b_0: i16[, min(9u64 + 18, 7), min((min(13u64, 64) - 6) / max(ceil_div(1, max(min(3u64, 64), 1)), 1) << min(ceil_div(min(16u64, 64), max(1u64, 1)) >> min(1u64 * 0, 64) % 9, 8), 1)]
workgroup 1
grid min(ceil_div((1 + 4u64 % 65) % 65, max(1 % (min(1u64, 64) + 1) % 65, 1)), 1)

let v0 = i64(clamp(clamp(f64(u64(0i32)) * fma(sqrt(-2.723094016253184e245f64), fma(-7.862616047443764e280f64, -1.274341016021591e303, 1e-45), f64(137u64)), fma(f64(unbits(lid.x)), 5.460918687709951e189, f64(ctz(0i64))), unbits(u64(round(-0.0f64)))), f64(bool(min(max(-1.03555056e-20f32, -9.817307e-21), fma(4.7115606e-8f32, 0.0, 0.5)))), (1e22 + f64(max(-1i64, 0))) * f64(bits(max(f64(nan), 9007199254740992.0)))))
var v1 = -(123456.7f32)
var v2: bool[12]
v2[ctz(1425931857u32)] |= false
v1 = ceil(unbits(clamp(ctz(ctz(ctz(len(b_0, 1)))), wid.y, ceil_div(ceil_div(0u32 + 26, rotr(4294967294u32, 3612667108)), false ? 4294967294u32 ^ 0 : -(67108864u32)))))
var v3: bool[16]
print "// no comment {}", b_0[36, 4, 0] <= 64
print "{} and {}", workgroup_min(v0) << v0, v0
return
v2[67i32 / 0] ^= v2[9]
let v4 = -9223372036854775808i64 | -1
var v5: i64[10]
var v6 = -v4
region "outer" {
    v2[4294967294u32 % 12] &= v5[9] == (grid_add(grid_iscan_max(len(b_0, 2)) - clz(0u32)) < workgroup_xor(subgroup_broadcast(grid_size.y, clamp(0, workgroup_size.y, 175))) ? min(i64(u64(9007199000000000.0f32)) - (i64(v4) | v4 >> 66u64), v4) : min(workgroup_add(i64(0u64)) & (v6 <= v6 ? clz(v6) : false ? v6 : v4), rotl(v6, 0u64 & 18014398509481984) + v4 / v6 % reverse(v6)))
}
v5[2] = v5[i32(65536u64)]
assert 0 ^ rotl(134217728u64, i32(true)) - u64(-2i32) == bits(floor((unbits(18446744073709551614u64) - f64(false)) * fma(false ? 0.1f64 : 0.0, round(1e-6f64), 0.5f64 - -2.379666602956996e106))) || true, "tab\t{}", b_0[4294967294u32 % 52, len(b_0, 1) % 7, 0i32]
let v7 = u64(v4 == (v6 << 0i32) * (v4 % v4) / v6) % reverse(popcount(252u64))
v6 = i64(max(true ? v7 : v7 - v7, -(u64(785668422u32) | (v7 | v7)))) - grid_add(v5[bits(v1) * grid_size.y])
for v8 in grid_size.y % 4..(reverse(0u32) << (v6 ^ v4)) % 8 {
    v1 = sqrt(v1)
    assert grid_xor(-v1 >= ceil(v1)) || true, "line\nend {}", true
}
v3[grid_max(4294967294u32) % 16] ^= trunc(6.8287417e34f32) <= v1 + sqrt(v1)
var v9: i64[4]
let v10 = max(v4, v4)
let v11 = (-3.581922065519327e121 >= grid_max(10000000000.0f64)) | true
let v12 = workgroup_min(grid_load(b_0[clz((len(b_0, 0) ^ 2) - 0) % 52, 6u64, bits(-6.38474e-12f32) % 1]))
barrier workgroup
v2[grid_scan_max(v10)] |= v11
v5[(24u32 << v7) % 10] = clz(reverse(i64(v7 >> v12)) ^ workgroup_scan_and(v4)) & i64(f64(f64(false) - f64(v0)) / f64((v7 ^ v7) / -v7))
v2[false ? 143 : v7] = v11
var v13: u32[5]
let v14 = fixpoint v15 in 1..2 {
    v13[3] ^= u32(true ? b_0[len(b_0, 1) % 52, 0, popcount(v15) * -v15 % 1] : v12)
    var v16: f64[6]
    subgroup_add(v7 / max(v7, v7))
    let v17 = popcount(ctz(v10)) & min(v10, v10) + i64(v7)
    var v18: bool[6]
    v16[0i32] = 0.0
    assert 2199023255552 == v7 || true, "tab\t{}", 242 * v7 | v7 + 0
    if min(8.014592e25f32, 4.3726983e-30) > min(floor(abs(false == false ? round(1.3900043e-30f32) : floor(-0.0f32))), nan) {
        let v19 = min(576460752303423488, v7)
    }
}
let v20 = v7
var v21: f32[8]
for v22 in 1i64..7 step v6 % 5 {
    let v23 = f32(-(0.0f32))
    let v24 = v23
    if v2[lid.z % 12] | (unbits(1794002936u32) > -v24) {
        if -1 % v12 == (v11 ? v12 : v12) {
            v5[clz(-2147483648i32)] <<= i64(v7)
            v9[(false ? workgroups.y : v14) % 4] ^= i64(v22 | i64(v7 >> 0i32 << min(v12, 0) == 0 ^ v7))
            if v11 {
            }
        } else {
            v13[1] = workgroup_size.x
            for v25 in 2i64..1 step 1i64 {
                var v26 = 0
                while v26 < 2 && v2[v14 % 12] {
                    v26 = v26 + 1
                    v2[8i64] |= !bool(v7 > v7 ? clz(v20) : bits(8.458640662436296e-270f64))
                    var v27: f64[12]
                    var v28: f32[11]
                }
                region "" {
                    let v29 = v14
                    let v30 = 524288u64
                }
                let v31 = i32(popcount(abs(rotl(b_0[44i32, 2, 0], v12))) - (v12 & v12))
                let v32 = 4294967294
            }
        }
    } else if v7 < 8 {
        v5[~v0] = clz(min(round(v23) < -v23 ? v22 : v6 % -v10, v6 * v22) / mulhi(v10, i64(ctz(1354128116u32)) ^ v10))
        if f32(v11 || v11) > v21[v14] {
            region "outer" {
                var v33: f64[10]
                if bool(13961150344464924318u64) {
                }
            }
            block L0 {
                block L1 {
                    v2[4240373261u32 % 12] ^= bool(i64(trunc(1e-38f64)) == i64(0i32))
                    let v34 = 16.0f64 + -9.99999999999997e-311 != f64(v10)
                }
                v9[u32(15950979060852389092u64) % 4] >>= abs(min(v13[0] / (v14 - wid.z), len(b_0)))
            }
        }
    }
}
// bound b_0 728
