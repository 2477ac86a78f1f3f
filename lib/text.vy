// Text as bytes: lines, tokens, UTF-8, numbers, and the structure of CSV and JSON.
//
// Functions over whole texts are made by all workgroups together: grid and workgroup have one axis. Call
// them where all invocations pass; they end with a barrier of the grid.
use "powers.vy"
use "scan.vy"

// ---- lines and tokens ----
/// The first byte of each line, in front of `start`; how many lines there are, also where there is no
/// room for all. A line ends behind its '\n' or with the text; a text without bytes has none.
fn text_lines(text: in u8[], start: inout u32[]) -> u32 {
    let first = scan_first(len(text), gid.x)
    let end = scan_first(len(text), gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(i == 0 || text[i - 1] == '\n') }
    let before, all = grid_before(mine, 0, (+))
    var to = before
    for i in first..end {
        if i == 0 || text[i - 1] == '\n' {
            start[to] = i
            to += 1
        }
    }
    barrier grid
    return all
}

/// The tokens: bytes next to each other that `inside` is true for. Their first places and lengths, in
/// front of `at` and `length`; how many there are, also where there is no room for all.
fn text_tokens(text: in u8[], at: inout u32[], length: inout u32[] @distinct, inside: fn(u32) -> bool) -> u32 {
    let first = scan_first(len(text), gid.x)
    let end = scan_first(len(text), gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(inside(text[i]) && !(i > 0 && inside(text[i - 1]))) }
    let before, all = grid_before(mine, 0, (+))
    var to = before
    for i in first..end {
        if inside(text[i]) && !(i > 0 && inside(text[i - 1])) {
            var last = i + 1
            while last < len(text) && inside(text[last]) { last += 1 }
            at[to] = i
            length[to] = last - i
            to += 1
        }
    }
    barrier grid
    return all
}

/// Whether i is 0 or behind a separator or a line end.
fn _behind(text: in u8[], separator: u32, i: u32) -> bool {
    let c = i > 0 ? text[i - 1] : '\n'
    return c == separator || c == '\n'
}

/// The fields of a text: what stands between separators, line ends and the ends of the text, empty ones
/// too, but none behind a line end that ends the text. A '\r' in front of a '\n' is part of the line end.
/// Their places and lengths, as of text_tokens().
fn text_fields(text: in u8[], separator: u32, at: inout u32[], length: inout u32[] @distinct) -> u32 {
    let n = len(text)
    let first = scan_first(n, gid.x)
    let end = scan_first(n, gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(_behind(text, separator, i)) }
    let before, all = grid_before(mine, 0, (+))
    var to = before
    for i in first..end {
        if _behind(text, separator, i) {
            var last = i
            while last < n && text[last] != separator && text[last] != '\n' { last += 1 }
            if last > i && last < n && text[last] == '\n' && text[last - 1] == '\r' { last -= 1 }
            at[to] = i
            length[to] = last - i
            to += 1
        }
    }
    // An empty one at the end.
    let more = n > 0 && text[n - 1] == separator
    each i in 0..u32(more) {
        at[all] = n
        length[all] = 0
    }
    barrier grid
    return all + u32(more)
}

// ---- UTF-8 ----
/// Bytes of the character that a byte begins; 0 for one that begins none.
fn _utf8_length(c: u32) -> u32 {
    if c < 0x80 { return 1 }
    if c < 0xC2 || c > 0xF4 { return 0 }
    return c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4
}

/// Whether byte i is where it may be: it begins a whole character, or belongs to one that begins before.
fn _utf8_fits(text: in u8[], i: u32) -> bool {
    let c = text[i]
    let size = _utf8_length(c)
    if c & 0xC0 == 0x80 {
        for back in 1..4 {
            if back > i { return false }
            let lead = text[i - back]
            if lead & 0xC0 != 0x80 { return _utf8_length(lead) > back }
        }
        return false
    }
    if size == 0 || i + size > len(text) { return false }
    for k in 1..size {
        if text[i + k] & 0xC0 != 0x80 { return false }
    }
    let next = text[i + 1]
    return !(c == 0xE0 && next < 0xA0 || c == 0xED && next > 0x9F || c == 0xF0 && next < 0x90 || c == 0xF4 && next > 0x8F)
}

/// The first byte that is not part of a character of UTF-8; len(text) where all are.
fn utf8_end(text: in u8[]) -> u32 {
    var first = len(text)
    each i in 0..len(text) {
        if text[i] >= 0x80 && i < first && !_utf8_fits(text, i) { first = i }
    }
    return grid_min(first)
}

// ---- numbers ----
/// The number that `length` decimal digits from `at` on are, and whether they are: at least one, and
/// nothing else, of a number below 2^64.
fn text_u64(text: in u8[], at: u32, length: u32) -> u64, bool {
    var v = 0u64
    var good = length > 0 && at + length <= len(text)
    for i in at..at + length {
        let digit = text[i] - '0'
        if digit > 9 || v > 1844674407370955161 || v == 1844674407370955161 && digit > 5 { good = false }
        v = v * 10 + u64(digit)
    }
    return good ? v : 0, good
}

/// The same with a sign in front or none, from -2^63 to 2^63 - 1.
fn text_i64(text: in u8[], at: u32, length: u32) -> i64, bool {
    let sign = length > 0 && (text[at] == '-' || text[at] == '+')
    let minus = sign && text[at] == '-'
    let v, good = text_u64(text, at + u32(sign), length - u32(sign))
    let fits = good && v <= (minus ? 1u64 << 63 : ~0u64 >> 1)
    return fits ? (minus ? -i64(v) : i64(v)) : 0, fits
}

/// How many decimal digits a number has.
fn text_digits(v: u64) -> u32 {
    var digits = 1
    var rest = v
    while rest > 9 {
        rest /= 10
        digits += 1
    }
    return digits
}

/// Writes a number from `at` on; how many digits that are.
fn text_put(text: inout u8[], at: u32, v: u64) -> u32 {
    let digits = text_digits(v)
    var rest = v
    for k in 0..digits {
        text[at + digits - 1 - k] = '0' + u32(rest % 10)
        rest /= 10
    }
    return digits
}

// ---- floats ----
const _LEAST_POWER = -342       // of 10, in powers.vy

// Bits of the fraction, and what is added to exponents, in f64 and in f32.
fn _fraction(wide: bool) -> u32 { return wide ? 52 : 23 }
fn _bias(wide: bool) -> i32 { return wide ? 1023 : 127 }

/// The bits of the float nearest to w * 10^q, by Eisel's and Lemire's method: 128 bits of the power are
/// enough to round every w correctly.
fn _nearest(w: u64, q: i32, wide: bool) -> u64 {
    let size = _fraction(wide)
    let least = wide ? -4 : -17
    let most = wide ? 23i32 : 10
    let inf_exponent = 2 * _bias(wide) + 1
    if w == 0 || q < _LEAST_POWER { return 0 }
    if q > 308 { return u64(inf_exponent) << size }
    let at = u32(q - _LEAST_POWER) * 2
    let zeros = clz(w)
    let scaled = w << zeros
    var high = mulhi(scaled, POWERS[at])
    var low = scaled * POWERS[at]
    let rest = ~0u64 >> size + 3
    if high & rest == rest {
        let more = mulhi(scaled, POWERS[at + 1])
        low += more
        if low < more { high += 1 }
    }
    let upper = u32(high >> 63)
    let shift = upper + 61 - size
    var m = high >> shift
    var exponent = (217706 * q >> 16) + 63 + i32(upper) - i32(zeros) + _bias(wide)
    if exponent <= 0 {
        if 1 - exponent >= 64 { return 0 }
        m >>= u32(1 - exponent)
        return m + (m & 1) >> 1             // which may become the least normal number
    }
    if low <= 1 && q >= least && q <= most && m & 3 == 1 && m << shift == high { m &= ~1u64 }
    m = m + (m & 1) >> 1
    if m >= 2u64 << size {
        m >>= 1
        exponent += 1
    }
    if exponent >= inf_exponent { return u64(inf_exponent) << size }
    return (u64(exponent) << size) + (m - (1u64 << size))
}

/// Digit k of a number in text: `point` is the place of its point, or its end, `first` that of its first
/// digit that is not 0. What stands behind its digits is 0.
fn _digit_at(text: in u8[], first: u32, point: u32, end: u32, k: u32) -> u32 {
    var i = first + k
    if first < point && i >= point { i += 1 }
    return i < end ? text[i] - '0' : 0
}

/// Whether the digits of a number are above, at or below the middle between a float and the next one: 1, 0,
/// -1. `whole` digits stand before the point; where that is below 0, there are zeros behind the point first.
fn _beside_middle(text: in u8[], first: u32, point: u32, end: u32, digits: u32, whole: i32, low: u64, wide: bool) -> i32 {
    let size = _fraction(wide)
    let field = low >> size
    let fraction = low & (1u64 << size) - 1
    // The middle is m * 2^p.
    let m = (fraction | (field == 0 ? 0 : 1u64 << size)) * 2 + 1
    let p = i32(max(field, 1)) - _bias(wide) - i32(size) - 1
    var word : u32[36]
    if p >= 0 {
        // Both as whole numbers.
        for k in 0..u32(max(whole, 0)) {
            var carry = u64(_digit_at(text, first, point, end, k))
            for j in 0..36 {
                carry += u64(word[j]) * 10
                word[j] = u32(carry)
                carry >>= 32
            }
        }
        let at = u32(p) / 32
        let shift = u32(p) % 32
        for back in 0..36 {
            let j = 35 - back
            var bits = 0u32
            if j >= at && j - at < 3 {
                let part = j - at
                bits = part == 0 ? u32(m << shift) : part == 1 ? u32((m << shift) >> 32) : shift == 0 ? 0 : u32(m >> 64 - shift)
            }
            if word[j] != bits { return word[j] > bits ? 1 : -1 }
        }
        for k in u32(max(whole, 0))..digits {
            if _digit_at(text, first, point, end, k) != 0 { return 1 }
        }
        return 0
    }
    // The whole parts, then digit by digit of what is behind the point: `word` has the middle's bits
    // there, from 2^-1152 on.
    let down = u32(-p)
    let above = down < 64 ? m >> down : 0
    var own = 0u64
    for k in 0..u32(max(whole, 0)) { own = own * 10 + u64(_digit_at(text, first, point, end, k)) }
    if own != above { return own > above ? 1 : -1 }
    let behind = down < 64 ? m & (1u64 << down) - 1 : m
    let from = 1152 - down
    let shift = from % 32
    word[from / 32] = u32(behind << shift)
    if from / 32 + 1 < 36 { word[from / 32 + 1] = u32((behind << shift) >> 32) }
    if from / 32 + 2 < 36 && shift > 0 { word[from / 32 + 2] = u32(behind >> 64 - shift) }
    var k = whole
    var left = true
    while left || k < i32(digits) {
        var carry = 0u64
        left = false
        for j in 0..36 {
            carry += u64(word[j]) * 10
            word[j] = u32(carry)
            left = left || word[j] != 0
            carry >>= 32
        }
        let digit = k < 0 ? 0 : _digit_at(text, first, point, end, u32(k))
        if digit != u32(carry) { return digit > u32(carry) ? 1 : -1 }
        k += 1
    }
    return 0
}

fn _is_word(text: in u8[], at: u32, end: u32, word: in u8[]) -> bool {
    if end - at != len(word) { return false }
    for i in 0..len(word) {
        if text[at + i] | 32 != word[i] { return false }
    }
    return true
}
const _INF      : u8[3] = ['i', 'n', 'f']
const _INFINITY : u8[8] = ['i', 'n', 'f', 'i', 'n', 'i', 't', 'y']
const _NAN      : u8[3] = ['n', 'a', 'n']

/// The bits of the float that a text is, and whether it is one.
fn _float_bits(text: in u8[], at: u32, length: u32, wide: bool) -> u64, bool {
    let size = _fraction(wide)
    let end = at + length
    if length == 0 || end < at || end > len(text) { return 0, false }
    let sign = u64(text[at] == '-') << (wide ? 63 : 31)
    var i = at + u32(text[at] == '-' || text[at] == '+')
    let inf_bits = u64(2 * _bias(wide) + 1) << size
    if _is_word(text, i, end, _INF) || _is_word(text, i, end, _INFINITY) { return sign | inf_bits, true }
    if _is_word(text, i, end, _NAN) { return inf_bits | 1u64 << size - 1, true }
    // Digits: up to 19 from the first that is not 0 make up w; `first` is its place.
    var w = 0u64
    var kept = 0
    var digits = 0              // from the first that is not 0
    var whole = 0               // of these, in front of the point
    var zeros = 0               // between the point and the first one
    var any = false
    var more = false            // one behind those kept is not 0
    var first = end
    var point = end
    var seen = false
    while i < end && (text[i] - '0' < 10 || text[i] == '.' && !seen) {
        if text[i] == '.' {
            seen = true
            point = i
        } else {
            let digit = text[i] - '0'
            any = true
            if digit != 0 && first == end { first = i }
            if first != end {
                digits += 1
                if !seen { whole += 1 }
                if kept < 19 {
                    w = w * 10 + u64(digit)
                    kept += 1
                } else {
                    more = more || digit != 0
                }
            } else if seen {
                zeros += 1
            }
        }
        i += 1
    }
    let last = i
    if !seen { point = last }
    if !any { return 0, false }
    var exponent = 0i32
    if i < end {
        if text[i] | 32 != 'e' { return 0, false }
        i += 1
        let minus = i < end && text[i] == '-'
        if i < end && (text[i] == '-' || text[i] == '+') { i += 1 }
        if i == end { return 0, false }
        while i < end {
            let digit = text[i] - '0'
            if digit > 9 { return 0, false }
            exponent = min(exponent * 10 + i32(digit), 99999999)
            i += 1
        }
        if minus { exponent = -exponent }
    }
    // Digits in front of the point, were it moved by the exponent; w has `kept` of them.
    let before = (first < point ? i64(whole) : -i64(zeros)) + i64(exponent)
    let q = i32(clamp(before - i64(kept), -100000, 100000))
    let low = _nearest(w, q, wide)
    if more && low < inf_bits && _nearest(w + 1, q, wide) != low {
        let side = _beside_middle(text, first, point, last, digits, i32(before), low, wide)
        return sign | low + u64(side > 0 || side == 0 && low & 1 == 1), true
    }
    return sign | low, true
}

/// The f64 nearest to the decimal number that `length` bytes from `at` on are, ties to even, and whether
/// they are one: digits with a point or none, a sign in front or none, e and an exponent behind or none;
/// or inf, infinity or nan, in letters of any case. What is too large is inf.
fn text_f64(text: in u8[], at: u32, length: u32) -> f64, bool {
    let v, good = _float_bits(text, at, length, true)
    return unbits(v), good
}

/// The same for f32, rounded once.
fn text_f32(text: in u8[], at: u32, length: u32) -> f32, bool {
    let v, good = _float_bits(text, at, length, false)
    return unbits(u32(v)), good
}

/// The upper 64 bits of a product with 128 bits of a power of ten, the last one set where bits are lost.
fn _round_to_odd(high: u64, low: u64, v: u64) -> u64 {
    let carry = mulhi(low, v)
    let middle = high * v + carry
    return mulhi(high, v) + u64(middle < carry) | u64(middle > 1)
}

/// The shortest decimal number d * 10^k from which a float comes back, of these the nearest to it, by
/// Giulietti's method (Schubfach). The float is not 0.
fn _shortest(b: u64, wide: bool) -> u64, i32 {
    let size = _fraction(wide)
    let field = b >> size
    let fraction = b & (1u64 << size) - 1
    let c = field == 0 ? fraction : fraction | 1u64 << size
    let q = i32(max(field, 1)) - _bias(wide) - i32(size)
    // A power of two is nearer to the float below it.
    let closer = fraction == 0 && field > 1
    let k = q * 1262611 - (closer ? 524031 : 0) >> 22
    let h = u32(q + (-k * 1741647 >> 19) + 1)
    let at = u32(-k - _LEAST_POWER) * 2
    // Rounded up.
    let up = u64(-k > 55)
    let power = POWERS[at] + u64(POWERS[at + 1] + up < up)
    let power_low = POWERS[at + 1] + up
    let odd = c & 1
    let least = _round_to_odd(power, power_low, 4 * c - 2 + u64(closer) << h) + odd
    let here = _round_to_odd(power, power_low, 4 * c << h)
    let most = _round_to_odd(power, power_low, 4 * c + 2 << h) - odd
    let s = here >> 2
    if s >= 10 {
        let tens = s / 10
        let below = least <= 40 * tens
        let above = 40 * tens + 40 <= most
        if below != above { return tens + u64(above), k + 1 }
    }
    let below = least <= 4 * s
    let above = 4 * s + 4 <= most
    if below != above { return s + u64(above), k }
    return s + u64(here > 4 * s + 2 || here == 4 * s + 2 && s & 1 == 1), k
}

fn _put_word(text: inout u8[], at: u32, word: in u8[]) -> u32 {
    for i in 0..len(word) { text[at + i] = word[i] }
    return len(word)
}

/// Writes a float without its sign.
fn _put_float(text: inout u8[], at: u32, b: u64, wide: bool) -> u32 {
    let size = _fraction(wide)
    let inf_bits = u64(2 * _bias(wide) + 1) << size
    if b == inf_bits { return _put_word(text, at, _INF) }
    if b > inf_bits { return _put_word(text, at, _NAN) }
    if b == 0 {
        text[at] = '0'
        return 1
    }
    let found, power = _shortest(b, wide)
    var d = found
    var k = power
    while d % 10 == 0 {
        d /= 10
        k += 1
    }
    let digits = text_digits(d)
    let whole = i32(digits) + k         // digits in front of the point
    if whole > 17 || whole < -3 {
        // d.ddde-xx
        var to = at + text_put(text, at + 1, d) + 1
        text[at] = text[at + 1]
        text[at + 1] = '.'
        if digits == 1 { to = at + 1 }
        text[to] = 'e'
        if whole < 1 { text[to + 1] = '-' }
        to += 1 + u32(whole < 1)
        return to + text_put(text, to, u64(abs(whole - 1))) - at
    }
    if whole <= 0 {
        text[at] = '0'
        text[at + 1] = '.'
        for i in 0..u32(-whole) { text[at + 2 + i] = '0' }
        return 2 + u32(-whole) + text_put(text, at + 2 + u32(-whole), d)
    }
    if k >= 0 {
        for i in 0..u32(k) { text[at + digits + i] = '0' }
        return text_put(text, at, d) + u32(k)
    }
    let put = text_put(text, at + 1, d)
    for i in 0..u32(whole) { text[at + i] = text[at + i + 1] }
    text[at + u32(whole)] = '.'
    return put + 1
}

/// Writes the shortest number from which text_f64() makes the same f64, of these the nearest to it, at most
/// 24 bytes; how many bytes that are. From 1e-4 up to 1e17 there is no exponent.
fn text_put_f64(text: inout u8[], at: u32, v: f64) -> u32 {
    let minus = u32(bits(v) >> 63)
    if minus == 1 { text[at] = '-' }
    return minus + _put_float(text, at + minus, bits(v) & ~0u64 >> 1, true)
}

/// The same for f32 and text_f32(), at most 18 bytes.
fn text_put_f32(text: inout u8[], at: u32, v: f32) -> u32 {
    let minus = bits(v) >> 31
    if minus == 1 { text[at] = '-' }
    return minus + _put_float(text, at + minus, u64(bits(v) & ~0u32 >> 1), false)
}

// ---- structure ----
/// For each byte of CSV, or of what else doubles quotes within quotes, whether it stands within quotes:
/// 1 from a quote that opens to the byte before the one that closes.
fn text_quoted(text: in u8[], quote: u32, quoted: inout u8[] @distinct) {
    let first = scan_first(len(text), gid.x)
    let end = scan_first(len(text), gid.x + 1)
    var mine = 0
    for i in first..end { mine ^= u32(text[i] == quote) }
    let before, all = grid_before(mine, 0, (^))
    var state = before
    for i in first..end {
        state ^= u32(text[i] == quote)
        quoted[i] = state
    }
    barrier grid
}

/// Whether byte i is a quote of JSON that an odd number of backslashes does not precede.
fn _json_quote(text: in u8[], i: u32) -> bool {
    if text[i] != '"' { return false }
    var slashes = 0
    while slashes < i && text[i - 1 - slashes] == '\\' { slashes += 1 }
    return slashes % 2 == 0
}

/// For each byte of JSON whether it stands within a string, as text_quoted(), and how many brackets and
/// braces outside of strings are open before it. Gives how many are open at the end.
fn json_structure(text: in u8[], quoted: inout u8[] @distinct, depth: inout i32[] @distinct) -> i32 {
    let first = scan_first(len(text), gid.x)
    let end = scan_first(len(text), gid.x + 1)
    var quotes = 0
    for i in first..end { quotes ^= u32(_json_quote(text, i)) }
    let within, all_quotes = grid_before(quotes, 0, (^))
    var state = within
    var opened = 0i32
    for i in first..end {
        let c = text[i] | 0x20
        state ^= u32(_json_quote(text, i))
        quoted[i] = state
        if state == 0 { opened += i32(c == '{') - i32(c == '}') }
    }
    let before, open = grid_before(opened, 0, (+))
    var now = before
    for i in first..end {
        let c = text[i] | 0x20
        depth[i] = now
        if quoted[i] == 0 { now += i32(c == '{') - i32(c == '}') }
    }
    barrier grid
    return open
}
