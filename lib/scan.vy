// Sums and the like over whole buffers, by all workgroups together. `combine` is associative, with
// `zero` as its identity; it need not commute: elements are combined in their order.
//
// Grid and workgroup have one axis. Call these where all invocations pass; they end with a barrier of
// the grid. In which groups elements are combined depends on the length and on the program's `workgroup`
// and `grid`, never on the device, so that a `combine` that rounds gives the same bits everywhere: each
// invocation has a part of neighbouring elements, and what the parts give is combined in rows of
// invocations, then of rows, then of workgroups. Only which thread does this depends on the device.

const _ROW = 16         // invocations whose values are combined one after another

/// Of the parts 0 to `count` - 1 of a workgroup's work those of this invocation: the one of its number,
/// or all where one thread runs a workgroup and this is the first invocation.
fn _own(count: u32) -> u32, u32 {
    var first = min(lid.x, count)
    var end = min(lid.x + 1, count)
    if concurrent == 0 {
        first = 0
        end = lid.x == 0 ? count : 0
    }
    return first, end
}

/// part[l] becomes what parts before l have, combined. The first invocation gets all of them combined.
fn _parts_before[T: any](part: shared T[], zero: T, combine: fn(T, T) -> T) -> T {
    shared row : T[ceil_div(workgroup_size.x, _ROW)]
    barrier workgroup
    let from, to = _own(len(row))
    for r in from..to {
        var sum = zero
        for i in r * _ROW..min(r * _ROW + _ROW, len(part)) {
            let own = part[i]
            part[i] = sum
            sum = combine(sum, own)
        }
        row[r] = sum
    }
    barrier workgroup
    var all = zero
    if lid.x == 0 {
        for r in 0..len(row) {
            let own = row[r]
            row[r] = all
            all = combine(all, own)
        }
    }
    barrier workgroup
    part[lid.x] = combine(row[lid.x / _ROW], part[lid.x])
    barrier workgroup
    return all
}

/// What the invocations of the workgroup before this one have, combined.
fn workgroup_before[T: any](mine: T, zero: T, combine: fn(T, T) -> T) -> T {
    shared part : T[workgroup_size.x]
    part[lid.x] = mine
    _parts_before(part, zero, combine)
    let before = part[lid.x]
    barrier workgroup
    return before
}

/// part[l] becomes what parts of the grid before this one have, combined. Gives what all have.
fn _grid_parts_before[T: any](part: shared T[], zero: T, combine: fn(T, T) -> T) -> T {
    scratch sums : T[workgroups.x + 1]
    let mine = _parts_before(part, zero, combine)
    if lid.x == 0 { sums[wid.x] = mine }
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
    part[lid.x] = combine(sums[wid.x], part[lid.x])
    let all = sums[workgroups.x]
    barrier grid
    return all
}

/// What the invocations of the grid before this one have, combined, and what all have.
fn grid_before[T: any](mine: T, zero: T, combine: fn(T, T) -> T) -> T, T {
    shared part : T[workgroup_size.x]
    part[lid.x] = mine
    let all = _grid_parts_before(part, zero, combine)
    let before = part[lid.x]
    barrier workgroup
    return before, all
}

/// The first of `count` elements that an invocation takes, and the end of those of the one before.
fn scan_first(count: u32, invocation: u32) -> u32 {
    let each_one = max(ceil_div(count, grid_size.x), 1)
    return invocation > count / each_one ? count : invocation * each_one
}

/// The neighbouring elements of `count` that this invocation takes: the first, and the end.
fn scan_part(count: u32) -> u32, u32 {
    return scan_first(count, gid.x), scan_first(count, gid.x + 1)
}

/// The same for work whose results do not depend on who does it: where one thread runs a workgroup, the
/// first invocation takes all of the workgroup's.
fn _share(count: u32) -> u32, u32 {
    let from, to = _own(workgroup_size.x)
    let before = wid.x * workgroup_size.x
    return scan_first(count, before + from), scan_first(count, before + to)
}

/// The elements of part p of the workgroup's parts of `count`: the first, and the end.
fn _part(count: u32, p: u32) -> u32, u32 {
    let invocation = wid.x * workgroup_size.x + p
    return scan_first(count, invocation), scan_first(count, invocation + 1)
}

/// part[p] becomes the elements of part p combined.
fn _fold[T: any](x: in T[], part: shared T[], zero: T, combine: fn(T, T) -> T) {
    let from, to = _own(len(part))
    for p in from..to {
        let first, end = _part(len(x), p)
        var sum = zero
        for i in first..end { sum = combine(sum, x[i]) }
        part[p] = sum
    }
}

/// y[i] becomes what stands before x[i], combined, and with x[i] where that is `included`.
fn _scan[T: any](x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T, included: bool) -> T {
    shared part : T[workgroup_size.x]
    _fold(x, part, zero, combine)
    let all = _grid_parts_before(part, zero, combine)
    let from, to = _own(len(part))
    for p in from..to {
        let first, end = _part(len(x), p)
        var sum = part[p]
        for i in first..end {
            let next = combine(sum, x[i])
            y[i] = included ? next : sum
            sum = next
        }
    }
    barrier grid
    return all
}

/// All elements combined; `zero` where there are none.
fn reduce[T: any](x: in T[], zero: T, combine: fn(T, T) -> T) -> T {
    shared part : T[workgroup_size.x]
    _fold(x, part, zero, combine)
    return _grid_parts_before(part, zero, combine)
}

/// y[i] becomes what stands before x[i], combined. y may be x. Gives all elements combined.
fn scan[T: any](x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) -> T {
    return _scan(x, y, zero, combine, false)
}

/// The same, with x[i] included.
fn scan_through[T: any](x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) -> T {
    return _scan(x, y, zero, combine, true)
}

// ---- by key: over runs, which are neighbours with equal keys; two NaNs are equal there ----
/// Whether two keys are equal.
fn _same_key[K: any](a: K, b: K) -> bool { return a == b || a != a && b != b }


/// part[l] becomes what stands before part l in the run that reaches up to it, combined, from what it has
/// behind the last beginning of a run in it; cut[l]: whether there is one.
fn _runs_before[T: any](part: shared T[], cut: shared bool[], zero: T, combine: fn(T, T) -> T) {
    scratch sums : T[workgroups.x]
    scratch begun : bool[workgroups.x]
    shared row : T[ceil_div(workgroup_size.x, _ROW)]
    shared row_cut : bool[ceil_div(workgroup_size.x, _ROW)]
    barrier workgroup
    let from, to = _own(len(row))
    for r in from..to {
        var sum = zero
        var over = false
        for i in r * _ROW..min(r * _ROW + _ROW, len(part)) {
            let begins = cut[i]
            let next = begins ? part[i] : combine(sum, part[i])
            part[i] = sum
            cut[i] = over
            sum = next
            over = over || begins
        }
        row[r] = sum
        row_cut[r] = over
    }
    barrier workgroup
    if lid.x == 0 {
        var sum = zero
        var over = false
        for r in 0..len(row) {
            let begins = row_cut[r]
            let next = begins ? row[r] : combine(sum, row[r])
            row[r] = sum
            row_cut[r] = over
            sum = next
            over = over || begins
        }
        sums[wid.x] = sum
        begun[wid.x] = over
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
    if !cut[lid.x] {
        let r = lid.x / _ROW
        let before = row_cut[r] ? row[r] : combine(sums[wid.x], row[r])
        part[lid.x] = combine(before, part[lid.x])
    }
    barrier grid
}

/// What stands before this invocation in the run that reaches up to it, combined. `mine` is what it
/// has behind the last beginning of a run among its own elements, `begins` whether there is one.
fn run_before[T: any](mine: T, begins: bool, zero: T, combine: fn(T, T) -> T) -> T {
    shared part : T[workgroup_size.x]
    shared cut : bool[workgroup_size.x]
    part[lid.x] = mine
    cut[lid.x] = begins
    _runs_before(part, cut, zero, combine)
    let before = part[lid.x]
    barrier workgroup
    return before
}

/// part[p] becomes what stands before the first element of part p in its run, combined. Gives how many
/// runs begin in the parts that this invocation takes.
fn _fold_runs[K: any, T: any](keys: in K[], x: in T[], part: shared T[], zero: T, combine: fn(T, T) -> T) -> u32 {
    shared cut : bool[workgroup_size.x]
    let from, to = _own(len(part))
    var runs = 0
    for p in from..to {
        let first, end = _part(len(x), p)
        let others = runs
        var sum = zero
        for i in first..end {
            let begins = i == 0 || !_same_key(keys[i], keys[i - 1])
            sum = combine(begins ? zero : sum, x[i])
            runs += u32(begins)
        }
        part[p] = sum
        cut[p] = runs > others
    }
    _runs_before(part, cut, zero, combine)
    return runs
}

/// y[i] becomes what stands before x[i] in its run, combined. y may be x.
fn scan_by_key[K: any, T: any](keys: in K[] @distinct, x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) {
    shared part : T[workgroup_size.x]
    let runs = _fold_runs(keys, x, part, zero, combine)
    let from, to = _own(len(part))
    for p in from..to {
        let first, end = _part(len(x), p)
        var sum = part[p]
        for i in first..end {
            if i == 0 || !_same_key(keys[i], keys[i - 1]) { sum = zero }
            let next = combine(sum, x[i])
            y[i] = sum
            sum = next
        }
    }
    barrier grid
}

/// The key of each run and its elements combined, in front of `run_keys` and `run_values`, which are
/// other buffers; how many runs there are, also where there is no room for all.
fn reduce_by_key[K: any, T: any](keys: in K[], x: in T[], run_keys: inout K[] @distinct,
    run_values: inout T[] @distinct, zero: T, combine: fn(T, T) -> T) -> u32 {
    shared part : T[workgroup_size.x]
    let mine = _fold_runs(keys, x, part, zero, combine)
    let before, all = grid_before(mine, 0, (+))
    let room = min(len(run_keys), len(run_values))
    let from, to = _own(len(part))
    var runs = before
    for p in from..to {
        let first, end = _part(len(x), p)
        var sum = part[p]
        for i in first..end {
            if i == 0 || !_same_key(keys[i], keys[i - 1]) {
                sum = zero
                runs += 1
            }
            sum = combine(sum, x[i])
            if (i == len(x) - 1 || !_same_key(keys[i], keys[i + 1])) && runs <= room {
                run_keys[runs - 1] = keys[i]
                run_values[runs - 1] = sum
            }
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
fn scan_segments[T: any](first: in u32[] @distinct, x: in T[], y: inout T[], zero: T, combine: fn(T, T) -> T) {
    scratch segment : u32[len(x)]
    barrier grid
    for i in gid.x..len(x) step grid_size.x { segment[i] = _segment_of(first, i) }
    barrier grid
    scan_by_key(segment, x, y, zero, combine)
}

/// total[s] becomes all elements of segment s combined, `zero` where it has none.
fn reduce_segments[T: any](first: in u32[], x: in T[], total: inout T[] @distinct, zero: T, combine: fn(T, T) -> T) {
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
