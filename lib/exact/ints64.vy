// 64-bit integer operations, from their halves.

fn low_word(a: u64) -> u32 { return u32(a) }
fn high_word(a: u64) -> u32 { return u32(a >> 32) }

fn div_u64(a: u64, b: u64) -> u64 {
    let q = a / (b == 0 ? 1 : b)
    return b == 0 ? ~0 : q
}
fn rem_u64(a: u64, b: u64) -> u64 {
    let d = b == 0 ? 1 : b
    return a - a / d * d
}
fn ceil_div_u64(a: u64, b: u64) -> u64 {
    let d = b == 0 ? 1 : b
    let q = a / d
    return b == 0 ? ~0 : q + u64(a != q * d)
}
fn div_i64(a: i64, b: i64) -> i64 {
    let q = u64(abs(a)) / (b == 0 ? 1 : u64(abs(b)))
    return b == 0 ? 0 : i64((a ^ b) < 0 ? 0 - q : q)
}
fn rem_i64(a: i64, b: i64) -> i64 {
    let p = u64(abs(a))
    let d = b == 0 ? 1 : u64(abs(b))
    let r = p - p / d * d
    return i64(a < 0 ? 0 - r : r)
}

fn popcount_u64(a: u64) -> u64 { return u64(popcount(low_word(a)) + popcount(high_word(a))) }
fn clz_u64(a: u64) -> u64 {
    let h = high_word(a)
    return u64(h == 0 ? 32 + clz(low_word(a)) : clz(h))
}
fn ctz_u64(a: u64) -> u64 {
    let l = low_word(a)
    return u64(l == 0 ? 32 + ctz(high_word(a)) : ctz(l))
}
fn reverse_u64(a: u64) -> u64 {
    return u64(reverse(low_word(a))) << 32 | u64(reverse(high_word(a)))
}
fn mulhi_u64(a: u64, b: u64) -> u64 {
    let m = (a >> 32) * (b & 0xffffffff) + ((a & 0xffffffff) * (b & 0xffffffff) >> 32)
    let n = (a & 0xffffffff) * (b >> 32) + (m & 0xffffffff)
    return (a >> 32) * (b >> 32) + (m >> 32) + (n >> 32)
}
fn popcount_i64(a: i64) -> i64 { return i64(popcount_u64(u64(a))) }
fn clz_i64(a: i64) -> i64 { return i64(clz_u64(u64(a))) }
fn ctz_i64(a: i64) -> i64 { return i64(ctz_u64(u64(a))) }
fn reverse_i64(a: i64) -> i64 { return i64(reverse_u64(u64(a))) }
fn mulhi_i64(a: i64, b: i64) -> i64 {
    return i64(mulhi_u64(u64(a), u64(b))) - (a < 0 ? b : 0) - (b < 0 ? a : 0)
}

/// For machines whose 64-bit integers are pairs of words: bit by bit, where words do not do.
fn div_u64_pairs(a: u64, b: u64) -> u64 {
    if b == 0 { return ~0 }
    if (high_word(a) | high_word(b)) == 0 { return u64(low_word(a) / low_word(b)) }
    let z = u32(clz_u64(a))
    var left = a << z
    var rest = 0u64
    var q = 0u64
    for i in z..64 {
        rest = rest << 1 | left >> 63 // before pass k it is below 2^k: nothing is lost
        left <<= 1
        let fits = rest >= b
        rest = fits ? rest - b : rest
        q = q << 1 | u64(fits)
    }
    return q
}
