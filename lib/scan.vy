// Sums and the like over whole buffers, by all workgroups together. `combine` is associative, with
// `zero` as its identity; it need not commute: elements are combined in their order.
//
// Grid and workgroup have one axis. Call these where all invocations pass; they end with a barrier of
// the grid. In which groups elements are combined depends on the length, the grid and the kind of
// device, which shows where a `combine` rounds: for sums of floats see exact.vy.

/// What the invocations of the workgroup before this one have, combined.
fn workgroup_before[T: any](mine: T, zero: T, combine: fn(T, T) -> T) -> T {
    shared part : T[workgroup_size.x]
    part[lid.x] = mine
    barrier workgroup
    if concurrent == 0 {
        if lid.x == 0 {
            var sum = zero
            for i in 0..workgroup_size.x {
                let own = part[i]
                part[i] = sum
                sum = combine(sum, own)
            }
        }
        barrier workgroup
    } else {
        var step = 1
        while step < workgroup_size.x {
            var sum = part[lid.x]
            if lid.x >= step { sum = combine(part[lid.x - step], sum) }
            barrier workgroup
            part[lid.x] = sum
            barrier workgroup
            step *= 2
        }
    }
    let before = concurrent == 0 ? part[lid.x] : lid.x > 0 ? part[lid.x - 1] : zero
    barrier workgroup
    return before
}

/// What the invocations of the grid before this one have, combined, and what all have.
fn grid_before[T: any](mine: T, zero: T, combine: fn(T, T) -> T) -> T, T {
    scratch sums : T[workgroups.x + 1]
    let before = workgroup_before(mine, zero, combine)
    if lid.x == workgroup_size.x - 1 { sums[wid.x] = combine(before, mine) }
    barrier grid
    // The first workgroup puts in place of each sum what stands before it.
    if wid.x == 0 {
        let each_one = ceil_div(workgroups.x, workgroup_size.x)
        let first = min(lid.x * each_one, workgroups.x)
        let end = min(first + each_one, workgroups.x)
        var own = zero
        for g in first..end { own = combine(own, sums[g]) }
        var sum = workgroup_before(own, zero, combine)
        for g in first..end {
            let next = combine(sum, sums[g])
            sums[g] = sum
            sum = next
        }
        if lid.x == workgroup_size.x - 1 { sums[workgroups.x] = sum }
    }
    barrier grid
    let groups = sums[wid.x]
    let all = sums[workgroups.x]
    barrier grid
    return combine(groups, before), all
}

/// The first of `count` elements that an invocation takes, and the end of those of the one before.
fn scan_first(count: u32, invocation: u32) -> u32 {
    let each_one = max(ceil_div(count, grid_size.x), 1)
    return invocation > count / each_one ? count : invocation * each_one
}

/// The neighbouring elements of `count` that this invocation takes: the first, and the end. Where one
/// thread runs a workgroup, the first invocation takes all of the workgroup's.
fn scan_part(count: u32) -> u32, u32 {
    let size = max(ceil_div(count, workgroups.x), 1)
    var first = wid.x > count / size ? count : wid.x * size
    var end = count - first < size ? count : first + size
    if concurrent == 0 {
        if lid.x > 0 { first = end }
    } else {
        first = scan_first(count, gid.x)
        end = scan_first(count, gid.x + 1)
    }
    return first, end
}

/// All elements combined; `zero` where there are none.
fn reduce[T: any](x: in T[], zero: T, combine: fn(T, T) -> T) -> T {
    var mine = zero
    let first, end = scan_part(len(x))
    for i in first..end { mine = combine(mine, x[i]) }
    let before, all = grid_before(mine, zero, combine)
    return all
}

/// y[i] becomes what stands before x[i], combined. y may be x. Gives all elements combined.
fn scan[T: any](x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) -> T {
    let first, end = scan_part(len(x))
    var mine = zero
    for i in first..end { mine = combine(mine, x[i]) }
    let before, all = grid_before(mine, zero, combine)
    var sum = before
    for i in first..end {
        let next = combine(sum, x[i])
        y[i] = sum
        sum = next
    }
    barrier grid
    return all
}

/// The same, with x[i] included.
fn scan_through[T: any](x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) -> T {
    let first, end = scan_part(len(x))
    var mine = zero
    for i in first..end { mine = combine(mine, x[i]) }
    let before, all = grid_before(mine, zero, combine)
    var sum = before
    for i in first..end {
        sum = combine(sum, x[i])
        y[i] = sum
    }
    barrier grid
    return all
}

// ---- by key: over runs, which are neighbours with equal keys ----

/// What stands before this invocation in the run that reaches up to it, combined. `mine` is what it
/// has behind the last beginning of a run among its own elements, `begins` whether there is one.
fn run_before[T: any](mine: T, begins: bool, zero: T, combine: fn(T, T) -> T) -> T {
    scratch sums : T[workgroups.x]
    scratch begun : bool[workgroups.x]
    shared part : T[workgroup_size.x]
    shared cut : bool[workgroup_size.x]
    part[lid.x] = mine
    cut[lid.x] = begins
    barrier workgroup
    if concurrent == 0 {
        if lid.x == 0 {
            for i in 1..workgroup_size.x {
                if !cut[i] {
                    part[i] = combine(part[i - 1], part[i])
                    cut[i] = cut[i - 1]
                }
            }
        }
        barrier workgroup
    } else {
        var step = 1
        while step < workgroup_size.x {
            var sum = part[lid.x]
            var over = cut[lid.x]
            if lid.x >= step && !over {
                sum = combine(part[lid.x - step], sum)
                over = cut[lid.x - step]
            }
            barrier workgroup
            part[lid.x] = sum
            cut[lid.x] = over
            barrier workgroup
            step *= 2
        }
    }
    if lid.x == workgroup_size.x - 1 {
        sums[wid.x] = part[lid.x]
        begun[wid.x] = cut[lid.x]
    }
    var before = zero
    var inside = false
    if lid.x > 0 {
        before = part[lid.x - 1]
        inside = cut[lid.x - 1]
    }
    barrier grid
    if gid.x == 0 {
        var sum = zero
        for g in 0..workgroups.x {
            let next = begun[g] ? sums[g] : combine(sum, sums[g])
            sums[g] = sum
            sum = next
        }
    }
    barrier grid
    let groups = sums[wid.x]
    barrier grid
    return inside ? before : combine(groups, before)
}

/// y[i] becomes what stands before x[i] in its run, combined. y may be x.
fn scan_by_key[K: any, T: any](keys: in K[], x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) {
    let first, end = scan_part(len(x))
    var mine = zero
    var begins = false
    for i in first..end {
        let begin = i == 0 || keys[i] != keys[i - 1]
        mine = combine(begin ? zero : mine, x[i])
        begins = begins || begin
    }
    var sum = run_before(mine, begins, zero, combine)
    for i in first..end {
        if i == 0 || keys[i] != keys[i - 1] { sum = zero }
        let next = combine(sum, x[i])
        y[i] = sum
        sum = next
    }
    barrier grid
}

/// The key of each run and its elements combined, in front of `run_keys` and `run_values`, which are
/// other buffers; how many runs there are, also where there is no room for all.
fn reduce_by_key[K: any, T: any](keys: in K[], x: in T[], run_keys: inout K[], run_values: inout T[],
    zero: T, combine: fn(T, T) -> T) -> u32 {
    let first, end = scan_part(len(x))
    var mine = zero
    var begins = false
    var ends = 0
    for i in first..end {
        let begin = i == 0 || keys[i] != keys[i - 1]
        mine = combine(begin ? zero : mine, x[i])
        begins = begins || begin
        ends += u32(i == len(x) - 1 || keys[i] != keys[i + 1])
    }
    var sum = run_before(mine, begins, zero, combine)
    let before, all = grid_before(ends, 0, (+))
    var place = before
    for i in first..end {
        if i == 0 || keys[i] != keys[i - 1] { sum = zero }
        sum = combine(sum, x[i])
        if i == len(x) - 1 || keys[i] != keys[i + 1] {
            if place < min(len(run_keys), len(run_values)) {
                run_keys[place] = keys[i]
                run_values[place] = sum
            }
            place += 1
        }
    }
    barrier grid
    return all
}

// ---- by segments: segment s goes from first[s] up to first[s + 1]; `first` ascends ----
/// How many segments begin at or before i.
fn _segment_of(first: in u32[], i: u32) -> u32 {
    var low = 0
    var high = len(first)
    while low < high {
        let middle = low + (high - low) / 2
        if first[middle] <= i { low = middle + 1 } else { high = middle }
    }
    return low
}

/// y[i] becomes what stands before x[i] in its segment, combined. y may be x. What stands outside of all
/// segments counts as segments of its own.
fn scan_segments[T: any](first: in u32[], x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) {
    scratch segment : u32[len(x)]
    barrier grid
    for i in gid.x..len(x) step grid_size.x { segment[i] = _segment_of(first, i) }
    barrier grid
    scan_by_key(segment, x, y, zero, combine)
}

/// total[s] becomes all elements of segment s combined, `zero` where it has none.
fn reduce_segments[T: any](first: in u32[], x: in T[], total: inout T[], zero: T, combine: fn(T, T) -> T) {
    scratch before : T[len(x)]
    scan_segments(first, x, before, zero, combine)
    for s in gid.x..min(len(total), len(first) - u32(len(first) > 0)) step grid_size.x {
        let end = first[s + 1]
        var all = zero
        if end > first[s] { all = combine(before[end - 1], x[end - 1]) }
        total[s] = all
    }
    barrier grid
}
