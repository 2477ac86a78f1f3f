// Hash tables with open addressing, group-by and join.
//
// A table is a buffer of atomic u32, i32, u64 or i64 that begins as zeros. A slot holds its key + 1; the
// last slot is kept for the key whose bits are all ones. A table that has no more than half of its slots
// in use is fast. Which slot a key has depends on the order of execution: results that do not are made
// by reading slots of known keys, or by group-by and join.
//
// Functions over whole buffers are made by all workgroups together: grid and workgroup have one axis.
// Call them where all invocations pass; they end with a barrier of the grid.
use "scan.vy"

// ---- slots ----
// Multiplied by the golden ratio: keys that are evenly spaced are spread evenly.
fn _hash(key: u32) -> u32 { return key * 0x9E37_79B1 }
fn _hash(key: i32) -> u32 { return _hash(u32(key)) }
fn _hash(key: u64) -> u32 { return u32(key * 0x9E37_79B9_7F4A_7C15 >> 32) }
fn _hash(key: i64) -> u32 { return _hash(u64(key)) }

/// The slot of a key, which is put into the table where it is not there; len(table) where the table is
/// full.
fn table_insert[K: int](table: inout atomic K[], key: K) -> u32 {
    let slots = len(table) - 1
    let stored = key + 1
    if stored == 0 {
        atomic_store(table[slots], 1)
        return slots
    }
    var at = mulhi(_hash(key), slots)
    for probe in 0..slots {
        var is = table[at]
        if is == 0 { is = atomic_compare_exchange(table[at], 0, stored) }
        if is == 0 || is == stored { return at }
        at = at + 1 < slots ? at + 1 : 0
    }
    return len(table)
}

/// The slot of a key; len(table) where the table does not hold it.
fn table_find[K: int](table: in atomic K[], key: K) -> u32 {
    let slots = len(table) - 1
    let stored = key + 1
    if stored == 0 { return table[slots] != 0 ? slots : len(table) }
    var at = mulhi(_hash(key), slots)
    for probe in 0..slots {
        let is = table[at]
        if is == stored { return at }
        if is == 0 { break }
        at = at + 1 < slots ? at + 1 : 0
    }
    return len(table)
}

/// Adds v to the sum of a key, which is put into the table where it is not there: sums[slot] belongs to
/// table[slot]. False where the table is full.
fn table_add[K: int, S: int](table: inout atomic K[], sums: inout atomic S[], key: K, v: S) -> bool {
    let at = table_insert(table, key)
    sums[at] += v
    return at < len(table)
}

/// Whether a slot holds a key.
fn table_used[K: int](table: in atomic K[], slot: u32) -> bool { return table[slot] != 0 }

/// The key of a slot that is in use.
fn table_key[K: int](table: in atomic K[], slot: u32) -> K {
    return slot == len(table) - 1 ? ~K(0) : table[slot] - 1
}

// ---- group-by ----
// Few groups: each worker adds up rows in a table of its own, which caches hold, and the tables are
// merged. Many groups: rows are first moved to parts by their hash, and each part has a table of its own.
const _FEW    = 1 << 13             // groups
const _CELLS  = 1 << 22             // groups of all workers' tables, unless one table has more
const _PIECE  = 1 << 14             // rows that a worker takes at once
const _PART   = 1024                // groups of a part, in the mean
const _HELD   = 1536                // groups of a part for which its index is made
const _MOVERS = 64                  // invocations that move rows, at most

/// The greatest value of the type of v.
fn _most[V: int](v: V) -> V { return V(0) < ~V(0) ? ~V(0) : ~(V(1) << 63) }

/// For each word of `bits` the number of bits before it; how many bits there are.
fn _bits_before(bits: in atomic u32[], before: inout u32[]) -> u32 {
    barrier grid
    each w in 0..len(bits) { before[w] = popcount(bits[w]) }
    barrier grid
    return scan(before, before, 0, (+))
}

/// The number of bits before bit i.
fn _place(bits: in atomic u32[], before: in u32[], i: u32) -> u32 {
    return before[i / 32] + popcount(bits[i / 32] & (1 << i % 32) - 1)
}

/// The group of a key, which is made for `row` where there is none. `index` from `base` on, `slots` of it,
/// holds groups of a table by the hash of their keys, counted from `begin`, + 1; the key is looked for from
/// `start` on. The table has `count` groups and room for fewer than slots. Gives the groups then too, `room`
/// + 1 where there is no room for this one.
fn _group_of[K: int, V: int, S: int](index: inout u32[], own: inout K[], first: inout u32[], times: inout u32[],
    sum: inout S[], low: inout V[], high: inout V[], base: u32, slots: u32, start: u32, begin: u32,
    count: u32, room: u32, key: K, row: u32) -> u32, u32 {
    var at = base + start
    var group = index[at]
    while group != 0 && own[begin + group - 1] != key {
        at = at + 1 < base + slots ? at + 1 : base
        group = index[at]
    }
    var now = count
    if group == 0 {
        now += 1
        if now <= room {
            group = now
            let to = begin + group - 1
            index[at] = group
            own[to] = key
            first[to] = row
            times[to] = 0
            sum[to] = 0
            low[to] = _most(V(0))
            high[to] = ~_most(V(0))
        }
    }
    return group, now
}

/// Adds a value to the group that is at `to`.
fn _add_value[V: int, S: int](times: inout u32[], sum: inout S[], low: inout V[], high: inout V[], to: u32, v: V) {
    times[to] += 1
    sum[to] += S(v)
    low[to] = min(low[to], v)
    high[to] = max(high[to], v)
}

/// group_by() for few groups.
fn _group_few[K: int, V: int, S: int](keys: in K[], values: in V[], group_keys: inout K[],
    sums: inout S[], least: inout V[], most: inout V[], counts: inout u32[]) -> u32 {
    scratch own : K[min(_FEW / max(len(group_keys), 1), 1) * len(group_keys) *
        min(workgroups.x * workgroup_size.x, max(_CELLS / max(len(group_keys), 1), 1))]
    scratch index : u32[2 * len(own)]
    scratch first : u32[len(own)]
    scratch times : u32[len(own)]
    scratch sum : S[len(own)]
    scratch low : V[len(own)]
    scratch high : V[len(own)]
    scratch table : atomic K[min(_FEW / max(len(group_keys), 1), 1) * (2 * len(group_keys) + 2)]
    scratch all_times : atomic u32[len(table)]
    scratch all_first : atomic u32[len(table)]              // ~row
    scratch all_sum : atomic S[len(table)]
    scratch all_low : atomic V[len(table)]
    scratch all_high : atomic V[len(table)]
    scratch control : atomic u32[2]                         // rows taken; whether a table was full
    scratch bits : atomic u32[ceil_div(len(keys), 32)]      // rows that are the first of a group
    scratch before : u32[len(bits)]
    let n = len(keys)
    let room = len(group_keys)
    let slots = 2 * room
    each w in 0..len(bits) { bits[w] = 0 }
    each i in 0..len(table) {
        table[i] = 0
        all_times[i] = 0
        all_first[i] = 0
        all_sum[i] = 0
        all_low[i] = _most(V(0))
        all_high[i] = ~_most(V(0))
    }
    each i in 0..2 { control[i] = 0 }
    barrier grid
    // Workers stand in different workgroups as far as possible.
    let worker = lid.x * workgroups.x + wid.x
    let begin = worker * room
    let base = worker * slots
    var count = 0
    if begin < len(own) || room == 0 {
        loop {
            let piece = atomic_add(control[0], 1)
            if piece >= ceil_div(n, _PIECE) || control[1] != 0 { break }
            let from = piece * _PIECE
            if count == 0 {
                for i in base..base + slots { index[i] = 0 }
            }
            for i in from..min(from + _PIECE, n) {
                let key = keys[i]
                let start = mulhi(_hash(key), slots)
                // Mostly found at once.
                var group = index[base + start]
                if group == 0 || own[begin + group - 1] != key {
                    let is, now = _group_of(index, own, first, times, sum, low, high, base, slots, start, begin,
                        count, room, key, i)
                    group = is
                    count = now
                    if count > room {
                        control[1] = 1
                        break
                    }
                }
                _add_value(times, sum, low, high, begin + group - 1, values[i])
            }
        }
    }
    for i in begin..begin + min(count, room) {
        let at = table_insert(table, own[i])
        if at == len(table) { control[1] = 1 }
        all_times[at] += times[i]
        atomic_max(all_first[at], ~first[i])
        all_sum[at] += sum[i]
        atomic_min(all_low[at], low[i])
        atomic_max(all_high[at], high[i])
    }
    barrier grid
    each i in 0..len(table) {
        let row = ~all_first[i]
        if all_times[i] != 0 { atomic_or(bits[row / 32], 1 << row % 32) }
    }
    let found = _bits_before(bits, before)
    let full = grid_load(control[1]) != 0
    let fits = found <= room && !full
    each i in 0..len(table) {
        if fits && all_times[i] != 0 {
            let to = _place(bits, before, ~all_first[i])
            group_keys[to] = table_key(table, i)
            sums[to] = all_sum[i]
            least[to] = all_low[i]
            most[to] = all_high[i]
            counts[to] = all_times[i]
        }
    }
    barrier grid
    return fits ? found : ~0
}

/// Moves rows to parts by their keys, those of a part in their order: `to_key`, `to_row` and, where
/// `carried` is true, `to_value` become their keys, numbers and values. bound[p] becomes the first place
/// of part p, and bound[parts] the number of rows. `places` and `next` have an element for each part and
/// each of `movers` invocations.
fn _to_parts[K: int, V: int](keys: in K[], values: in V[], to_key: inout K[], to_row: inout u32[],
    to_value: inout V[], carried: bool, bound: inout u32[], places: inout u32[], next: inout u32[],
    parts: u32, movers: u32) {
    let n = len(keys)
    let mover = lid.x * workgroups.x + wid.x
    let size = ceil_div(n, movers)
    let begin = mover < movers ? min(mover * size, n) : n
    let end = begin + min(size, n - begin)
    if mover < movers {
        for p in mover * parts..mover * parts + parts { next[p] = 0 }
        for i in begin..end { next[mover * parts + mulhi(_hash(keys[i]), parts)] += 1 }
    }
    barrier grid
    each p in 0..parts, m in 0..movers { places[p * movers + m] = next[m * parts + p] }
    barrier grid
    let all = scan(places, places, 0, (+))
    each p in 0..parts + 1 { bound[p] = p < parts ? places[p * movers] : n }
    if mover < movers {
        for p in 0..parts { next[mover * parts + p] = places[p * movers + mover] }
        for i in begin..end {
            let key = keys[i]
            let p = mover * parts + mulhi(_hash(key), parts)
            let to = next[p]
            next[p] = to + 1
            to_key[to] = key
            to_row[to] = i
            if carried { to_value[to] = values[i] }
        }
    }
    barrier grid
}

/// group_by() for many groups.
fn _group_many[K: int, V: int, S: int](keys: in K[], values: in V[], group_keys: inout K[],
    sums: inout S[], least: inout V[], most: inout V[], counts: inout u32[]) -> u32 {
    scratch own : K[(1 - min(_FEW / max(len(group_keys), 1), 1)) * len(keys)]
    scratch index : u32[2 * len(own)]
    scratch first : u32[len(own)]
    scratch times : u32[len(own)]
    scratch sum : S[len(own)]
    scratch low : V[len(own)]
    scratch high : V[len(own)]
    scratch held : u32[min(len(own), 1) * ceil_div(len(group_keys), _PART)]     // groups of a part
    scratch bound : u32[len(held) + 1]
    scratch places : u32[len(held) * min(workgroups.x * workgroup_size.x, _MOVERS)]
    scratch next : u32[len(places)]
    scratch row : u32[len(own)]                             // rows by part
    scratch row_key : K[len(own)]
    scratch row_value : V[len(own)]
    scratch taken : atomic u32[1]                           // parts
    scratch bits : atomic u32[ceil_div(len(own), 32)]       // rows that are the first of a group
    scratch before : u32[len(bits)]
    let room = len(group_keys)
    let parts = ceil_div(room, _PART)
    each w in 0..len(bits) { bits[w] = 0 }
    each i in 0..1 { taken[i] = 0 }
    _to_parts(keys, values, row_key, row, row_value, true, bound, places, next, parts, min(grid_size.x, _MOVERS))
    loop {
        let p = atomic_add(taken[0], 1)
        if p >= parts { break }
        let from = bound[p]
        let to = bound[p + 1]
        // Small enough for a cache, and where there are more groups as large as it must be.
        var slots = 2 * min(to - from, _HELD)
        var count = 0
        loop {
            for i in 2 * from..2 * from + slots { index[i] = 0 }
            count = 0
            for i in from..to {
                let key = row_key[i]
                // The lower word of the product that the part is the upper word of.
                let start = mulhi(_hash(key) * parts, slots)
                var group = index[2 * from + start]
                if group == 0 || own[from + group - 1] != key {
                    let is, now = _group_of(index, own, first, times, sum, low, high, 2 * from, slots, start, from,
                        count, slots / 2, key, row[i])
                    group = is
                    count = now
                    if count > slots / 2 { break }
                }
                _add_value(times, sum, low, high, from + group - 1, row_value[i])
            }
            if count <= slots / 2 { break }
            slots = 2 * (to - from)
        }
        held[p] = count
        for i in from..from + count { atomic_or(bits[first[i] / 32], 1 << first[i] % 32) }
    }
    let found = _bits_before(bits, before)
    let fits = found <= room
    each p in 0..parts {
        for i in bound[p]..bound[p] + (fits ? held[p] : 0) {
            let to = _place(bits, before, first[i])
            group_keys[to] = own[i]
            sums[to] = sum[i]
            least[to] = low[i]
            most[to] = high[i]
            counts[to] = times[i]
        }
    }
    barrier grid
    return fits ? found : ~0
}

/// For each key its rows combined: the sum, the least and the greatest of their values, and their
/// number. Groups stand in the order of their first rows. Sums wrap in their own type. The outputs are
/// as long as each other. Gives the number of groups; 0xFFFFFFFF where there are more than
/// len(group_keys), and then the outputs are as they were.
fn group_by[K: int, V: int, S: int](keys: in K[], values: in V[], group_keys: inout K[],
    sums: inout S[], least: inout V[], most: inout V[], counts: inout u32[]) -> u32 {
    var found = 0
    if len(group_keys) <= _FEW {
        found = _group_few(keys, values, group_keys, sums, least, most, counts)
    } else {
        found = _group_many(keys, values, group_keys, sums, least, most, counts)
    }
    return found
}

// ---- join ----
// The rows on the right are moved to parts by their hash, and a part has slots by the hash of its keys, in
// lines of eight. A lookup reads one line, and nothing depends on what it finds there until many lookups
// are on their way. A slot leads to the first row with a key, and each row to the next one.
const _BUCKET_LINE = 8
const _AHEAD       = 256            // rows that are looked up together
const _MORE        = 1 << 31        // with a row + 1: another row has its key

/// Whether the lower word of a key is the key.
fn _narrow(key: u32) -> bool { return true }
fn _narrow(key: i32) -> bool { return true }
fn _narrow(key: u64) -> bool { return false }
fn _narrow(key: i64) -> bool { return false }

/// Whether a slot has a key: its lower word is that of the key, its upper word the row + 1 with _MORE.
fn _has_key[K: int](right: in K[], is: u64, key: K) -> bool {
    return u32(is) == u32(key) && (_narrow(key) || right[(u32(is >> 32) & ~_MORE) - 1] == key)
}

/// The lines of a part: the first one, and the end.
fn _lines(bound: in u32[], p: u32) -> u32, u32 {
    return bound[p] / (_BUCKET_LINE / 2) + p, bound[p + 1] / (_BUCKET_LINE / 2) + p + 1
}

/// Where a key is looked for first: its line. Of the product of hash and parts the upper word is the part.
fn _line_of[K: int](bound: in u32[], key: K) -> u32 {
    let h = _hash(key)
    let parts = len(bound) - 1
    let begin, end = _lines(bound, mulhi(h, parts))
    return begin + mulhi(h * parts, end - begin)
}

/// The line and place of the slot that has a key, or is empty. Lines of a part never are all full.
fn _slot_of[K: int](right: in K[], slot: in u64[,], bound: in u32[], key: K) -> u32, u32 {
    let begin, end = _lines(bound, mulhi(_hash(key), len(bound) - 1))
    var line = _line_of(bound, key)
    var at = 0
    loop {
        let is = slot[line, at]
        if is == 0 || _has_key(right, is, key) { break }
        at += 1
        if at == _BUCKET_LINE {
            at = 0
            line = line + 1 < end ? line + 1 : begin
        }
    }
    return line, at
}

/// Fills the slots, and next[row] where row is not the last one with its key.
fn _make_index[K: int](right: in K[], slot: inout u64[,], next_row: inout u32[], bound: inout u32[]) {
    scratch row : u32[len(right)]
    scratch row_key : K[len(right)]
    scratch places : u32[(len(bound) - 1) * min(workgroups.x * workgroup_size.x, _MOVERS)]
    scratch next : u32[len(places)]
    let parts = len(bound) - 1
    _to_parts(right, right, row_key, row, row_key, false, bound, places, next, parts, min(grid_size.x, _MOVERS))
    each p in 0..parts {
        let begin, end = _lines(bound, p)
        for line in begin..end {
            for at in 0.._BUCKET_LINE { slot[line, at] = 0 }
        }
        for back in 0..bound[p + 1] - bound[p] {
            let i = bound[p + 1] - 1 - back
            let line, at = _slot_of(right, slot, bound, row_key[i])
            let is = slot[line, at]
            var first = row[i] + 1
            if is != 0 {
                next_row[row[i]] = u32(is >> 32)
                first |= _MORE
            }
            slot[line, at] = u64(u32(row_key[i])) | u64(first) << 32
        }
    }
    barrier grid
}

/// For left rows the first row with their key, + 1, and _MORE where there are others; 0 where there is none.
fn _find_rows[K: int](left: in K[], right: in K[], slot: in u64[,], bound: in u32[], hit: inout u32[],
    first: u32, end: u32) {
    for i in first..end { hit[i] = _line_of(bound, left[i]) }
    // So short that the lines of many rows are on their way at once.
    for i in first..end { hit[i] |= u32(slot[hit[i], _BUCKET_LINE - 1] != 0) << 31 }
    for i in first..end {
        let key = left[i]
        let line = hit[i] & ~_MORE
        // Without branches: the upper word of a slot counts where the lower word is the key's.
        var rows = 0u64
        for at in 0.._BUCKET_LINE {
            let is = slot[line, at]
            rows |= is & u64(u32(is) ^ u32(key)) - 1
        }
        let row = u32(rows >> 32)
        // To be looked at again: the key may stand in the next line, or be another one of 64 bits.
        let unsure = u32(row == 0) & hit[i] >> 31 | u32(row != 0) & u32(!_narrow(key))
        hit[i] = (_narrow(key) ? row : 0) | unsure << 31
    }
    for i in first..end {
        if hit[i] == _MORE {
            let line, at = _slot_of(right, slot, bound, left[i])
            hit[i] = u32(slot[line, at] >> 32)
        }
    }
}

/// All pairs of a row of `left` and a row of `right` with equal keys: their numbers, in the order of
/// left rows and for one of these of right rows, in front of `at_left` and `at_right`. Gives the number
/// of pairs, also where there is no room for all. `right` has fewer than 2^31 rows.
fn join[K: int](left: in K[], right: in K[], at_left: inout u32[], at_right: inout u32[]) -> u32 {
    scratch bound : u32[max(ceil_div(len(right), _PART), 1) + 1]
    scratch slot : u64[len(right) / (_BUCKET_LINE / 2) + len(bound), _BUCKET_LINE]
    scratch next_row : u32[len(right)]
    scratch hit : u32[len(left)]
    _make_index(right, slot, next_row, bound)
    let first = scan_first(len(left), gid.x)
    let end = scan_first(len(left), gid.x + 1)
    var mine = 0
    for begin in first..end step _AHEAD {
        let to = min(begin + _AHEAD, end)
        _find_rows(left, right, slot, bound, hit, begin, to)
        for i in begin..to {
            var row = hit[i]
            mine += u32(row != 0)
            while row >= _MORE {
                mine += 1
                row = next_row[(row & ~_MORE) - 1]
            }
        }
    }
    let before, pairs = grid_before(mine, 0, (+))
    var to = before
    for i in first..end {
        var row = hit[i]
        // A row without a partner is stored as well, where the next pair will be.
        if to < before + mine {
            at_left[to] = i
            at_right[to] = (row & ~_MORE) - 1
        }
        to += u32(row != 0)
        while row >= _MORE {
            row = next_row[(row & ~_MORE) - 1]
            at_left[to] = i
            at_right[to] = (row & ~_MORE) - 1
            to += 1
        }
    }
    barrier grid
    return pairs
}

/// The rows of `left` whose key is in `right` (`with`) or is not, in their order, in front of `at`. Gives
/// how many there are, also where there is no room for all.
fn _matched[K: int](left: in K[], right: in K[], at: inout u32[], with: bool) -> u32 {
    scratch bound : u32[max(ceil_div(len(right), _PART), 1) + 1]
    scratch slot : u64[len(right) / (_BUCKET_LINE / 2) + len(bound), _BUCKET_LINE]
    scratch next_row : u32[len(right)]
    scratch hit : u32[len(left)]
    _make_index(right, slot, next_row, bound)
    let first = scan_first(len(left), gid.x)
    let end = scan_first(len(left), gid.x + 1)
    var mine = 0
    for begin in first..end step _AHEAD {
        let to = min(begin + _AHEAD, end)
        _find_rows(left, right, slot, bound, hit, begin, to)
        for i in begin..to { mine += u32((hit[i] != 0) == with) }
    }
    let before, all = grid_before(mine, 0, (+))
    var to = before
    for i in first..end {
        let kept = (hit[i] != 0) == with
        if to < before + mine { at[to] = i }
        to += u32(kept)
    }
    barrier grid
    return all
}

/// The rows of `left` whose key is in `right`, in their order, in front of `at`; how many there are, also
/// where there is no room for all.
fn semi_join[K: int](left: in K[], right: in K[], at: inout u32[]) -> u32 { return _matched(left, right, at, true) }

/// The rows of `left` whose key is not in `right`, likewise.
fn anti_join[K: int](left: in K[], right: in K[], at: inout u32[]) -> u32 { return _matched(left, right, at, false) }

// ---- words ----
const _TEXT = 1 << 18           // bytes that a worker takes at once

/// How many bytes of a word begin at byte i: those that `inside` is true for.
fn _word(text: in u8[], i: u32, inside: fn(u32) -> bool) -> u32 {
    var end = i
    while end < len(text) && inside(text[end]) { end += 1 }
    return end - i
}

/// Bit i % 8 of mask[i / 8] says whether byte i belongs to a word.
fn _mask_words(text: in u8[], mask: inout u8[], inside: fn(u32) -> bool) {
    each w in 0..len(mask) {
        let bytes = u64_at(text, 8 * w)
        var bits = 0
        for k in 0..8 { bits |= u32(inside(u32(bytes >> 8 * k) & 255)) << k }
        mask[w] = bits & (1 << min(len(text) - 8 * w, 8)) - 1
    }
    barrier grid
}

/// How long the word is that bit `first` of a line of the mask begins, `letters`.
fn _word_length(mask: in u8[], letters: u64, line: u32, first: u32) -> u32 {
    var length = u32(ctz(~(letters >> first)))
    if first + length >= 64 {
        length = 64 - first
        var next = line + 1
        loop {
            let more = u32(ctz(~u64_at(mask, 8 * next)))
            length += more
            if more < 64 { break }
            next += 1
        }
    }
    return length
}

/// The first 16 bytes of a word, and a hash of all.
fn _word_key(text: in u8[], at: u32, length: u32) -> u64, u64, u32 {
    let low = u64_at(text, at) << 64 - 8 * min(length, 8)
    let high = length > 8 ? u64_at(text, at + 8) << 64 - 8 * min(length - 8, 8) : 0
    var h = (low ^ u64(length)) * 0x9E37_79B9_7F4A_7C15
    h = (h ^ h >> 32 ^ high) * 0x9E37_79B9_7F4A_7C15
    for k in 16..length step 8 {
        h = (h ^ h >> 32 ^ u64_at(text, at + k) << 64 - 8 * min(length - k, 8)) * 0x9E37_79B9_7F4A_7C15
    }
    return low, high, u32(h >> 32)
}

/// Whether two words are equal from byte `from` on.
fn _same_word(text: in u8[], a: u32, b: u32, from: u32, length: u32) -> bool {
    for k in from..length step 8 {
        let unused = 64 - 8 * min(length - k, 8)
        if (u64_at(text, a + k) ^ u64_at(text, b + k)) << unused != 0 { return false }
    }
    return true
}

/// The different words of a text: bytes next to each other that `inside` is true for. For each word the
/// first place where it stands, its length and how often it occurs, in the order of first places. Gives
/// the number of words; 0xFFFFFFFF where there are more than len(at), and then the outputs are as they
/// were. The outputs are as long as each other.
fn count_words(text: in u8[], at: inout u32[], length: inout u32[], times: inout u32[],
    inside: fn(u32) -> bool) -> u32 {
    // Each worker counts in a table of its own, and the tables are merged.
    scratch entry : u64[len(at) * min(workgroups.x * workgroup_size.x, max(_CELLS / max(len(at), 1), 1)), 4] // 16 bytes, place and hash, times and length
    scratch index : u32[3 * len(entry, 0)]          // entries of a worker by hash, + 1
    scratch mask : u8[ceil_div(len(text), 8)]       // which bytes belong to words
    scratch table : atomic u32[2 * len(at)]         // a place of the word, + 1
    scratch first : atomic u32[len(table)]          // ~place
    scratch count : atomic u32[len(table)]
    scratch control : atomic u32[2]                 // bytes taken; whether a table was full
    scratch bits : atomic u32[ceil_div(len(text), 32)]
    scratch before : u32[len(bits)]
    let n = len(text)
    let room = len(at)
    let slots = 3 * room
    let worker = lid.x * workgroups.x + wid.x
    let base = worker * slots
    let begin = worker * room
    var words = 0
    each w in 0..len(bits) { bits[w] = 0 }
    each i in 0..len(table) {
        table[i] = 0
        first[i] = 0
        count[i] = 0
    }
    each i in 0..2 { control[i] = 0 }
    _mask_words(text, mask, inside)
    if begin < len(entry, 0) || room == 0 {
        loop {
            let piece = atomic_add(control[0], 1)
            if piece >= ceil_div(n, _TEXT) || control[1] != 0 { break }
            let from = piece * _TEXT
            if words == 0 {
                for i in base..base + slots { index[i] = 0 }
            }
            var last = from > 0 ? u64_at(mask, from / 8 - 8) : 0
            for line in from / 64..min(from / 64 + _TEXT / 64, ceil_div(n, 64)) {
                let letters = u64_at(mask, 8 * line)
                var starts = letters & ~(letters << 1 | last >> 63)
                last = letters
                while starts != 0 {
                    let start = u32(ctz(starts))
                    starts &= starts - 1
                    let i = 64 * line + start
                    let long = _word_length(mask, letters, line, start)
                    let low, high, h = _word_key(text, i, long)
                    var s = base + mulhi(h, slots)
                    var e = index[s]
                    while e != 0 {
                        let k = begin + e - 1
                        if entry[k, 0] == low && entry[k, 1] == high && u32(entry[k, 3] >> 32) == long &&
                            _same_word(text, u32(entry[k, 2]), i, 16, long) { break }
                        s = s + 1 < base + slots ? s + 1 : base
                        e = index[s]
                    }
                    if e != 0 {
                        entry[begin + e - 1, 3] += 1
                    } else if words == room {
                        control[1] = 1
                        starts = 0
                    } else {
                        entry[begin + words, 0] = low
                        entry[begin + words, 1] = high
                        entry[begin + words, 2] = u64(i) | u64(h) << 32
                        entry[begin + words, 3] = 1 | u64(long) << 32
                        words += 1
                        index[s] = words
                    }
                }
                if control[1] != 0 { break }
            }
        }
    }
    for i in begin..begin + words {
        let is = entry[i, 2]
        let place = u32(is)
        let more = entry[i, 3]
        let long = u32(more >> 32)
        var s = mulhi(u32(is >> 32), len(table))
        var probe = 0
        while probe < len(table) {
            var other = table[s]
            if other == 0 { other = atomic_compare_exchange(table[s], 0, place + 1) }
            if other == 0 { break }
            // Equal as far as this word goes, and then the other one ends as well.
            if _same_word(text, other - 1, place, 0, long) &&
                (other - 1 + long >= n || !inside(text[other - 1 + long])) { break }
            probe += 1
            s = s + 1 < len(table) ? s + 1 : 0
        }
        if probe == len(table) {
            control[1] = 1
        } else {
            atomic_max(first[s], ~place)
            count[s] += u32(more)
        }
    }
    barrier grid
    each i in 0..len(table) {
        if table[i] != 0 { atomic_or(bits[~first[i] / 32], 1 << ~first[i] % 32) }
    }
    let found = _bits_before(bits, before)
    let full = grid_load(control[1]) != 0
    let fits = found <= room && !full
    each i in 0..len(table) {
        if fits && table[i] != 0 {
            let to = _place(bits, before, ~first[i])
            at[to] = ~first[i]
            length[to] = _word(text, ~first[i], inside)
            times[to] = count[i]
        }
    }
    barrier grid
    return fits ? found : ~0
}
