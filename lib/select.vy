// Some of the elements of a buffer, in their order, by all workgroups together. See scan.vy for the
// grid; call these where all invocations pass. They begin and end with a barrier of the grid.
//
// Each subgroup has a stretch of neighbouring elements. It counts what it keeps, learns from a scan over
// the grid where that goes, and places a row of elements at a time by a ballot.
use "bits.vy"
use "scan.vy"
use "sort.vy"

/// This subgroup's stretch of `count` elements: the first and the end; and how many it takes at a time.
fn _stretch_of(count: u32) -> u32, u32, u32 {
    let subgroups = ceil_div(workgroup_size.x, 32)
    let size = align_up(max(ceil_div(count, workgroups.x * subgroups), 1), 32)
    let number = wid.x * subgroups + subgroup
    let first = number > count / size ? count : number * size
    return first, count - first < size ? count : first + size, min(32, workgroup_size.x - subgroup * 32)
}

/// Puts the elements that `keep` is true for in front of `to`, which is not x; how many those are,
/// also where there is no room for all.
fn select[T: any](x: in T[], to: inout T[] @distinct, keep: fn(T) -> bool) -> u32 {
    let first, end, row = _stretch_of(len(x))
    barrier grid
    var mine = 0
    for t in first..end step row { mine += u32(t + lane < end && keep(x[t + lane])) }
    let before = grid_scan_add(mine)
    let all = grid_add(mine)
    var place = subgroup_broadcast(before, 0)
    for t in first..end step row {
        let v = t + lane < end ? x[t + lane] : x[first]
        let kept = t + lane < end && keep(v)
        let those = subgroup_ballot(kept)
        let at = place + popcount(those & (1 << lane) - 1)
        if kept && at < len(to) { to[at] = v }
        place += popcount(those)
    }
    barrier grid
    return all
}

/// Puts the elements that `keep` is true for first, and behind them the others. `to` is as long as x
/// and another buffer. Gives how many `keep` is true for.
fn partition[T: any](x: in T[], to: inout T[] @distinct, keep: fn(T) -> bool) -> u32 {
    let first, end, row = _stretch_of(len(x))
    barrier grid
    var mine = 0
    for t in first..end step row { mine += u32(t + lane < end && keep(x[t + lane])) }
    let before = grid_scan_add(mine)
    let all = grid_add(mine)
    var place = subgroup_broadcast(before, 0)
    for t in first..end step row {
        let has = t + lane < end
        let v = t + lane < end ? x[t + lane] : x[first]
        let kept = has && keep(v)
        let those = subgroup_ballot(kept)
        let at = place + popcount(those & (1 << lane) - 1)
        if has { to[kept ? at : all + t + lane - at] = v }
        place += popcount(those)
    }
    barrier grid
    return all
}

/// Puts one of neighbours that are equal in front of `to`, and where it stands in x in front of `at`;
/// neither is x. How many those are.
fn _begins_of[T: any](x: in T[], to: inout T[], at: inout u32[], values: bool, places: bool) -> u32 {
    let first, end, row = _stretch_of(len(x))
    barrier grid
    var mine = 0
    for t in first..end step row {
        let i = t + lane
        mine += u32(i < end && (i == 0 || !_same_key(x[i], x[i - 1])))
    }
    let before = grid_scan_add(mine)
    let all = grid_add(mine)
    var place = subgroup_broadcast(before, 0)
    for t in first..end step row {
        let i = t + lane
        let begins = i < end && (i == 0 || !_same_key(x[i], x[i - 1]))
        let those = subgroup_ballot(begins)
        let p = place + popcount(those & (1 << lane) - 1)
        if values && begins && p < len(to) { to[p] = x[i] }
        if places && begins && p < len(at) { at[p] = i }
        place += popcount(those)
    }
    barrier grid
    return all
}

/// Puts one of neighbours that are equal in front of `to`, which is not x; how many those are. Two NaNs
/// are equal here.
fn unique[T: any](x: in T[], to: inout T[] @distinct) -> u32 {
    var none : u32[1]
    return _begins_of(x, to, none, true, false)
}

/// The same, with the number of neighbours that are equal in front of `lengths`.
fn run_lengths[T: any](x: in T[], to: inout T[] @distinct, lengths: inout u32[] @distinct) -> u32 {
    scratch begins : u32[len(x)]
    let all = _begins_of(x, to, begins, true, true)
    for r in gid.x..min(all, len(lengths)) step grid_size.x {
        lengths[r] = (r + 1 < all ? begins[r + 1] : len(x)) - begins[r]
    }
    barrier grid
    return all
}

/// Brings the elements that `keep` is true for to the front of x; how many those are. What stands behind
/// them stays.
fn compact[T: any](x: inout T[], keep: fn(T) -> bool) -> u32 {
    scratch kept : T[len(x)]
    let all = select(x, kept, keep)
    for i in gid.x..all step grid_size.x { x[i] = kept[i] }
    barrier grid
    return all
}

/// Puts the greatest elements into `to`, the greatest first, as many as it has room for and no more than
/// x has; how many. The order is that of sort().
fn top[K: number](x: in K[], to: inout K[] @distinct) -> u32 {
    scratch counts : atomic u32[256]
    shared seen : atomic u32[256]
    let wanted = min(len(to), len(x))
    let width = _width(K(0))
    // Digits from the highest on: those of the least element that is taken, and how many of the elements
    // that have them are.
    var prefix = 0u64
    var left = wanted
    for pass in 0..width / 8 {
        let shift = width - 8 - 8 * pass
        barrier grid
        for d in gid.x..256 step grid_size.x { counts[d] = 0 }
        for d in lid.x..256 step workgroup_size.x { seen[d] = 0 }
        barrier grid
        for i in gid.x..len(x) step grid_size.x {
            let v = x[i]
            let w = _wide(v)
            if pass == 0 || w >> shift + 8 == prefix >> shift + 8 { seen[u32(w >> shift) & 255] += 1 }
        }
        barrier workgroup
        for d in lid.x..256 step workgroup_size.x { counts[d] += seen[d] }
        barrier grid
        var d = 255
        while d > 0 && counts[d] < left {
            left -= counts[d]
            d -= 1
        }
        prefix |= u64(d) << shift
    }
    let first, end, row = _stretch_of(len(x))
    var above = 0
    var equal = 0
    for t in first..end step row {
        let w = _wide(t + lane < end ? x[t + lane] : x[first])
        above += u32(t + lane < end && w > prefix)
        equal += u32(t + lane < end && w == prefix)
    }
    var place = subgroup_broadcast(grid_scan_add(above), 0)
    var same = subgroup_broadcast(grid_scan_add(equal), 0)
    for t in first..end step row {
        let has = t + lane < end
        let v = t + lane < end ? x[t + lane] : x[first]
        let more = subgroup_ballot(has && _wide(v) > prefix)
        let ties = subgroup_ballot(has && _wide(v) == prefix)
        let below = (1 << lane) - 1
        if more >> lane & 1 == 1 { to[place + popcount(more & below)] = v }
        let tie = same + popcount(ties & below)
        if ties >> lane & 1 == 1 && tie < left { to[wanted - left + tie] = v }
        place += popcount(more)
        same += popcount(ties)
    }
    barrier grid
    sort(to[0..wanted])
    for i in gid.x..wanted / 2 step grid_size.x {
        let a = to[i]
        to[i] = to[wanted - 1 - i]
        to[wanted - 1 - i] = a
    }
    barrier grid
    return wanted
}
