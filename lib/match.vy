// Where patterns occur in a text: many words at once, regular expressions, and automata given as tables.
//
// These functions are made by all workgroups together: grid and workgroup have one axis, and a workgroup
// at most 256 invocations, whole subgroups if it is to be fast. Call them where all invocations pass;
// they begin and end with a barrier of the grid. Occurrences may overlap, and empty ones do not count.
//
// An automaton seems to need the bytes one after the other. Here each invocation takes a chunk of the
// text before the state in which the chunk begins is known, finds the end of the chunk as a function of
// its beginning, and the functions of all chunks, applied in turn, give the states. That is cheap since
// the states of most automata soon run together: what happens in a chunk hardly depends on what came
// before it.
use "scan.vy"
use "search.vy"
use "sort.vy"

/// The part of `count` things that one of `parts` takes: the first, and the end.
fn _part_of(count: u32, part: u32, parts: u32) -> u32, u32 {
    let size = max(ceil_div(count, parts), 1)
    let first = part > count / size ? count : part * size
    return first, count - first < size ? count : first + size
}

// ---- many words ----
const _FILTER = 18          // bits of a hash: 32 KiB of bits, which a near cache holds
const _PREFIX = 4           // bytes of a word that the hash is of, at most

/// The hash of the first `size` bytes, at most four, of `window`.
fn _word_hash(window: u32, size: u32) -> u32 {
    return ((window & ~0u32 >> 32 - 8 * size) * 0x9E37_79B1 + size * 0x85EB_CA6B) >> 32 - _FILTER
}

/// Whether words may begin with the first bytes of a window. Bit s of `sizes` says that there are words of
/// s bytes; s is 4 for longer ones.
fn _may_begin(window: u32, filter: in u32[], sizes: u32) -> bool {
    let hash = _word_hash(window, _PREFIX)
    var may = filter[hash >> 5] >> (hash & 31) & 1
    if sizes & 0xF != 0 {
        for size in 1..4 {
            let short = _word_hash(window, size)
            may |= filter[short >> 5] >> (short & 31) & sizes >> size & 1
        }
    }
    return may == 1
}

/// How many words begin at byte i. With `put` these go into `which` and `at` from `place` on.
fn _words_at(text: in u8[], words: in u8[], first: in u32[], key: in u64[], order: in u32[], sizes: u32, i: u32, place: u32, which: inout u32[], at: inout u32[], put: bool) -> u32 {
    var found = 0
    for size in 1..5 {
        let least = u64(_word_hash(u32_at(text, i), size)) << 32
        let most = least | (size == _PREFIX ? 0xFFFF_FFFF : u64(size))
        var r = sizes >> size & 1 == 1 ? lower_bound(key, least | u64(size)) : len(key)
        while r < len(key) && key[r] <= most {
            let length = u32(key[r])
            let from = first[order[r]]
            var same = length <= len(text) - i ? 0 : length + 1
            while same < length && text[i + same] == words[from + same] { same += 1 }
            if same == length {
                if put {
                    which[place + found] = order[r]
                    at[place + found] = i
                }
                found += 1
            }
            r += 1
        }
    }
    return found
}

/// Sets a bit for each place where words begin, 32 places to an element of `hits`; how many do.
fn _mark_words(text: in u8[], words: in u8[], first: in u32[], key: in u64[], order: in u32[], filter: in u32[], sizes: u32, which: inout u32[], at: inout u32[], hits: inout u32[], begin: u32, end: u32) -> u32 {
    var found = 0
    for w in begin..end {
        var seen = 0
        for k in 0..32 step 4 {
            let window = u64_at(text, 32 * w + k)
            for b in 0..4 { seen |= u32(_may_begin(u32(window >> 8 * b), filter, sizes)) << k + b }
        }
        if 32 * w + 32 > len(text) { seen &= ~0u32 >> 32 * w + 32 - len(text) }
        var rest = seen
        while rest != 0 {
            let here = _words_at(text, words, first, key, order, sizes, 32 * w + ctz(rest), 0, which, at, false)
            found += here
            if here == 0 { seen &= ~(rest & -rest) }
            rest &= rest - 1
        }
        hits[w] = seen
    }
    return found
}

/// Puts these words into the rows from `place` on.
fn _put_words(text: in u8[], words: in u8[], first: in u32[], key: in u64[], order: in u32[], sizes: u32, which: inout u32[], at: inout u32[], hits: in u32[], begin: u32, end: u32, place: u32) {
    var to = place
    for w in begin..end {
        var rest = hits[w]
        while rest != 0 {
            to += _words_at(text, words, first, key, order, sizes, 32 * w + ctz(rest), to, which, at, true)
            rest &= rest - 1
        }
    }
}

/// Finds words in a text: word w is words[first[w]] up to words[first[w + 1]], so that `first` has one
/// element more than there are words. The word of each occurrence in front of `which`, and where it
/// begins in front of `at`, in the order of their places; at one place shorter words come first, then
/// words with lower numbers. How many there are, also where there is no room for all.
fn match_words(text: in u8[], words: in u8[], first: in u32[], which: inout u32[], at: inout u32[]) -> u32 {
    scratch key : u64[len(first)]
    scratch order : u32[len(first)]
    scratch bit : atomic u32[1 << _FILTER - 5]
    scratch filter : u32[1 << _FILTER - 5]
    scratch hits : u32[ceil_div(len(text), 32)]
    let n = len(text)
    let count = len(first) - min(len(first), 1)
    barrier grid
    for b in gid.x..len(bit) step grid_size.x { bit[b] = 0 }
    barrier grid
    // Words in the order of the hashes of their first bytes, and a bit for each hash that occurs.
    var mine = 0
    for w in gid.x..count step grid_size.x {
        let from = first[w]
        let end = min(first[w + 1], len(words))
        order[w] = w
        key[w] = ~0
        if from < end {
            let size = min(end - from, _PREFIX)
            let hash = _word_hash(u32_at(words, from), size)
            key[w] = u64(hash) << 32 | u64(end - from)
            bit[hash >> 5] |= 1 << hash % 32
            mine |= 1 << size
        }
    }
    let sizes = grid_or(mine)
    sort_pairs(key[0..count], order[0..count])
    for b in gid.x..len(bit) step grid_size.x { filter[b] = bit[b] }
    barrier grid
    // First a bit for each place where words begin, and a scan over the grid of how many do; then the rows.
    let begin, end = _part_of(len(hits), wid.x, workgroups.x)
    let own, own_end = _part_of(len(hits), gid.x, grid_size.x)
    mine = 0
    if concurrent == 0 {
        if lid.x == 0 { mine = _mark_words(text, words, first, key[0..count], order, filter, sizes, which, at, hits, begin, end) }
    } else {
        mine = _mark_words(text, words, first, key[0..count], order, filter, sizes, which, at, hits, own, own_end)
    }
    let before, all = grid_before(mine, 0, (+))
    if concurrent == 0 {
        if lid.x == 0 { _put_words(text, words, first, key[0..count], order, sizes, which, at, hits, begin, end, before) }
    } else {
        _put_words(text, words, first, key[0..count], order, sizes, which, at, hits, own, own_end, before)
    }
    barrier grid
    return all
}

// ---- what automata have in common ----
// A chunk's row of a table is what the chunk makes of each state. The last word of a row is 0 where that
// is the same for all states, and then stands in the word before; the other words are not set.

/// What the chunks from `first` up to `end` make of a state.
fn _through[T: int](table: in T[], stride: u32, first: u32, end: u32, begin: T, apply: fn(in T[], u32, T) -> T) -> T {
    var state = begin
    for k in first..end {
        let row = k * stride
        if table[row + stride - 1] == 0 { state = table[row + stride - 2] } else { state = apply(table, row, state) }
    }
    return state
}

/// The state in which this invocation's chunk begins, where the text begins in `begin`. Behind the rows
/// of all chunks the table has room for a row of each workgroup. `key` gives the state of a word.
fn _begins_in[T: int](table: inout T[], stride: u32, begin: T, key: fn(u32) -> T, apply: fn(in T[], u32, T) -> T) -> T {
    scratch group : T[workgroups.x]
    scratch own : T[workgroups.x * workgroup_size.x]
    let size = concurrent == 0 ? 1 : workgroup_size.x
    let chunks = size * workgroups.x
    let first = wid.x * size
    barrier grid
    for q in lid.x..stride - 1 step workgroup_size.x {
        table[(chunks + wid.x) * stride + q] = _through(table, stride, first, first + size, key(q), apply)
    }
    if lid.x == 0 { table[(chunks + wid.x) * stride + stride - 1] = 1 }
    barrier grid
    if gid.x == 0 {
        var state = begin
        for g in 0..workgroups.x {
            group[g] = state
            state = _through(table, stride, chunks + g, chunks + g + 1, state, apply)
        }
    }
    barrier grid
    if lid.x == 0 {
        var state = group[wid.x]
        for k in first..first + size {
            own[k] = state
            state = _through(table, stride, k, k + 1, state, apply)
        }
    }
    barrier grid
    return own[first + min(lid.x, size - 1)]
}

/// Puts the ends of matches in front of `at`: the place behind the last byte of each. `hits` has a bit
/// for each last byte. How many there are.
fn _put_ends(hits: in u32[], at: inout u32[]) -> u32 {
    barrier grid
    let first, end = scan_part(len(hits))
    var mine = 0
    for w in first..end { mine += popcount(hits[w]) }
    let before, all = grid_before(mine, 0, (+))
    var place = before
    for w in first..end {
        var rest = hits[w]
        while rest != 0 {
            at[place] = 32 * w + ctz(rest) + 1
            place += 1
            rest &= rest - 1
        }
    }
    barrier grid
    return all
}

// ---- automata given as tables ----
fn _state_key(q: u32) -> u32 { return q << 8 }
fn _state_apply(table: in u32[], row: u32, state: u32) -> u32 { return table[row + (state >> 8)] }

/// From one state: notes the state after each byte, or a bit where it accepts. Gives the last one.
fn _one_state[M: int](text: in u8[], step_of: in u32[], accepts: in bool[], first: u32, begin: u32, end: u32, state: inout M[], hits: inout u32[], bits: bool) -> u32 {
    var s = first
    for i in begin..end {
        s = step_of[s + text[i]]
        if bits {
            if accepts[s >> 8] { hits[i / 32] |= 1 << i % 32 }
        } else {
            state[i] = M(s >> 8)
        }
    }
    return s
}

/// A chunk from every state at once: the states that are left, `live`, step together, and those that have
/// become equal are made one from time to time. Where only one is left, its way is noted. Fills the
/// chunk's row; the place from which on the way is noted.
fn _all_states[M: int](text: in u8[], step_of: in u32[], accepts: in bool[], table: inout u32[], live: inout u32[], mark: inout u32[], same: inout u32[], number: u32, begin: u32, end: u32, state: inout M[], hits: inout u32[], bits: bool) -> u32 {
    let states = len(step_of) / 256
    let row = number * (states + 1)
    let base = number * states
    for q in 0..states {
        live[base + q] = q << 8
        table[row + q] = q
    }
    var count = states
    var i = begin
    var until = begin
    while i < end && count > 1 {
        let c = text[i]
        for k in base..base + count { live[k] = step_of[live[k] + c] }
        i += 1
        if i > until || i == end {
            until = i + min(i - begin, 64)
            var left = 0
            for k in 0..count {
                let s = live[base + k]
                let m = mark[base + (s >> 8)]
                if m < left && live[base + m] == s {
                    same[base + k] = m
                } else {
                    live[base + left] = s
                    mark[base + (s >> 8)] = left
                    same[base + k] = left
                    left += 1
                }
            }
            if left < count {
                for q in row..row + states { table[q] = same[base + table[q]] }
            }
            count = left
        }
    }
    if count == 1 {
        table[row + states - 1] = _one_state(text, step_of, accepts, live[base], i, end, state, hits, bits)
        table[row + states] = 0
    } else {
        for q in row..row + states { table[q] = live[base + table[q]] }
        table[row + states] = 1
    }
    return i
}

fn _run_states[N: int, M: int](text: in u8[], next: in N[], begin: u32, accepts: in bool[], state: inout M[], hits: inout u32[], bits: bool) {
    scratch step_of : u32[len(next)]
    scratch table : u32[(workgroups.x * workgroup_size.x + workgroups.x) * (len(next) / 256 + 1)]
    scratch live : u32[workgroups.x * workgroup_size.x * (len(next) / 256)]
    scratch mark : u32[workgroups.x * workgroup_size.x * (len(next) / 256)]
    scratch same : u32[workgroups.x * workgroup_size.x * (len(next) / 256)]
    let states = len(next) / 256
    let n = len(text)
    barrier grid
    // States in steps of 256, each that does not exist being state 0.
    for k in gid.x..len(next) step grid_size.x {
        let to = u64(next[k])
        step_of[k] = to < u64(states) ? u32(to) << 8 : 0
    }
    if bits {
        for w in gid.x..len(hits) step grid_size.x { hits[w] = 0 }
    }
    barrier grid
    if states > 0 {
        let first, end = _part_of(ceil_div(n, 32), wid.x, workgroups.x)
        let own, own_end = _part_of(ceil_div(n, 32), gid.x, grid_size.x)
        var known = 0
        if concurrent == 0 {
            if lid.x == 0 { known = _all_states(text, step_of[0..256 * states], accepts, table, live, mark, same, wid.x, 32 * first, min(32 * end, n), state, hits, bits) }
        } else {
            known = _all_states(text, step_of[0..256 * states], accepts, table, live, mark, same, gid.x, 32 * own, min(32 * own_end, n), state, hits, bits)
        }
        let s = _begins_in(table, states + 1, begin < states ? begin << 8 : 0, _state_key, _state_apply)
        if concurrent == 0 {
            if lid.x == 0 { let last = _one_state(text, step_of[0..256 * states], accepts, s, 32 * first, known, state, hits, bits) }
        } else {
            let last = _one_state(text, step_of[0..256 * states], accepts, s, 32 * own, known, state, hits, bits)
        }
    }
    barrier grid
}

/// Runs an automaton over a text: next[256 * s + c] is the state that follows state s at byte c. state[i]
/// becomes that behind byte i, `begin` being the one before the first byte. A state that does not exist is
/// state 0; an automaton without states writes nothing.
fn match_states[N: int, M: int](text: in u8[], next: in N[], begin: u32, state: inout M[]) {
    var none : bool[1]
    var bits : u32[1]
    _run_states(text, next, begin, none, state, bits, false)
}

/// Runs the same automaton and puts in front of `at` the places behind bytes after which its state is one
/// that `accepts` is true for, ascending. How many there are, also where there is no room for all.
fn match_automaton[N: int](text: in u8[], next: in N[], begin: u32, accepts: in bool[], at: inout u32[]) -> u32 {
    scratch hits : u32[ceil_div(len(text), 32)]
    var none : u32[1]
    _run_states(text, next, begin, accepts, none, hits, true)
    return _put_ends(hits, at)
}

// ---- regular expressions ----
// Glushkov's automaton: a state is the place of a byte in the expression, a set of them a u64. The table
// has for each byte the places that take it, and for each place those that may follow it.
/// Words of an automaton.
const REGEX_WORDS = 328
const _FOLLOW     = 256     // for each place
const _FIRST      = 320     // where a match begins
const _LAST       = 321     // where one ends
const _NEXT       = 322     // places that the next one may follow
const _AGAIN      = 323     // places that may follow themselves
const _OTHERS     = 324     // places that others may follow
const _AT_BEGIN   = 325     // 1: matches begin where lines do
const _AT_END     = 326     // 1: matches end where lines do
const _GOOD       = 327

fn _lead(nfa: inout u64[], last: u64, first: u64) {
    var rest = last
    while rest != 0 {
        nfa[_FOLLOW + u32(ctz(rest))] |= first
        rest &= rest - 1
    }
}

fn _hex(c: u32) -> u32 { return c - '0' < 10 ? c - '0' : (c | 32) - 'a' < 6 ? (c | 32) - 'a' + 10 : 99 }

/// What stands behind a backslash at i: a byte, or 256 and the letter of a class, 999 where it means
/// nothing; and the place behind it.
fn _escaped(pattern: in u8[], i: u32) -> u32, u32 {
    let c = i < len(pattern) ? pattern[i] : 0
    if c == 'n' { return '\n', i + 1 }
    if c == 't' { return '\t', i + 1 }
    if c == 'r' { return '\r', i + 1 }
    if c == 'x' {
        let v = i + 2 < len(pattern) ? _hex(pattern[i + 1]) * 16 + _hex(pattern[i + 2]) : 999
        return v < 256 ? v : 999, i + 3
    }
    let kind = c | 32
    if kind == 'd' || kind == 'w' || kind == 's' { return 256 + c, i + 1 }
    return kind - 'a' < 26 || c - '0' < 10 || i >= len(pattern) ? 999 : c, i + 1
}

/// Lets a place take the bytes from low to high, or those of a class where low is above 255.
fn _take(nfa: inout u64[], place: u64, low: u32, high: u32) {
    let kind = low - 256 | 32
    for c in 0..256 {
        let digit = c - '0' < 10
        let word = digit || (c | 32) - 'a' < 26 || c == '_'
        let within = kind == 'd' ? digit : kind == 'w' ? word : c == ' ' || c - 9 < 5
        if low < 256 ? c >= low && c <= high : within == (low & 32 != 0) { nfa[c] |= place }
    }
}

/// The bytes between brackets, the first of which is at i. The place behind; 0 where that is no class.
fn _class(pattern: in u8[], first: u32, end: u32, nfa: inout u64[], place: u64) -> u32 {
    let negated = pattern[first] == '^'
    let begin = first + u32(negated)
    var i = begin
    while i < end && (pattern[i] != ']' || i == begin) {
        var low = pattern[i]
        i += 1
        if low == '\\' {
            let v, behind = _escaped(pattern, i)
            low = v
            i = behind
        }
        var high = low
        if i + 1 < end && pattern[i] == '-' && pattern[i + 1] != ']' {
            high = pattern[i + 1]
            i += 2
            if high == '\\' {
                let v, behind = _escaped(pattern, i)
                high = v
                i = behind
            }
            if low > 255 || high > 255 || high < low { return 0 }
        }
        if low == 999 { return 0 }
        _take(nfa, place, low, high)
    }
    if negated {
        for c in 0..256 { nfa[c] ^= place }
    }
    return i < end ? i + 1 : 0
}

/// Makes the automaton, in one invocation.
fn _compile(pattern: in u8[], nfa: inout u64[]) -> bool {
    var choice_first : u64[17]      // of the alternatives so far, in each pair of parentheses
    var choice_last : u64[17]
    var choice_empty : bool[17]
    var row_first : u64[17]         // of what stands in a row
    var row_last : u64[17]
    var row_empty : bool[17]
    var first = 0u64                // of what a '*' behind it would repeat
    var last = 0u64
    var empty = false
    var has = false
    var depth = 0
    var places = 0
    var i = u32(len(pattern) > 0 && pattern[0] == '^')
    var end = len(pattern)
    for k in 0..REGEX_WORDS { nfa[k] = 0 }
    nfa[_AT_BEGIN] = u64(i)
    if end > i && pattern[end - 1] == '$' {
        var slashes = 0
        while slashes + 1 < end - i && pattern[end - 2 - slashes] == '\\' { slashes += 1 }
        if slashes % 2 == 0 {
            nfa[_AT_END] = 1
            end -= 1
        }
    }
    row_empty[0] = true
    loop {
        let c = i < end ? pattern[i] : ')'          // as if all stood in parentheses
        if c == '*' || c == '+' || c == '?' {
            if !has { return false }
            if c != '?' { _lead(nfa, last, first) }
            if c != '+' { empty = true }
        } else {
            if has {
                _lead(nfa, row_last[depth], first)
                if row_empty[depth] { row_first[depth] |= first }
                row_last[depth] = last | (empty ? row_last[depth] : 0)
                row_empty[depth] = row_empty[depth] && empty
                has = false
            }
            if c == '|' || c == ')' {
                choice_first[depth] |= row_first[depth]
                choice_last[depth] |= row_last[depth]
                choice_empty[depth] = choice_empty[depth] || row_empty[depth]
                row_first[depth] = 0
                row_last[depth] = 0
                row_empty[depth] = true
            }
            if c == ')' {
                if depth == 0 { break }
                first = choice_first[depth]
                last = choice_last[depth]
                empty = choice_empty[depth]
                has = true
                depth -= 1
            } else if c == '(' {
                depth += 1
                if depth > 16 { return false }
                choice_first[depth] = 0
                choice_last[depth] = 0
                choice_empty[depth] = false
                row_first[depth] = 0
                row_last[depth] = 0
                row_empty[depth] = true
            } else if c != '|' {
                if places == 64 || c == '{' || c == '}' || c == '^' || c == '$' || c == ']' { return false }
                let place = 1u64 << places
                if c == '.' {
                    _take(nfa, place, 0, '\n' - 1)
                    _take(nfa, place, '\n' + 1, 255)
                } else if c == '[' {
                    let behind = _class(pattern, i + 1, end, nfa, place)
                    if behind == 0 { return false }
                    i = behind - 1
                } else if c == '\\' {
                    let v, behind = _escaped(pattern, i + 1)
                    if v == 999 || behind > end { return false }
                    _take(nfa, place, v, v)
                    i = behind - 1
                } else {
                    nfa[c] |= place
                }
                first = place
                last = place
                empty = false
                has = true
                places += 1
            }
        }
        i += 1
    }
    nfa[_FIRST] = choice_first[0]
    nfa[_LAST] = choice_last[0]
    for p in 0..places {
        let follow = nfa[_FOLLOW + p]
        let place = 1u64 << p
        if follow >> p & 2 != 0 { nfa[_NEXT] |= place }
        if follow & place != 0 { nfa[_AGAIN] |= place }
        if follow & ~place & ~(place << 1) != 0 { nfa[_OTHERS] |= place }
    }
    return i == end
}

/// Makes an automaton of a regular expression, for match_regex(). False where that is none, or has more
/// than 64 bytes and classes of bytes, or parentheses more than 16 deep.
///
/// Known are a* a+ a? ab a|b (a), '.' for each byte but a line end, classes as [a-z_] and [^0-9], escapes
/// \n \t \r \xHH \d \w \s \D \W \S, a backslash before any other sign, and for lines '^' as the first
/// byte and '$' as the last.
fn match_compile(pattern: in u8[], nfa: inout u64[]) -> bool {
    barrier grid
    if gid.x == 0 { nfa[_GOOD] = u64(_compile(pattern, nfa)) }
    barrier grid
    return nfa[_GOOD] == 1
}

/// The places that follow those of a set.
fn _follow(nfa: in u64[], set: u64, next: u64, same: u64, others: u64) -> u64 {
    var to = (set & next) << 1 | set & same
    var rest = set & others
    while rest != 0 {
        to |= nfa[_FOLLOW + u32(ctz(rest))]
        rest &= rest - 1
    }
    return to
}

fn _set_key(q: u32) -> u64 { return q < 64 ? 1u64 << q : 0 }
fn _set_apply(table: in u64[], row: u32, set: u64) -> u64 {
    var to = table[row + 64]
    var rest = set
    while rest != 0 {
        to |= table[row + u32(ctz(rest))]
        rest &= rest - 1
    }
    return to
}

/// Whether a match may end at byte i.
fn _may_end(text: in u8[], nfa: in u64[], i: u32) -> bool {
    return nfa[_AT_END] == 0 || i + 1 == len(text) || text[i + 1] == '\n'
}

/// What a set becomes when nothing else begins, noting matches. It stops where nothing is left.
fn _old_matches(text: in u8[], nfa: in u64[], begin: u32, end: u32, set: u64, hits: inout u32[], bits: bool) -> u64 {
    let next = nfa[_NEXT]
    let same = nfa[_AGAIN]
    let others = nfa[_OTHERS]
    let last = nfa[_LAST]
    var now = set
    var i = begin
    while i < end && now != 0 {
        now = _follow(nfa, now, next, same, others) & nfa[text[i]]
        if bits && now & last != 0 && _may_end(text, nfa, i) { hits[i / 32] |= 1 << i % 32 }
        i += 1
    }
    return now
}

/// A chunk, of words of 32 bytes: notes the matches that begin in it, and fills its row.
fn _new_matches(text: in u8[], nfa: in u64[], table: inout u64[], number: u32, first: u32, end: u32, hits: inout u32[]) {
    let next = nfa[_NEXT]
    let same = nfa[_AGAIN]
    let others = nfa[_OTHERS]
    let last = nfa[_LAST]
    let begins = nfa[_FIRST]
    let anywhere = nfa[_AT_BEGIN] == 0 ? begins : 0
    var now = 0u64
    var add = 32 * first == 0 || text[32 * first - 1] == '\n' ? begins : anywhere
    for w in first..end {
        var seen = 0
        for i in 32 * w..min(32 * w + 32, len(text)) {
            let c = text[i]
            now = (_follow(nfa, now, next, same, others) | add) & nfa[c]
            add = c == '\n' ? begins : anywhere
            if now & last != 0 && _may_end(text, nfa, i) { seen |= 1 << i % 32 }
        }
        hits[w] = seen
    }
    let row = number * 66
    let bytes = min(32 * end, len(text))
    let left = _old_matches(text, nfa, 32 * first, bytes, ~0, hits, false)
    table[row + 64] = now
    table[row + 65] = u64(left != 0)
    if left != 0 {
        for p in 0..64 { table[row + p] = now | _old_matches(text, nfa, 32 * first, bytes, 1 << p, hits, false) }
    }
}

/// Finds an expression that match_compile() has made an automaton of: the places behind the last bytes of
/// its matches in front of `at`, ascending, each once. How many there are, also where there is no room for
/// all.
fn match_regex(text: in u8[], nfa: in u64[], at: inout u32[]) -> u32 {
    scratch hits : u32[ceil_div(len(text), 32)]
    scratch table : u64[66 * (workgroups.x * workgroup_size.x + workgroups.x)]
    let first, end = _part_of(len(hits), wid.x, workgroups.x)
    let own, own_end = _part_of(len(hits), gid.x, grid_size.x)
    barrier grid
    if concurrent == 0 {
        if lid.x == 0 { _new_matches(text, nfa, table, wid.x, first, end, hits) }
    } else {
        _new_matches(text, nfa, table, gid.x, own, own_end, hits)
    }
    let set = _begins_in(table, 66, 0, _set_key, _set_apply)
    if concurrent == 0 {
        if lid.x == 0 { let left = _old_matches(text, nfa, 32 * first, min(32 * end, len(text)), set, hits, true) }
    } else {
        let left = _old_matches(text, nfa, 32 * own, min(32 * own_end, len(text)), set, hits, true)
    }
    return _put_ends(hits, at)
}
