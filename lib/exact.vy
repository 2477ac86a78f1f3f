// Sums and dot products that come out the same in any order, rounded once. docs/library.md is the
// user's page.
//
// An accumulator is a number of i64 words: word k counts multiples of 2^(31 * k) times the smallest
// subnormal. A float is added as two or three words below 2^31 in size, so that not even 2^32 of them
// overflow a word, and integers can be added in any order. Behind these words stand two more, which
// count what is not finite: inf and NaN in the first, -inf and NaN in the second.

/// The words of an accumulator for f32, for f64 and products of f32, and for products of f64.
const EXACT_F32     = 12
const EXACT_F64     = 70
const EXACT_DOT_F64 = 139

/// A float as words from place j on: j and the words.
fn _exact_split(x: f64) -> u32, i64, i64, i64 {
    let b = bits(x)
    let e = u32(b >> 52) & 2047
    let m = b & 0xF_FFFF_FFFF_FFFF
    let at = max(e, 1) - 1
    let s = at % 31
    let v = e == 0 ? m : m | 0x10_0000_0000_0000
    let sign = i64(b) >> 63
    let a = i64(v << s & 0x7FFF_FFFF)
    let c = i64(v >> 31 - s & 0x7FFF_FFFF)
    let d = i64(v >> 62 - s)
    let none = e == 2047
    let plus = i64((m != 0) | (sign == 0))
    let minus = i64((m != 0) | (sign != 0))
    let p = none ? plus : (a ^ sign) - sign
    let q = none ? minus : (c ^ sign) - sign
    return none ? EXACT_F64 - 2 : at / 31, p, q, none ? 0 : (d ^ sign) - sign
}

fn _exact_split(x: f32) -> u32, i64, i64 {
    let b = bits(x)
    let e = b >> 23 & 255
    let m = b & 0x7F_FFFF
    let at = max(e, 1) - 1
    let v = u64(e == 0 ? m : m | 0x80_0000) << at % 31
    let sign = i64(i32(b) >> 31)
    let a = i64(v & 0x7FFF_FFFF)
    let c = i64(v >> 31)
    let none = e == 255
    let plus = i64((m != 0) | (sign == 0))
    let minus = i64((m != 0) | (sign != 0))
    let p = none ? plus : (a ^ sign) - sign
    let q = none ? minus : (c ^ sign) - sign
    return none ? EXACT_F32 - 2 : at / 31, p, q
}

/// Adds one number to an accumulator of its type. Any invocation may do it at any time.
fn exact_add(x: f32, acc: inout atomic i64[]) {
    let j, a, b = _exact_split(x)
    acc[j] += a
    acc[j + 1] += b
}

fn exact_add(x: f64, acc: inout atomic i64[]) {
    let j, a, b, c = _exact_split(x)
    acc[j] += a
    acc[j + 1] += b
    acc[j + 2] += c
}

/// Adds words that each invocation has of its own. The whole grid calls this together.
fn _exact_merge(own: in i64[], acc: inout atomic i64[]) {
    for k in 0..len(own) {
        let t = subgroup_add(own[k])
        if lane == 0 && t != 0 { acc[k] += t }
    }
}

/// Adds all elements of x to an accumulator for f32. The whole grid calls this together.
fn exact_add_all(x: in f32[], acc: inout atomic i64[]) {
    var own : i64[EXACT_F32]
    each i in 0..len(x) {
        let j, a, b = _exact_split(x[i])
        own[j] += a
        own[j + 1] += b
    }
    _exact_merge(own, acc)
}

/// The same for an accumulator for f64.
fn exact_add_all_f64(x: in f64[], acc: inout atomic i64[]) {
    var own : i64[EXACT_F64]
    each i in 0..len(x) {
        let j, a, b, c = _exact_split(x[i])
        own[j] += a
        own[j + 1] += b
        own[j + 2] += c
    }
    _exact_merge(own, acc)
}

/// Adds the products of equal places of x and y to an accumulator for f64, which holds any product of
/// two f32. The whole grid calls this together.
fn exact_add_products(x: in f32[], y: in f32[], acc: inout atomic i64[]) {
    var own : i64[EXACT_F64]
    each i in 0..min(len(x), len(y)) {
        let j, a, b, c = _exact_split(f64(x[i]) * f64(y[i]))
        own[j] += a
        own[j + 1] += b
        own[j + 2] += c
    }
    _exact_merge(own, acc)
}

/// The exponent of an f64 from the smallest subnormal on, and its significand.
fn _exact_unpack(x: f64) -> u32, u64 {
    let e = u32(bits(x) >> 52) & 2047
    let m = bits(x) & 0xF_FFFF_FFFF_FFFF
    return max(e, 1) - 1, e == 0 ? m : m | 0x10_0000_0000_0000
}

/// The same for products of f64, each of which is added in two parts.
fn _exact_add_products_f64(x: in f64[], y: in f64[], acc: inout atomic i64[]) {
    var own : i64[EXACT_DOT_F64]
    each i in 0..min(len(x), len(y)) {
        let p = x[i] * y[i]
        let ex, mx = _exact_unpack(x[i])
        let ey, my = _exact_unpack(y[i])
        let low = mx * my
        let sign = i64(bits(x[i]) ^ bits(y[i])) >> 63
        let finite = abs(x[i]) < inf && abs(y[i]) < inf
        for part in 0..2 {
            let v = part == 0 ? low & 0x1F_FFFF_FFFF_FFFF : mulhi(mx, my) << 11 | low >> 53
            let at = ex + ey + 53 * part
            let s = at % 31
            let a = i64(v << s & 0x7FFF_FFFF)
            let b = i64(v >> 31 - s & 0x7FFF_FFFF)
            let c = i64(v >> 62 - s)
            if finite {
                own[at / 31] += (a ^ sign) - sign
                own[at / 31 + 1] += (b ^ sign) - sign
                own[at / 31 + 2] += (c ^ sign) - sign
            }
        }
        if !finite {
            own[EXACT_DOT_F64 - 2] += i64(p != -inf)
            own[EXACT_DOT_F64 - 1] += i64(p != inf)
        }
    }
    _exact_merge(own, acc)
}

/// What an accumulator holds: whether it is below 0, 64 bits m whose top one is 1 (or 0), whether bits below
/// them are lost, and the power of two that m counts, from the smallest one on.
fn _exact_top(acc: inout atomic i64[]) -> bool, u64, bool, i32 {
    let words = len(acc) - 2
    var carry = 0i64
    for k in 0..words { carry = acc[k] + carry >> 31 }
    let below = carry < 0
    carry = 0
    var d1 = 0u64                           // digits so far: the last one, the one before, all others
    var d2 = 0u64
    var others = false
    var t0 = 0u64                           // the same from the last one that is not 0 on
    var t1 = 0u64
    var t2 = 0u64
    var lost = false
    var top = 0u32
    for k in 0..words + 2 {
        let word = k < words ? acc[k] : 0
        let sum = (below ? -word : word) + carry
        let digit = u64(sum) & 0x7FFF_FFFF
        carry = sum >> 31
        if digit != 0 {
            t0 = digit
            t1 = d1
            t2 = d2
            lost = others
            top = k
        }
        others = others || d2 != 0
        d2 = d1
        d1 = digit
    }
    let m = t0 << 33 | t1 << 2 | t2 >> 29
    let z = m == 0 ? 0 : u32(clz(m))
    let rest = t2 << 35
    return below, m << z | rest >> 1 >> 63 - z, lost || rest << z != 0, i32(31 * top) - 33 - i32(z)
}

/// 2^k for k from -1022 to 1023.
fn _exact_power(k: i32) -> f64 { return unbits(u64(u32(k + 1023)) << 52) }

/// The accumulator as an f64 when its smallest power of two is 2^least.
fn _exact_f64_from(acc: inout atomic i64[], least: i32) -> f64 {
    let below, m, lost, e = _exact_top(acc)
    let plus = acc[len(acc) - 2]
    let minus = acc[len(acc) - 1]
    // Rounded to 53 bits by the conversion; a subnormal result only by the last product, of the upper
    // 53 bits with the last one 1 where others are lost.
    let k = max(e + least, -4000)
    let small = k < -1085
    let odd = m >> 11 | u64((m & 0x7FF) != 0 || lost)
    let v = small ? f64(odd) : f64(m | u64(lost))
    let n = clamp(small ? k + 11 : k, -2044, 2046)
    let r = v * _exact_power(n >> 1) * _exact_power(n - (n >> 1))
    return plus != 0 && minus != 0 ? nan : plus != 0 ? inf : minus != 0 ? -inf : below ? -r : r
}

/// The same as an f32, by way of an f64 whose last bit is 1 where others are lost. The smallest power
/// is that of f32 or f64.
fn _exact_f32_from(acc: inout atomic i64[], least: i32) -> f32 {
    let below, m, lost, e = _exact_top(acc)
    let plus = acc[len(acc) - 2]
    let minus = acc[len(acc) - 1]
    let odd = m >> 11 | u64((m & 0x7FF) != 0 || lost)
    let r = f32(f64(odd) * _exact_power(clamp(e + 11 + least, -1022, 900)))
    return plus != 0 && minus != 0 ? nan : plus != 0 ? inf : minus != 0 ? -inf : below ? -r : r
}

/// An accumulator for f32, rounded to the nearest f32, ties to even; after a barrier.
fn exact_f32(acc: inout atomic i64[]) -> f32 { return _exact_f32_from(acc, -149) }

/// An accumulator for f64, rounded to the nearest f64, ties to even; after a barrier.
fn exact_f64(acc: inout atomic i64[]) -> f64 { return _exact_f64_from(acc, -1074) }

/// The sum of x. acc has EXACT_F32 words and is 0 before. The whole grid calls this together.
fn exact_sum(x: in f32[], acc: inout atomic i64[]) -> f32 {
    exact_add_all(x, acc)
    barrier grid
    return exact_f32(acc)
}

/// The same for f64, with EXACT_F64 words.
fn exact_sum_f64(x: in f64[], acc: inout atomic i64[]) -> f64 {
    exact_add_all_f64(x, acc)
    barrier grid
    return exact_f64(acc)
}

/// The dot product of x and y, with EXACT_F64 words; elements beyond the shorter one do not count.
fn exact_dot(x: in f32[], y: in f32[], acc: inout atomic i64[]) -> f32 {
    exact_add_products(x, y, acc)
    barrier grid
    return _exact_f32_from(acc, -1074)
}

/// The same for f64, with EXACT_DOT_F64 words.
fn exact_dot_f64(x: in f64[], y: in f64[], acc: inout atomic i64[]) -> f64 {
    _exact_add_products_f64(x, y, acc)
    barrier grid
    return _exact_f64_from(acc, -2148)
}
