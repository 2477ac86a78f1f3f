// Integer operations for machines whose own are undefined where the language's are not, or that lack
// them for 64 bits.

// ---- division ----
fn div_u32(a: u32, b: u32) -> u32 {
    let q = a / (b == 0 ? 1 : b)
    return b == 0 ? ~0 : q
}
fn rem_u32(a: u32, b: u32) -> u32 {
    let d = b == 0 ? 1 : b
    return a - a / d * d
}
fn ceil_div_u32(a: u32, b: u32) -> u32 {
    let d = b == 0 ? 1 : b
    let q = a / d
    return b == 0 ? ~0 : q + u32(a != q * d)
}
/// On sizes, so that no quotient overflows and nothing depends on how a machine rounds negative ones.
fn div_i32(a: i32, b: i32) -> i32 {
    let q = u32(abs(a)) / (b == 0 ? 1 : u32(abs(b)))
    return b == 0 ? 0 : i32((a ^ b) < 0 ? 0 - q : q)
}
fn rem_i32(a: i32, b: i32) -> i32 {
    let p = u32(abs(a))
    let d = b == 0 ? 1 : u32(abs(b))
    let r = p - p / d * d
    return i32(a < 0 ? 0 - r : r)
}

// ---- bits ----
fn popcount_u32(a: u32) -> u32 {
    let b = a - (a >> 1 & 0x55555555)
    let c = (b & 0x33333333) + (b >> 2 & 0x33333333)
    return (c + (c >> 4) & 0x0f0f0f0f) * 0x01010101 >> 24
}
fn clz_u32(a: u32) -> u32 {
    let b = a | a >> 1
    let c = b | b >> 2
    let d = c | c >> 4
    let e = d | d >> 8
    return 32 - popcount_u32(e | e >> 16)
}
fn ctz_u32(a: u32) -> u32 { return popcount_u32(~a & a - 1) }
fn reverse_u32(a: u32) -> u32 {
    let b = a >> 1 & 0x55555555 | (a & 0x55555555) << 1
    let c = b >> 2 & 0x33333333 | (b & 0x33333333) << 2
    let d = c >> 4 & 0x0f0f0f0f | (c & 0x0f0f0f0f) << 4
    let e = d >> 8 & 0x00ff00ff | (d & 0x00ff00ff) << 8
    return e >> 16 | e << 16
}
fn mulhi_u32(a: u32, b: u32) -> u32 {
    let m = (a >> 16) * (b & 0xffff) + ((a & 0xffff) * (b & 0xffff) >> 16)
    let n = (a & 0xffff) * (b >> 16) + (m & 0xffff)
    return (a >> 16) * (b >> 16) + (m >> 16) + (n >> 16)
}
fn popcount_i32(a: i32) -> i32 { return i32(popcount_u32(u32(a))) }
fn clz_i32(a: i32) -> i32 { return i32(clz_u32(u32(a))) }
fn ctz_i32(a: i32) -> i32 { return i32(ctz_u32(u32(a))) }
fn reverse_i32(a: i32) -> i32 { return i32(reverse_u32(u32(a))) }
fn mulhi_i32(a: i32, b: i32) -> i32 {
    return i32(mulhi_u32(u32(a), u32(b))) - (a < 0 ? b : 0) - (b < 0 ? a : 0)
}
