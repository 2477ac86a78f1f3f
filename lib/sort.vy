// Sorting by all workgroups together, and within one of them. Grid and workgroup have one axis, and a
// workgroup at most 256 invocations, whole subgroups if it is to be fast. Call these where all
// invocations pass; they begin and end with a barrier. Equal keys keep their order. Floats are in
// their total order: -0 before 0, NaN last.
//
// The radix sorts take eight bits a pass. Each workgroup has a stretch of neighbouring keys: it counts
// their digits, a scan over the counts of all stretches says where its keys of each digit go, and it
// puts them there. Where invocations of a workgroup run at the same time, they rank a tile of keys by
// ballots and write it in the order of its digits; else one of them takes the stretch key by key, and
// stores whole lines.
use "scan.vy"
use "search.vy"

const _STRETCHES    = 2048      // workgroups that share a pass, at most
const _SERIAL       = 128       // the same, where invocations run one by one
const _SERIAL_LEAST = 8192
const _LEAST        = 4096      // keys of a stretch, at least
const _ITEMS        = 8         // keys an invocation of a tile
const _LINE         = 16        // keys of a digit that are stored together
const _WIDE_LINE    = 8
const _LARGE        = 4 << 20   // keys that no cache holds

// ---- the order of keys: eight bits of a number that has it ----
fn _order(k: u32) -> u32 { return k }
fn _order(k: i32) -> u32 { return u32(k) ^ 0x8000_0000 }
fn _order(k: f32) -> u32 {
    let b = bits(k)
    return b ^ (u32(i32(b) >> 31) | 0x8000_0000)
}
/// The number that has the order of a key.
fn _wide(k: u32) -> u64 { return u64(k) }
fn _wide(k: i32) -> u64 { return u64(_order(k)) }
fn _wide(k: f32) -> u64 { return u64(_order(k)) }
fn _wide(k: u64) -> u64 { return k }
fn _wide(k: i64) -> u64 { return u64(k) ^ 0x8000_0000_0000_0000 }
fn _wide(k: f64) -> u64 {
    let b = bits(k)
    return b ^ (u64(i64(b) >> 63) | 0x8000_0000_0000_0000)
}
fn _digit(k: u32, shift: u32, mask: u32) -> u32 { return k >> shift & mask }
fn _digit(k: i32, shift: u32, mask: u32) -> u32 { return _order(k) >> shift & mask }
fn _digit(k: f32, shift: u32, mask: u32) -> u32 { return _order(k) >> shift & mask }
fn _digit(k: u64, shift: u32, mask: u32) -> u32 { return u32(k >> shift) & mask }
fn _digit(k: i64, shift: u32, mask: u32) -> u32 { return u32(_wide(k) >> shift) & mask }
fn _digit(k: f64, shift: u32, mask: u32) -> u32 { return u32(_wide(k) >> shift) & mask }
fn _width(k: u32) -> u32 { return 32 }
fn _width(k: i32) -> u32 { return 32 }
fn _width(k: f32) -> u32 { return 32 }
fn _width(k: u64) -> u32 { return 64 }
fn _width(k: i64) -> u32 { return 64 }
fn _width(k: f64) -> u32 { return 64 }
// ---- shared memory for keys of any type, the same for all ----
fn _keep(k: bool, room: shared u32[], wide: shared u64[], i: u32) { room[i] = u32(k) }
fn _keep(k: u32, room: shared u32[], wide: shared u64[], i: u32) { room[i] = k }
fn _keep(k: i32, room: shared u32[], wide: shared u64[], i: u32) { room[i] = u32(k) }
fn _keep(k: f32, room: shared u32[], wide: shared u64[], i: u32) { room[i] = bits(k) }
fn _keep(k: u64, room: shared u32[], wide: shared u64[], i: u32) { wide[i] = k }
fn _keep(k: i64, room: shared u32[], wide: shared u64[], i: u32) { wide[i] = u64(k) }
fn _keep(k: f64, room: shared u32[], wide: shared u64[], i: u32) { wide[i] = bits(k) }
/// What was kept there, of the type of the first argument.
fn _kept(k: bool, room: shared u32[], wide: shared u64[], i: u32) -> bool { return room[i] != 0 }
fn _kept(k: u32, room: shared u32[], wide: shared u64[], i: u32) -> u32 { return room[i] }
fn _kept(k: i32, room: shared u32[], wide: shared u64[], i: u32) -> i32 { return i32(room[i]) }
fn _kept(k: f32, room: shared u32[], wide: shared u64[], i: u32) -> f32 { return unbits(room[i]) }
fn _kept(k: u64, room: shared u32[], wide: shared u64[], i: u32) -> u64 { return wide[i] }
fn _kept(k: i64, room: shared u32[], wide: shared u64[], i: u32) -> i64 { return i64(wide[i]) }
fn _kept(k: f64, room: shared u32[], wide: shared u64[], i: u32) -> f64 { return unbits(wide[i]) }

/// The bits of a digit that begins at `shift`, of those below `to`.
fn _mask(shift: u32, to: u32) -> u32 { return shift < to ? (1u32 << min(to - shift, 8)) - 1 : 0 }

// ---- a pass ----
/// How many stretches there are, the number of this workgroup's, its first key and its end. Workgroups
/// that have a stretch are spread over the grid; the others have the number of stretches.
fn _stretch(n: u32) -> u32, u32, u32, u32 {
    let most = concurrent == 0 ? min(_SERIAL, n / _SERIAL_LEAST) : min(_STRETCHES, n / _LEAST)
    let parts = clamp(most, 1, workgroups.x)
    let size = max(ceil_div(n, parts), 1)
    let before = u32(u64(wid.x) * u64(parts) / u64(workgroups.x))
    let part = u32(u64(wid.x + 1) * u64(parts) / u64(workgroups.x)) > before ? before : parts
    let first = part > n / size ? n : part * size
    return parts, part, first, part == parts ? first : n - first < size ? n : first + size
}

/// Counts the digits of this workgroup's stretch; place[d]: where its first key of digit d goes.
fn _places[K: number](keys: in K[], n: u32, shift: u32, mask: u32, seen: shared atomic u32[],
    place: shared u32[]) {
    scratch tally : u32[256 * min(workgroups.x, _STRETCHES)]
    let parts, part, first, end = _stretch(n)
    barrier grid
    for d in lid.x..256 step workgroup_size.x {
        place[d] = 0
        seen[d] = 0
    }
    barrier workgroup
    if concurrent == 0 {
        if lid.x == 0 {
            for i in first..end { place[_digit(keys[i], shift, mask)] += 1 }
        }
    } else {
        for i in first + lid.x..end step workgroup_size.x {
            seen[_digit(keys[i], shift, mask)] += 1
        }
    }
    barrier workgroup
    if part < parts {
        for d in lid.x..256 step workgroup_size.x {
            if concurrent == 0 { tally[d * parts + part] = place[d] } else { tally[d * parts + part] = seen[d] }
        }
    }
    barrier grid
    let each_one = ceil_div(256 * parts, grid_size.x)
    let from = min(gid.x, 256 * parts) * each_one
    let to = min(from + each_one, 256 * parts)
    var sum = 0
    for j in from..to { sum += tally[j] }
    var before = grid_scan_add(sum)
    for j in from..to {
        let own = tally[j]
        tally[j] = before
        before += own
    }
    barrier grid
    if part < parts {
        for d in lid.x..256 step workgroup_size.x { place[d] = tally[d * parts + part] }
    }
    barrier workgroup
}

/// The lanes that have the same digit, of those that have a key: their bits.
fn _alike(digit: u32, has: bool) -> u32 {
    var same = subgroup_ballot(has)
    for bit in 0..8 {
        let clear = digit & 1 << bit == 0
        let have = subgroup_ballot(clear)
        same &= clear ? have : ~have
    }
    return has ? same : 0
}

/// How many keys of its digit in the subgroup's part of a tile stand before this one.
fn _rank(digit: u32, has: bool, seen: shared atomic u32[]) -> u32 {
    let same = _alike(digit, has)
    let leader = ctz(same)
    var before = 0
    if has && lane == leader { before = atomic_add(seen[subgroup * 256 + digit], popcount(same)) }
    return subgroup_shuffle(before, leader) + popcount(same & (1 << lane) - 1)
}

/// From counts by subgroup and digit: seen[s, d], the keys of digit d in subgroups before s, and
/// begin[d], the keys of smaller digits in the tile.
fn _begins(seen: shared atomic u32[], begin: shared u32[]) {
    var carry = 0
    for d in 0..256 step workgroup_size.x {
        let digit = d + lid.x
        var total = 0
        if digit < 256 {
            for s in 0..ceil_div(workgroup_size.x, 32) {
                let own = seen[s * 256 + digit]
                seen[s * 256 + digit] = total
                total += own
            }
        }
        let before = workgroup_scan_add(total)
        if digit < 256 { begin[digit] = carry + before }
        carry += workgroup_add(total)
    }
    barrier workgroup
}

/// The first place in the tile of this invocation's subgroup, which has so many lanes.
fn _lanes() -> u32 { return min(32, workgroup_size.x - subgroup * 32) }

/// Puts the keys of a stretch in their places, a line of 64 bytes at a time.
fn _by_lines[K: number](from: in K[], to: inout K[], first: u32, end: u32, shift: u32, mask: u32,
    place: shared u32[], begin: shared u32[], room: shared u32[], wide: shared u64[]) {
    for d in 0..256 { begin[d] = place[d] }
    for i in first..end {
        let k = from[i]
        let d = _digit(k, shift, mask)
        let at = place[d]
        place[d] = at + 1
        _keep(k, room, wide, d * _LINE + at % _LINE)
        if at % _LINE == _LINE - 1 {
            if at - begin[d] >= _LINE - 1 {
                for j in 0.._LINE { to[at - (_LINE - 1) + j] = _kept(k, room, wide, d * _LINE + j) }
            } else {
                for j in begin[d]..at + 1 { to[j] = _kept(k, room, wide, d * _LINE + j % _LINE) }
            }
        }
    }
    for d in 0..256 {
        for j in max(begin[d], place[d] / _LINE * _LINE)..place[d] {
            to[j] = _kept(K(0), room, wide, d * _LINE + j % _LINE)
        }
    }
}

/// The same for keys of 64 bits.
fn _by_wide_lines[K: number](from: in K[], to: inout K[], first: u32, end: u32, shift: u32, mask: u32,
    place: shared u32[], begin: shared u32[], room: shared u32[], wide: shared u64[]) {
    for d in 0..256 { begin[d] = place[d] }
    for i in first..end {
        let k = from[i]
        let d = _digit(k, shift, mask)
        let at = place[d]
        place[d] = at + 1
        _keep(k, room, wide, d * _WIDE_LINE + at % _WIDE_LINE)
        if at % _WIDE_LINE == _WIDE_LINE - 1 {
            if at - begin[d] >= _WIDE_LINE - 1 {
                for j in 0.._WIDE_LINE { to[at - (_WIDE_LINE - 1) + j] = _kept(k, room, wide, d * _WIDE_LINE + j) }
            } else {
                for j in begin[d]..at + 1 { to[j] = _kept(k, room, wide, d * _WIDE_LINE + j % _WIDE_LINE) }
            }
        }
    }
    for d in 0..256 {
        for j in max(begin[d], place[d] / _WIDE_LINE * _WIDE_LINE)..place[d] {
            to[j] = _kept(K(0), room, wide, d * _WIDE_LINE + j % _WIDE_LINE)
        }
    }
}

/// A pass over keys: `from` in the order of a digit becomes `to`.
fn _pass[K: number](from: in K[], to: inout K[], n: u32, shift: u32, mask: u32) {
    shared seen : atomic u32[256 * ceil_div(workgroup_size.x, 32)]
    shared place : u32[256]
    shared begin : u32[256]
    shared room : u32[256 * _LINE]
    shared wide : u64[128 * _LINE]
    let parts, part, first, end = _stretch(n)
    _places(from, n, shift, mask, seen, place)
    if concurrent == 0 {
        if lid.x == 0 {
            if n <= _LARGE {
                for i in first..end {
                    let k = from[i]
                    let d = _digit(k, shift, mask)
                    let at = place[d]
                    place[d] = at + 1
                    to[at] = k
                }
            } else {
                if _width(K(0)) == 32 {
                    _by_lines(from, to, first, end, shift, mask, place, begin, room, wide)
                } else {
                    _by_wide_lines(from, to, first, end, shift, mask, place, begin, room, wide)
                }
            }
        }
    } else {
        let tile = _ITEMS * workgroup_size.x
        var k : K[_ITEMS]
        var rank : u32[_ITEMS]
        for t in first..end step tile {
            for d in lid.x..256 * ceil_div(workgroup_size.x, 32) step workgroup_size.x { seen[d] = 0 }
            barrier workgroup
            let at = t + subgroup * 32 * _ITEMS + lane
            for i in 0.._ITEMS {
                let p = at + i * _lanes()
                let has = p < end
                if has { k[i] = from[p] }
                rank[i] = _rank(_digit(k[i], shift, mask), has, seen)
            }
            barrier workgroup
            _begins(seen, begin)
            for i in 0.._ITEMS {
                let d = _digit(k[i], shift, mask)
                if at + i * _lanes() < end {
                    _keep(k[i], room, wide, begin[d] + seen[subgroup * 256 + d] + rank[i])
                }
            }
            barrier workgroup
            let count = min(tile, end - t)
            for p in lid.x..count step workgroup_size.x {
                let v = _kept(k[0], room, wide, p)
                let d = _digit(v, shift, mask)
                to[place[d] + p - begin[d]] = v
            }
            barrier workgroup
            for d in lid.x..256 step workgroup_size.x {
                place[d] += (d < 255 ? begin[d + 1] : count) - begin[d]
            }
        }
    }
    barrier grid
}

/// A pass over keys and what belongs to them.
fn _pass_pairs[K: number, V: any](from: in K[], to: inout K[], with: in V[], out_with: inout V[],
    n: u32, shift: u32, mask: u32) {
    shared seen : atomic u32[256 * ceil_div(workgroup_size.x, 32)]
    shared place : u32[256]
    shared begin : u32[256]
    shared room : u32[256 * _LINE]
    shared wide : u64[128 * _LINE]
    let parts, part, first, end = _stretch(n)
    _places(from, n, shift, mask, seen, place)
    if concurrent == 0 {
        if lid.x == 0 {
            for i in first..end {
                let k = from[i]
                let d = _digit(k, shift, mask)
                let at = place[d]
                place[d] = at + 1
                to[at] = k
                out_with[at] = with[i]
            }
        }
    } else {
        let tile = _ITEMS * workgroup_size.x
        var k : K[_ITEMS]
        var rank : u32[_ITEMS]
        var goes : u32[_ITEMS]
        for t in first..end step tile {
            for d in lid.x..256 * ceil_div(workgroup_size.x, 32) step workgroup_size.x { seen[d] = 0 }
            barrier workgroup
            let at = t + subgroup * 32 * _ITEMS + lane
            for i in 0.._ITEMS {
                let p = at + i * _lanes()
                let has = p < end
                if has { k[i] = from[p] }
                rank[i] = _rank(_digit(k[i], shift, mask), has, seen)
            }
            barrier workgroup
            _begins(seen, begin)
            for i in 0.._ITEMS {
                let d = _digit(k[i], shift, mask)
                rank[i] += begin[d] + seen[subgroup * 256 + d]
                if at + i * _lanes() < end { _keep(k[i], room, wide, rank[i]) }
            }
            barrier workgroup
            let count = min(tile, end - t)
            for i in 0.._ITEMS {
                let p = lid.x + i * workgroup_size.x
                if p < count {
                    let v = _kept(k[0], room, wide, p)
                    let d = _digit(v, shift, mask)
                    goes[i] = place[d] + p - begin[d]
                    to[goes[i]] = v
                }
            }
            barrier workgroup
            for i in 0.._ITEMS {
                let p = at + i * _lanes()
                if p < end { _keep(with[p], room, wide, rank[i]) }
            }
            barrier workgroup
            for i in 0.._ITEMS {
                let p = lid.x + i * workgroup_size.x
                if p < count { out_with[goes[i]] = _kept(with[0], room, wide, p) }
            }
            for d in lid.x..256 step workgroup_size.x {
                place[d] += (d < 255 ? begin[d + 1] : count) - begin[d]
            }
        }
    }
    barrier grid
}

// ---- radix sorts ----
/// Sorts by the bits from `from` up to, not including, `to` of the number that has the order of K.
fn sort_bits[K: number](keys: inout K[], from: u32, to: u32) {
    scratch spare : K[len(keys)] @cache(streaming)
    for shift in from..to step 16 {
        _pass(keys, spare, len(keys), shift, _mask(shift, to))
        _pass(spare, keys, len(keys), shift + 8, _mask(shift + 8, to))
    }
}

/// Sorts a buffer, ascending.
fn sort[K: number](keys: inout K[]) { sort_bits(keys, 0, _width(K(0))) }

/// Sorts keys by some of their bits, as sort_bits does, and values with them: values[i] belongs to
/// keys[i]. Both are equally long.
fn sort_pairs_bits[K: number, V: any](keys: inout K[], values: inout V[] @distinct, from: u32, to: u32) {
    scratch spare : K[len(keys)]
    scratch others : V[len(keys)]
    for shift in from..to step 16 {
        _pass_pairs(keys, spare, values, others, len(keys), shift, _mask(shift, to))
        _pass_pairs(spare, keys, others, values, len(keys), shift + 8, _mask(shift + 8, to))
    }
}

/// Sorts keys, ascending, and values with them.
fn sort_pairs[K: number, V: any](keys: inout K[], values: inout V[] @distinct) {
    sort_pairs_bits(keys, values, 0, _width(K(0)))
}

/// Brings the numbers of rows, in `rows`, into the order of their elements of a column; rows that are
/// equal there keep their order. To sort by several columns, begin with 0, 1, 2, … and call this for
/// the last column first.
fn sort_by[K: number](column: in K[], rows: inout u32[] @distinct) {
    scratch keys : K[len(rows)]
    barrier grid
    for i in gid.x..len(rows) step grid_size.x { keys[i] = column[rows[i]] }
    sort_pairs(keys[0..len(rows)], rows)
}

/// Sorts each segment of a buffer: segment s goes from first[s] up to first[s + 1]. `first` ascends,
/// and has one more element than there are segments; what stands outside of all stays.
fn sort_segments[K: number](keys: inout K[], first: in u32[] @distinct) {
    scratch segment : u32[len(keys)]
    scratch outside : K[len(keys)]
    barrier grid
    for i in gid.x..len(keys) step grid_size.x {
        segment[i] = upper_bound(first, i)
        outside[i] = keys[i]
    }
    sort_pairs(keys, segment[0..len(keys)])
    sort_pairs_bits(segment[0..len(keys)], keys, 0, 32 - clz(len(first)))
    for i in gid.x..len(keys) step grid_size.x {
        let own = upper_bound(first, i)
        if own == 0 || own == len(first) { keys[i] = outside[i] }
    }
    barrier grid
}

// ---- with a comparison: less(a, b) says whether a comes before b ----
/// Merges sorted runs of `width` elements two by two.
fn _merge_runs[T: any](from: in T[], to: inout T[], n: u32, width: u32, less: fn(T, T) -> bool) {
    let first, end = _share(n)
    var at = first
    while at < end {
        let low = at / width / 2 * 2 * width
        let left = n - low
        let middle = low + min(left, width)
        let high = low + (left / 2 < width ? left : 2 * width)
        let until = min(end, high)
        _merge_part(from[low..middle], from[middle..high], to[low..high], at - low, until - low, less)
        at = until
    }
    barrier grid
}

/// Sorts a buffer in the order of a comparison.
fn merge_sort[T: any](x: inout T[], less: fn(T, T) -> bool) {
    scratch spare : T[len(x)]
    barrier grid
    for run in gid.x..ceil_div(len(x), 16) step grid_size.x {
        for i in run * 16 + 1..min(run * 16 + 16, len(x)) {
            let v = x[i]
            var at = i
            while at > run * 16 && less(v, x[at - 1]) {
                x[at] = x[at - 1]
                at -= 1
            }
            x[at] = v
        }
    }
    barrier grid
    var width = 16
    while width < len(x) {
        _merge_runs(x, spare, len(x), width, less)
        let twice = width > 0x4000_0000 ? width : 2 * width
        _merge_runs(spare, x, len(x), twice, less)
        width = width > 0x2000_0000 ? 0xFFFF_FFFF : 4 * width
    }
}

/// Sorts a shared buffer, ascending. Its length is a power of two; the workgroup has one axis. Call it
/// in workgroup-uniform flow; it begins and ends with a barrier.
fn sort_shared[T: number](t: shared T[]) {
    barrier workgroup
    var k = 2
    while k <= len(t) {
        var j = k / 2
        while j > 0 {
            for i in lid.x..len(t) step workgroup_size.x {
                let other = i ^ j
                if other > i {
                    let a = t[i]
                    let b = t[other]
                    if (a > b) == (i & k == 0) {
                        t[i] = b
                        t[other] = a
                    }
                }
            }
            barrier workgroup
            j /= 2
        }
        k *= 2
    }
}
