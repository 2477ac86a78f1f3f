// Searching in sorted buffers, and what two of them have together. merge() and the sets are made by all
// workgroups: call them where all invocations pass; they begin and end with a barrier of the grid.
use "scan.vy"

/// The first place whose element is v or more; len(b) where there is none.
fn lower_bound[T: number](b: in T[], v: T) -> u32 {
    var low = 0
    var high = len(b)
    while low < high {
        let middle = low + (high - low) / 2
        if b[middle] < v { low = middle + 1 } else { high = middle }
    }
    return low
}

/// The first place whose element is above v; len(b) where there is none.
fn upper_bound[T: number](b: in T[], v: T) -> u32 {
    var low = 0
    var high = len(b)
    while low < high {
        let middle = low + (high - low) / 2
        if b[middle] <= v { low = middle + 1 } else { high = middle }
    }
    return low
}

// ---- two sorted buffers ----
/// How many of the first `diagonal` elements of a and b, merged, are of a. Where neither is `less` than
/// the other, that of a is first.
fn merge_path[T: any](a: in T[], b: in T[], diagonal: u32, less: fn(T, T) -> bool) -> u32 {
    var low = diagonal > len(b) ? diagonal - len(b) : 0
    var high = min(diagonal, len(a))
    while low < high {
        let middle = low + (high - low) / 2
        if less(b[diagonal - 1 - middle], a[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
}

/// Places `first` up to `end` of what a and b give merged.
fn _merge_part[T: any](a: in T[], b: in T[], to: inout T[], first: u32, end: u32, less: fn(T, T) -> bool) {
    var i = merge_path(a, b, first, less)
    var j = first - i
    for at in first..end {
        var second = i >= len(a)
        if i < len(a) && j < len(b) { second = less(b[j], a[i]) }
        to[at] = second ? b[j] : a[i]
        i += u32(!second)
        j += u32(second)
    }
}

/// Puts two sorted buffers into `to`, sorted, which is as long as both together and is neither. Of equal
/// elements those of a come first.
fn merge[T: any](a: in T[], b: in T[], to: inout T[] @distinct, less: fn(T, T) -> bool) {
    let first, end = _share(len(a) + len(b))
    barrier grid
    _merge_part(a, b, to, first, end, less)
    barrier grid
}

// ---- sets, in which an element may stand several times ----
/// Those elements of a that b has as often, or that it has not, in front of `to`.
fn _members[T: number](a: in T[], b: in T[], to: inout T[], wanted: bool) -> u32 {
    let first, end = _share(len(a))
    var place = 0
    var all = 0
    barrier grid
    for write in 0..2 {
        var below = 0                       // the elements of b that are less than a[i]
        var rank = 0                        // equal elements of a in front of a[i]
        var found = 0
        for i in first..end {
            let v = a[i]
            if i == first {
                below = lower_bound(b, v)
                rank = i - lower_bound(a, v)
            } else if v != a[i - 1] {
                while below < len(b) && b[below] < v { below += 1 }
                rank = 0
            }
            var has = false
            if rank < len(b) - below { has = b[below + rank] == v }
            if has == wanted {
                if write == 1 && place + found < len(to) { to[place + found] = v }
                found += 1
            }
            rank += 1
        }
        if write == 0 {
            place = grid_scan_add(found)
            all = grid_add(found)
        }
    }
    barrier grid
    return all
}

/// Puts the elements that both sorted buffers have in front of `to`, sorted; how many. An element that a
/// has m times and b n times is there min(m, n) times.
fn set_intersection[T: number](a: in T[], b: in T[], to: inout T[] @distinct) -> u32 {
    return _members(a, b, to, true)
}

/// Puts the elements of a that b has not in front of `to`, sorted; how many. An element that a has m
/// times and b n times is there m - n times.
fn set_difference[T: number](a: in T[], b: in T[], to: inout T[] @distinct) -> u32 {
    return _members(a, b, to, false)
}

/// Puts the elements that one of two sorted buffers has in front of `to`, sorted; how many. An element
/// that a has m times and b n times is there max(m, n) times.
fn set_union[T: number](a: in T[], b: in T[], to: inout T[] @distinct) -> u32 {
    scratch others : T[len(b)]
    let more = _members(b, a, others, false)
    merge(a, others[0..more], to, (<))
    return len(a) + more
}
