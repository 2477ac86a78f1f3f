// f32 operations on 32-bit integers alone, for machines whose own operations are not exact: bit for
// bit what docs/language.md promises, subnormals and the one NaN included.
//
// Inside, a number is a sign (bit 31), a biased exponent e and a significand m whose top bit is set
// (or 0): m / 2^31 * 2^(e - 127). Nothing here uses a float operation but `bits` and `unbits`, except
// functions whose names end in _small.

const F32_NAN  = 0x7fc00000u32
const F32_INF  = 0x7f800000u32
const F32_SIGN = 0x80000000u32

/// Exponent and significand of a finite number.
fn unpack_f32(x: u32) -> i32, u32 {
    let f = x & 0x7fffff
    let e = i32(x >> 23 & 255)
    let z = clz(f)
    return e == 0 ? 9 - i32(z) : e, e == 0 ? f << z : (f | 0x800000) << 8
}

/// Rounds to the nearest, ties to even. The lowest bit of m also stands for all bits below it.
fn pack_f32(sign: u32, e: i32, m: u32) -> u32 {
    let d = u32(clamp(1 - e, 0, 25))            // bits that a subnormal result lacks
    let s = m >> d | u32((m & (1u32 << d) - 1) != 0)
    let q = s >> 8
    let up = (s & 255) + (q & 1) + 127 >> 8     // a carry out of q raises the exponent
    let v = e > 254 ? F32_INF : (u32(max(e, 1) - 1) << 23) + q + up
    return sign | (m == 0 ? 0 : v)
}

/// The sum of two numbers whose significands have 64 bits with the top one at bit 62 (or 61), as
/// high and low word: exact before the rounding.
fn sum_f32(s1: u32, e1: i32, h1: u32, l1: u32, s2: u32, e2: i32, h2: u32, l2: u32) -> u32 {
    let f1 = (h1 | l1) == 0 ? -4000 : e1
    let f2 = (h2 | l2) == 0 ? -4000 : e2
    let swap = f1 < f2
    let s = swap ? s2 : s1
    let e = swap ? f2 : f1
    let h = swap ? h2 : h1
    let l = swap ? l2 : l1
    let t = swap ? s1 : s2
    let far = swap ? h1 : h2
    let low = swap ? l1 : l2
    // The smaller one, shifted right; its lowest bit also stands for the bits that are shifted out.
    let d = u32(min(e - (swap ? f1 : f2), 63))
    let k = d & 31
    let near = d < 32
    let a = near ? far : 0
    let b = near ? low : far
    let c = near ? 0 : low
    let lost = b << 1 << 31 - k | c
    let th = a >> k
    let tl = b >> k | a << 1 << 31 - k | u32(lost != 0)
    // Sum or difference, made positive.
    let minus = s != t
    let rl = minus ? l - tl : l + tl
    let rh = minus ? h - th - u32(l < tl) : h + th + u32(rl < l)
    let below = minus & (rh >> 31 == 1)
    let nl = below ? 0 - rl : rl
    let nh = below ? ~rh + u32(rl == 0) : rh
    // The top bit to bit 63, the low word into the lowest bit of the high one.
    let z = nh == 0 ? clz(nl) : clz(nh)
    let m = nh == 0 ? nl << z : nh << z | nl >> 1 >> 31 - z | u32((nl << z) != 0)
    let sign = m == 0 ? s & t : below ? t : s
    return pack_f32(sign, e + 1 - i32(z) - (nh == 0 ? 32 : 0), m)
}

fn add_bits_f32(x: u32, y: u32) -> u32 {
    let p = x & ~F32_SIGN
    let q = y & ~F32_SIGN
    let ex, mx = unpack_f32(x)
    let ey, my = unpack_f32(y)
    let r = sum_f32(x & F32_SIGN, ex, mx >> 1, 0, y & F32_SIGN, ey, my >> 1, 0)
    let none = (p > F32_INF) | (q > F32_INF) | (p == F32_INF) & (q == F32_INF) & (x != y)
    return none ? F32_NAN : p == F32_INF ? x : q == F32_INF ? y : r
}

fn mul_bits_f32(x: u32, y: u32) -> u32 {
    let p = x & ~F32_SIGN
    let q = y & ~F32_SIGN
    let sign = (x ^ y) & F32_SIGN
    let ex, mx = unpack_f32(x)
    let ey, my = unpack_f32(y)
    let h = mulhi(mx, my)
    let l = mx * my
    let top = h >> 31
    let m = top == 1 ? h | u32(l != 0) : h << 1 | l >> 31 | u32((l << 1) != 0)
    let r = pack_f32(sign, ex + ey - 127 + i32(top), m)
    let none = (p > F32_INF) | (q > F32_INF) | (p == F32_INF) & (q == 0) | (p == 0) & (q == F32_INF)
    return none ? F32_NAN : (p == F32_INF) | (q == F32_INF) ? sign | F32_INF : r
}

fn div_bits_f32(x: u32, y: u32) -> u32 {
    let p = x & ~F32_SIGN
    let q = y & ~F32_SIGN
    let sign = (x ^ y) & F32_SIGN
    let ex, mx = unpack_f32(x)
    let ey, my = unpack_f32(y)
    // Long division with digits of 8 bits: each remainder is below the divisor, of 24 bits.
    let a = mx >> 8
    let b = max(my >> 8, 1)
    let less = u32(a < b)
    let r0 = (a << less) - b
    let d1 = (r0 << 8) / b
    let r1 = (r0 << 8) - d1 * b
    let d2 = (r1 << 8) / b
    let r2 = (r1 << 8) - d2 * b
    let d3 = (r2 << 8) / b
    let r3 = (r2 << 8) - d3 * b
    let d4 = (r3 << 7) / b
    let r4 = (r3 << 7) - d4 * b
    let m = 1 << 31 | d1 << 23 | d2 << 15 | d3 << 7 | d4 | u32(r4 != 0)
    let r = pack_f32(sign, ex - ey + 127 - i32(less), m)
    let none = (p > F32_INF) | (q > F32_INF) | (p == q) & ((p == 0) | (p == F32_INF))
    let large = (p == F32_INF) | (q == 0)
    let zero = (p == 0) | (q == F32_INF)
    return none ? F32_NAN : large ? sign | F32_INF : zero ? sign : r
}

fn sqrt_bits_f32(x: u32) -> u32 {
    let p = x & ~F32_SIGN
    let e, m = unpack_f32(p)
    let k = e - 127
    // One bit of the root in each round: q is the root so far, s twice that, rest what is left.
    var rest = m >> 7 - u32(k & 1)
    var q = 0u32
    var s = 0u32
    var bit = 1u32 << 24
    for i in 0..25 {
        let t = s + bit
        let fits = t <= rest
        s = fits ? t + bit : s
        q = fits ? q + bit : q
        rest = (fits ? rest - t : rest) << 1
        bit >>= 1
    }
    let r = pack_f32(0, (k >> 1) + 127, q << 7 | u32(rest != 0))
    let none = (p > F32_INF) | (x >> 31 == 1)
    return p == 0 ? x : none ? F32_NAN : p == F32_INF ? x : r
}

fn fma_bits_f32(x: u32, y: u32, w: u32) -> u32 {
    let p = x & ~F32_SIGN
    let q = y & ~F32_SIGN
    let o = w & ~F32_SIGN
    let sign = (x ^ y) & F32_SIGN
    let ex, mx = unpack_f32(x)
    let ey, my = unpack_f32(y)
    let ew, mw = unpack_f32(w)
    let h = mulhi(mx, my)
    let l = mx * my
    let r = sum_f32(sign, ex + ey - 126, h >> 1, h << 31 | l >> 1, w & F32_SIGN, ew, mw >> 1, 0)
    let large = (p == F32_INF) | (q == F32_INF)
    let none = (p > F32_INF) | (q > F32_INF) | (o > F32_INF) | large & ((p == 0) | (q == 0))
        | large & (o == F32_INF) & (sign != (w & F32_SIGN))
    return none ? F32_NAN : large ? sign | F32_INF : o == F32_INF ? w : r
}

// ---- arithmetic ----
fn neg_f32(a: f32) -> f32 { return unbits(bits(a) ^ F32_SIGN) }
fn abs_f32(a: f32) -> f32 { return unbits(bits(a) & ~F32_SIGN) }
fn add_f32(a: f32, b: f32) -> f32 { return unbits(add_bits_f32(bits(a), bits(b))) }
fn sub_f32(a: f32, b: f32) -> f32 { return unbits(add_bits_f32(bits(a), bits(b) ^ F32_SIGN)) }
fn mul_f32(a: f32, b: f32) -> f32 { return unbits(mul_bits_f32(bits(a), bits(b))) }
fn div_f32(a: f32, b: f32) -> f32 { return unbits(div_bits_f32(bits(a), bits(b))) }
fn sqrt_f32(a: f32) -> f32 { return unbits(sqrt_bits_f32(bits(a))) }
fn fma_f32(a: f32, b: f32, c: f32) -> f32 {
    return unbits(fma_bits_f32(bits(a), bits(b), bits(c)))
}

// ---- arithmetic of machines that are exact but for subnormals ----
/// A number that no rounding of subnormals comes near: neither zero, inf nor NaN.
fn plain_f32(x: u32) -> bool { return (x >> 23 & 255) - 2 < 253 }
fn plain_or_zero_f32(x: u32) -> bool { return plain_f32(x) | (x << 1 == 0) }

fn add_f32_small(a: f32, b: f32) -> f32 {
    let r = a + b
    if plain_f32(bits(r)) & plain_or_zero_f32(bits(a)) & plain_or_zero_f32(bits(b)) { return r }
    return add_f32(a, b)
}
fn sub_f32_small(a: f32, b: f32) -> f32 {
    let r = a - b
    if plain_f32(bits(r)) & plain_or_zero_f32(bits(a)) & plain_or_zero_f32(bits(b)) { return r }
    return sub_f32(a, b)
}
fn mul_f32_small(a: f32, b: f32) -> f32 {
    let r = a * b
    if plain_f32(bits(r)) & plain_f32(bits(a)) & plain_f32(bits(b)) { return r }
    return mul_f32(a, b)
}
fn div_f32_small(a: f32, b: f32) -> f32 {
    let r = a / b
    if plain_f32(bits(r)) & plain_f32(bits(a)) & plain_f32(bits(b)) { return r }
    return div_f32(a, b)
}
fn sqrt_f32_small(a: f32) -> f32 {
    let r = sqrt(a)
    if plain_f32(bits(r)) & plain_f32(bits(a)) { return r }
    return sqrt_f32(a)
}

// ---- order ----
/// Numbers in their order, -0 below +0.
fn order_f32(x: u32) -> i32 { return i32(x) ^ i32(u32(i32(x) >> 31) >> 1) }
/// The same with one zero.
fn value_f32(x: u32) -> i32 { return x >> 31 == 1 ? -i32(x & ~F32_SIGN) : i32(x) }
fn none_f32(x: u32) -> bool { return (x & ~F32_SIGN) > F32_INF }
fn some_f32(a: f32, b: f32) -> bool { return !(none_f32(bits(a)) | none_f32(bits(b))) }

fn eq_f32(a: f32, b: f32) -> bool {
    return some_f32(a, b) & (value_f32(bits(a)) == value_f32(bits(b)))
}
fn ne_f32(a: f32, b: f32) -> bool { return !eq_f32(a, b) }
fn lt_f32(a: f32, b: f32) -> bool {
    return some_f32(a, b) & (value_f32(bits(a)) < value_f32(bits(b)))
}
fn le_f32(a: f32, b: f32) -> bool {
    return some_f32(a, b) & (value_f32(bits(a)) <= value_f32(bits(b)))
}
fn gt_f32(a: f32, b: f32) -> bool { return lt_f32(b, a) }
fn ge_f32(a: f32, b: f32) -> bool { return le_f32(b, a) }

fn min_f32(a: f32, b: f32) -> f32 {
    let x = bits(a)
    let y = bits(b)
    let second = none_f32(x) | (order_f32(y) < order_f32(x)) & !none_f32(y)
    return unbits(second ? y : x)
}
fn max_f32(a: f32, b: f32) -> f32 {
    let x = bits(a)
    let y = bits(b)
    let second = none_f32(x) | (order_f32(y) > order_f32(x)) & !none_f32(y)
    return unbits(second ? y : x)
}
fn clamp_f32(a: f32, low: f32, high: f32) -> f32 { return min_f32(max_f32(a, low), high) }

// ---- whole numbers ----
/// Bits of the significand below 1, all set; for 1 <= |x| < 2^24.
fn fraction_f32(x: u32) -> u32 { return (1u32 << 150 - (x >> 23 & 255)) - 1 }

fn trunc_f32(a: f32) -> f32 {
    let x = bits(a)
    let e = x >> 23 & 255
    return unbits(e < 127 ? x & F32_SIGN : e < 150 ? x & ~fraction_f32(x) : x)
}
/// Away from zero where there is a fraction and the sign is `sign`, else towards it.
fn away_f32(a: f32, sign: u32) -> f32 {
    let x = bits(a)
    let e = x >> 23 & 255
    let away = (x & F32_SIGN) == sign
    let m = fraction_f32(x)
    let small = (x & F32_SIGN) | (away & (x << 1 != 0) ? 0x3f800000 : 0)
    let large = x + (away ? m : 0) & ~m
    return unbits(e < 127 ? small : e < 150 ? large : x)
}
fn floor_f32(a: f32) -> f32 { return away_f32(a, F32_SIGN) }
fn ceil_f32(a: f32) -> f32 { return away_f32(a, 0) }
fn round_f32(a: f32) -> f32 {
    let x = bits(a)
    let e = x >> 23 & 255
    let m = fraction_f32(x)
    let small = (x & F32_SIGN) | ((x & ~F32_SIGN) > 0x3f000000 ? 0x3f800000 : 0)
    let even = x >> 150 - e & 1                 // the lowest bit kept
    let large = x + (m >> 1) + even & ~m
    return unbits(e < 127 ? small : e < 150 ? large : x)
}

// ---- conversions ----
/// |x| without its fraction; 2^32 - 1 where it is larger.
fn size_f32(x: u32) -> u32 {
    let e = x >> 23 & 255
    let m = (x & 0x7fffff | 0x800000) << 8
    return e < 127 ? 0 : e < 159 ? m >> 158 - e : 0xffffffff
}
fn f32_to_u32(a: f32) -> u32 {
    let x = bits(a)
    return none_f32(x) | (x >> 31 == 1) ? 0 : size_f32(x)
}
fn f32_to_i32(a: f32) -> i32 {
    let x = bits(a)
    let size = size_f32(x)
    let minus = x >> 31 == 1
    let v = minus ? 0 - min(size, 0x80000000) : min(size, 0x7fffffff)
    return none_f32(x) ? 0 : i32(v)
}
fn f32_to_bool(a: f32) -> bool { return bits(a) << 1 != 0 }

fn int_bits_f32(sign: u32, size: u32) -> u32 {
    let z = clz(size)
    return pack_f32(sign, 158 - i32(z), size << z)
}
fn u32_to_f32(a: u32) -> f32 { return unbits(int_bits_f32(0, a)) }
fn i32_to_f32(a: i32) -> f32 { return unbits(int_bits_f32(u32(a) & F32_SIGN, u32(abs(a)))) }
