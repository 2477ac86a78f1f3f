// f64 operations on 64-bit integers, as f32.vy does on 32-bit ones, and conversions that have 64
// bits on one side.
//
// Inside, a number is a sign (bit 63), a biased exponent e and a significand m whose top bit is set
// (or 0): m / 2^63 * 2^(e - 1023).
use "ints64.vy"
use "f32.vy"

const F64_NAN  = 0x7ff8000000000000u64
const F64_INF  = 0x7ff0000000000000u64
const F64_SIGN = 0x8000000000000000u64

/// Exponent and significand of a finite number.
fn unpack_f64(x: u64) -> i32, u64 {
    let f = x & 0xfffffffffffff
    let e = i32(x >> 52 & 2047)
    let z = clz_u64(f)
    return e == 0 ? 12 - i32(z) : e, e == 0 ? f << z : (f | 0x10000000000000) << 11
}

/// Rounds to the nearest, ties to even. The lowest bit of m also stands for all bits below it.
fn pack_f64(sign: u64, e: i32, m: u64) -> u64 {
    let d = u32(clamp(1 - e, 0, 54))            // bits that a subnormal result lacks
    let s = m >> d | u64((m & (1u64 << d) - 1) != 0)
    let q = s >> 11
    let up = (s & 2047) + (q & 1) + 1023 >> 11  // a carry out of q raises the exponent
    let v = e > 2046 ? F64_INF : (u64(max(e, 1) - 1) << 52) + q + up
    return sign | (m == 0 ? 0 : v)
}

/// The sum of two numbers whose significands have 128 bits with the top one at bit 126 (or 125), as
/// high and low word: exact before the rounding.
fn sum_f64(s1: u64, e1: i32, h1: u64, l1: u64, s2: u64, e2: i32, h2: u64, l2: u64) -> u64 {
    let f1 = (h1 | l1) == 0 ? -9000 : e1
    let f2 = (h2 | l2) == 0 ? -9000 : e2
    let swap = f1 < f2
    let s = swap ? s2 : s1
    let e = swap ? f2 : f1
    let h = swap ? h2 : h1
    let l = swap ? l2 : l1
    let t = swap ? s1 : s2
    let far = swap ? h1 : h2
    let low = swap ? l1 : l2
    // The smaller one, shifted right; its lowest bit also stands for the bits that are shifted out.
    let d = u32(min(e - (swap ? f1 : f2), 127))
    let k = d & 63
    let near = d < 64
    let a = near ? far : 0
    let b = near ? low : far
    let c = near ? 0 : low
    let lost = b << 1 << 63 - k | c
    let th = a >> k
    let tl = b >> k | a << 1 << 63 - k | u64(lost != 0)
    // Sum or difference, made positive.
    let minus = s != t
    let rl = minus ? l - tl : l + tl
    let rh = minus ? h - th - u64(l < tl) : h + th + u64(rl < l)
    let below = minus & (rh >> 63 == 1)
    let nl = below ? 0 - rl : rl
    let nh = below ? ~rh + u64(rl == 0) : rh
    // The top bit to bit 127, the low word into the lowest bit of the high one.
    let z = clz_u64(nh == 0 ? nl : nh)
    let m = nh == 0 ? nl << z : nh << z | nl >> 1 >> 63 - z | u64((nl << z) != 0)
    let sign = m == 0 ? s & t : below ? t : s
    return pack_f64(sign, e + 1 - i32(z) - (nh == 0 ? 64 : 0), m)
}

fn add_bits_f64(x: u64, y: u64) -> u64 {
    let p = x & ~F64_SIGN
    let q = y & ~F64_SIGN
    let ex, mx = unpack_f64(x)
    let ey, my = unpack_f64(y)
    let r = sum_f64(x & F64_SIGN, ex, mx >> 1, 0, y & F64_SIGN, ey, my >> 1, 0)
    let none = (p > F64_INF) | (q > F64_INF) | (p == F64_INF) & (q == F64_INF) & (x != y)
    return none ? F64_NAN : p == F64_INF ? x : q == F64_INF ? y : r
}

fn mul_bits_f64(x: u64, y: u64) -> u64 {
    let p = x & ~F64_SIGN
    let q = y & ~F64_SIGN
    let sign = (x ^ y) & F64_SIGN
    let ex, mx = unpack_f64(x)
    let ey, my = unpack_f64(y)
    let h = mulhi_u64(mx, my)
    let l = mx * my
    let top = h >> 63
    let m = top == 1 ? h | u64(l != 0) : h << 1 | l >> 63 | u64((l << 1) != 0)
    let r = pack_f64(sign, ex + ey - 1023 + i32(top), m)
    let none = (p > F64_INF) | (q > F64_INF) | (p == F64_INF) & (q == 0) | (p == 0) & (q == F64_INF)
    return none ? F64_NAN : (p == F64_INF) | (q == F64_INF) ? sign | F64_INF : r
}

fn div_bits_f64(x: u64, y: u64) -> u64 {
    let p = x & ~F64_SIGN
    let q = y & ~F64_SIGN
    let sign = (x ^ y) & F64_SIGN
    let ex, mx = unpack_f64(x)
    let ey, my = unpack_f64(y)
    // Long division with digits of 11 bits: each remainder is below the divisor, of 53 bits.
    let a = mx >> 11
    let b = max(my >> 11, 1)
    let less = u64(a < b)
    var rest = (a << less) - b
    var m = 1u64
    for i in 0..5 {
        let d = (rest << 11) / b
        rest = (rest << 11) - d * b
        m = m << 11 | d
    }
    let d = (rest << 8) / b
    let left = (rest << 8) - d * b
    let r = pack_f64(sign, ex - ey + 1023 - i32(less), m << 8 | d | u64(left != 0))
    let none = (p > F64_INF) | (q > F64_INF) | (p == q) & ((p == 0) | (p == F64_INF))
    let large = (p == F64_INF) | (q == 0)
    let zero = (p == 0) | (q == F64_INF)
    return none ? F64_NAN : large ? sign | F64_INF : zero ? sign : r
}

fn sqrt_bits_f64(x: u64) -> u64 {
    let p = x & ~F64_SIGN
    let e, m = unpack_f64(p)
    let k = e - 1023
    // One bit of the root in each round: q is the root so far, s twice that, rest what is left.
    var rest = m >> 10 - u32(k & 1)
    var q = 0u64
    var s = 0u64
    var bit = 1u64 << 53
    for i in 0..54 {
        let t = s + bit
        let fits = t <= rest
        s = fits ? t + bit : s
        q = fits ? q + bit : q
        rest = (fits ? rest - t : rest) << 1
        bit >>= 1
    }
    let r = pack_f64(0, (k >> 1) + 1023, q << 10 | u64(rest != 0))
    let none = (p > F64_INF) | (x >> 63 == 1)
    return p == 0 ? x : none ? F64_NAN : p == F64_INF ? x : r
}

fn fma_bits_f64(x: u64, y: u64, w: u64) -> u64 {
    let p = x & ~F64_SIGN
    let q = y & ~F64_SIGN
    let o = w & ~F64_SIGN
    let sign = (x ^ y) & F64_SIGN
    let ex, mx = unpack_f64(x)
    let ey, my = unpack_f64(y)
    let ew, mw = unpack_f64(w)
    let h = mulhi_u64(mx, my)
    let l = mx * my
    let r = sum_f64(sign, ex + ey - 1022, h >> 1, h << 63 | l >> 1, w & F64_SIGN, ew, mw >> 1, 0)
    let large = (p == F64_INF) | (q == F64_INF)
    let none = (p > F64_INF) | (q > F64_INF) | (o > F64_INF) | large & ((p == 0) | (q == 0))
        | large & (o == F64_INF) & (sign != (w & F64_SIGN))
    return none ? F64_NAN : large ? sign | F64_INF : o == F64_INF ? w : r
}

// ---- arithmetic ----
fn neg_f64(a: f64) -> f64 { return unbits(bits(a) ^ F64_SIGN) }
fn abs_f64(a: f64) -> f64 { return unbits(bits(a) & ~F64_SIGN) }
fn add_f64(a: f64, b: f64) -> f64 { return unbits(add_bits_f64(bits(a), bits(b))) }
fn sub_f64(a: f64, b: f64) -> f64 { return unbits(add_bits_f64(bits(a), bits(b) ^ F64_SIGN)) }
fn mul_f64(a: f64, b: f64) -> f64 { return unbits(mul_bits_f64(bits(a), bits(b))) }
fn div_f64(a: f64, b: f64) -> f64 { return unbits(div_bits_f64(bits(a), bits(b))) }
fn sqrt_f64(a: f64) -> f64 { return unbits(sqrt_bits_f64(bits(a))) }
fn fma_f64(a: f64, b: f64, c: f64) -> f64 {
    return unbits(fma_bits_f64(bits(a), bits(b), bits(c)))
}

// ---- f32 arithmetic by exact f64 operations ----
// f64 has more than twice the digits of f32 and two more: rounding its result again is the same as
// rounding once.
fn add_f32_wide(a: f32, b: f32) -> f32 { return f32(f64(a) + f64(b)) }
fn sub_f32_wide(a: f32, b: f32) -> f32 { return f32(f64(a) - f64(b)) }
fn mul_f32_wide(a: f32, b: f32) -> f32 { return f32(f64(a) * f64(b)) }
fn div_f32_wide(a: f32, b: f32) -> f32 { return f32(f64(a) / f64(b)) }
fn sqrt_f32_wide(a: f32) -> f32 { return f32(sqrt(f64(a))) }
/// The product is exact. Of the sum, what the rounding lost makes the lowest bit 1 (round to odd), so
/// that the second rounding sees it.
fn fma_f32_wide(a: f32, b: f32, c: f32) -> f32 {
    let p = f64(a) * f64(b)
    let w = f64(c)
    let s = p + w
    let t = s - p
    let lost = (p - (s - t)) + (w - t)
    let x = bits(s)
    let even = (x & 1) == 0
    let off = (lost > 0.0) | (lost < 0.0)       // false where s is inf or NaN
    let up = (lost > 0.0) == (x >> 63 == 0)
    return f32(unbits(off & even ? (up ? x + 1 : x - 1) : x))
}

// ---- order ----
/// Numbers in their order, -0 below +0.
fn order_f64(x: u64) -> i64 { return i64(x) ^ i64(u64(i64(x) >> 63) >> 1) }
/// The same with one zero.
fn value_f64(x: u64) -> i64 { return x >> 63 == 1 ? -i64(x & ~F64_SIGN) : i64(x) }
fn none_f64(x: u64) -> bool { return (x & ~F64_SIGN) > F64_INF }
fn some_f64(a: f64, b: f64) -> bool { return !(none_f64(bits(a)) | none_f64(bits(b))) }

fn eq_f64(a: f64, b: f64) -> bool {
    return some_f64(a, b) & (value_f64(bits(a)) == value_f64(bits(b)))
}
fn ne_f64(a: f64, b: f64) -> bool { return !eq_f64(a, b) }
fn lt_f64(a: f64, b: f64) -> bool {
    return some_f64(a, b) & (value_f64(bits(a)) < value_f64(bits(b)))
}
fn le_f64(a: f64, b: f64) -> bool {
    return some_f64(a, b) & (value_f64(bits(a)) <= value_f64(bits(b)))
}
fn gt_f64(a: f64, b: f64) -> bool { return lt_f64(b, a) }
fn ge_f64(a: f64, b: f64) -> bool { return le_f64(b, a) }

fn min_f64(a: f64, b: f64) -> f64 {
    let x = bits(a)
    let y = bits(b)
    let second = none_f64(x) | (order_f64(y) < order_f64(x)) & !none_f64(y)
    return unbits(second ? y : x)
}
fn max_f64(a: f64, b: f64) -> f64 {
    let x = bits(a)
    let y = bits(b)
    let second = none_f64(x) | (order_f64(y) > order_f64(x)) & !none_f64(y)
    return unbits(second ? y : x)
}
fn clamp_f64(a: f64, low: f64, high: f64) -> f64 { return min_f64(max_f64(a, low), high) }

// ---- whole numbers ----
/// Bits of the significand below 1, all set; for 1 <= |x| < 2^53.
fn fraction_f64(x: u64) -> u64 { return (1u64 << 1075 - (x >> 52 & 2047)) - 1 }

fn trunc_f64(a: f64) -> f64 {
    let x = bits(a)
    let e = x >> 52 & 2047
    return unbits(e < 1023 ? x & F64_SIGN : e < 1075 ? x & ~fraction_f64(x) : x)
}
/// Away from zero where there is a fraction and the sign is `sign`, else towards it.
fn away_f64(a: f64, sign: u64) -> f64 {
    let x = bits(a)
    let e = x >> 52 & 2047
    let away = (x & F64_SIGN) == sign
    let m = fraction_f64(x)
    let small = (x & F64_SIGN) | (away & (x << 1 != 0) ? 0x3ff0000000000000 : 0)
    let large = x + (away ? m : 0) & ~m
    return unbits(e < 1023 ? small : e < 1075 ? large : x)
}
fn floor_f64(a: f64) -> f64 { return away_f64(a, F64_SIGN) }
fn ceil_f64(a: f64) -> f64 { return away_f64(a, 0) }
fn round_f64(a: f64) -> f64 {
    let x = bits(a)
    let e = x >> 52 & 2047
    let m = fraction_f64(x)
    let half = (x & ~F64_SIGN) > 0x3fe0000000000000
    let small = (x & F64_SIGN) | (half ? 0x3ff0000000000000 : 0)
    let even = x >> 1075 - e & 1                // the lowest bit kept
    let large = x + (m >> 1) + even & ~m
    return unbits(e < 1023 ? small : e < 1075 ? large : x)
}

// ---- conversions ----
/// Of f64 to f32 and back.
fn f64_to_f32(a: f64) -> f32 {
    let x = bits(a)
    let p = x & ~F64_SIGN
    let sign = u32(x >> 32) & F32_SIGN
    let e, m = unpack_f64(x)
    let r = pack_f32(sign, e - 896, u32(m >> 32) | u32(u32(m) != 0))
    return unbits(p > F64_INF ? F32_NAN : p == F64_INF ? sign | F32_INF : r)
}
fn f32_to_f64(a: f32) -> f64 {
    let x = bits(a)
    let p = x & ~F32_SIGN
    let sign = u64(x & F32_SIGN) << 32
    let e, m = unpack_f32(x)
    let r = pack_f64(sign, e + 896, u64(m) << 32)
    return unbits(p > F32_INF ? F64_NAN : p == F32_INF ? sign | F64_INF : r)
}

/// |x| without its fraction; 2^64 - 1 where it is larger.
fn size_f64(x: u64) -> u64 {
    let e = x >> 52 & 2047
    let m = (x & 0xfffffffffffff | 0x10000000000000) << 11
    return e < 1023 ? 0 : e < 1087 ? m >> 1086 - e : 0xffffffffffffffff
}
fn signed_size(minus: bool, size: u64) -> i64 {
    return i64(minus ? 0 - min(size, F64_SIGN) : min(size, F64_SIGN - 1))
}
fn f64_to_u64(a: f64) -> u64 {
    let x = bits(a)
    return none_f64(x) | (x >> 63 == 1) ? 0 : size_f64(x)
}
fn f64_to_i64(a: f64) -> i64 {
    let x = bits(a)
    return none_f64(x) ? 0 : signed_size(x >> 63 == 1, size_f64(x))
}
fn f64_to_u32(a: f64) -> u32 { return u32(min(f64_to_u64(a), 0xffffffff)) }
fn f64_to_i32(a: f64) -> i32 { return i32(clamp(f64_to_i64(a), -0x80000000, 0x7fffffff)) }
fn f64_to_bool(a: f64) -> bool { return bits(a) << 1 != 0 }

fn size64_f32(x: u32) -> u64 {
    let e = x >> 23 & 255
    let m = u64(x & 0x7fffff | 0x800000) << 40
    return e < 127 ? 0 : e < 191 ? m >> 190 - e : 0xffffffffffffffff
}
fn f32_to_u64(a: f32) -> u64 {
    let x = bits(a)
    return none_f32(x) | (x >> 31 == 1) ? 0 : size64_f32(x)
}
fn f32_to_i64(a: f32) -> i64 {
    let x = bits(a)
    return none_f32(x) ? 0 : signed_size(x >> 31 == 1, size64_f32(x))
}

fn int_bits_f64(sign: u64, size: u64) -> u64 {
    let z = clz_u64(size)
    return pack_f64(sign, 1086 - i32(z), size << z)
}
fn u64_to_f64(a: u64) -> f64 { return unbits(int_bits_f64(0, a)) }
fn i64_to_f64(a: i64) -> f64 { return unbits(int_bits_f64(u64(a) & F64_SIGN, u64(abs(a)))) }
fn u32_to_f64(a: u32) -> f64 { return u64_to_f64(u64(a)) }
fn i32_to_f64(a: i32) -> f64 { return i64_to_f64(i64(a)) }

fn int64_bits_f32(sign: u32, size: u64) -> u32 {
    let z = clz_u64(size)
    let m = size << z
    return pack_f32(sign, 190 - i32(z), u32(m >> 32) | u32(u32(m) != 0))
}
fn u64_to_f32(a: u64) -> f32 { return unbits(int64_bits_f32(0, a)) }
fn i64_to_f32(a: i64) -> f32 {
    return unbits(int64_bits_f32(u32(u64(a) >> 32) & F32_SIGN, u64(abs(a))))
}
