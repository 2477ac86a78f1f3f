// Text as bytes: lines, tokens, UTF-8, numbers, and the structure of CSV and JSON.
//
// Functions over whole texts are made by all workgroups together: grid and workgroup have one axis. Call
// them where all invocations pass; they end with a barrier of the grid.
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
