// How often things occur, by all workgroups together. Grid and workgroup have one axis. Call these where
// all invocations pass; they begin and end with a barrier of the grid.
use "search.vy"
use "select.vy"
use "sort.vy"

const _NEAR = 2048              // counters that each workgroup has for itself

/// Clears counters.
fn _clear(bins: inout atomic u32[], mine: shared atomic u32[]) {
    barrier grid
    for b in gid.x..len(bins) step grid_size.x { bins[b] = 0 }
    for b in lid.x..len(mine) step workgroup_size.x { mine[b] = 0 }
    barrier grid
}

/// Adds a workgroup's counters to those of all, which become `bins`.
fn _add_up(all: inout atomic u32[], mine: shared atomic u32[], bins: inout u32[]) {
    barrier workgroup
    for b in lid.x..min(len(mine), len(all)) step workgroup_size.x {
        if mine[b] > 0 { all[b] += mine[b] }
    }
    barrier grid
    for b in gid.x..len(bins) step grid_size.x { bins[b] = all[b] }
    barrier grid
}

/// bins[v] becomes how often v occurs in x. Values from len(bins) on are not counted.
fn count_values(x: in u32[], bins: inout u32[] @distinct) {
    scratch all : atomic u32[len(bins)]
    shared mine : atomic u32[_NEAR]
    _clear(all, mine)
    if len(bins) <= _NEAR {
        each i in 0..len(x) {
            if x[i] < len(bins) { mine[x[i]] += 1 }
        }
    } else {
        each i in 0..len(x) {
            if x[i] < len(bins) { all[x[i]] += 1 }
        }
    }
    _add_up(all, mine, bins)
}

/// The same for bytes.
fn count_bytes(x: in u8[], bins: inout u32[] @distinct) {
    scratch all : atomic u32[len(bins)]
    shared mine : atomic u32[256]
    _clear(all, mine)
    each i in 0..len(x) { mine[x[i]] += 1 }
    _add_up(all, mine, bins)
}

/// bins[r] becomes how many elements of x are in the range from limit[r] up to, not including,
/// limit[r + 1]; `limit` ascends. NaN is in none.
fn count_ranges[T: number](x: in T[], limit: in T[], bins: inout u32[] @distinct) {
    scratch all : atomic u32[len(bins)]
    shared mine : atomic u32[_NEAR]
    _clear(all, mine)
    each i in 0..len(x) {
        let r = upper_bound(limit, x[i]) - 1
        if r < len(bins) && r + 1 < len(limit) {
            if len(bins) <= _NEAR { mine[r] += 1 } else { all[r] += 1 }
        }
    }
    _add_up(all, mine, bins)
}

/// Puts the different keys in front of `distinct`, ascending, and how often each occurs in front of
/// `counts`; how many different ones there are. Keys may have any value: -0 and 0 are one key, which is -0
/// where a -0 is among them, and all NaNs are one, the last.
fn count_by_key[K: number](keys: in K[], distinct: inout K[] @distinct, counts: inout u32[] @distinct) -> u32 {
    scratch sorted : K[len(keys)]
    barrier grid
    each i in 0..len(keys) { sorted[i] = keys[i] }
    sort(sorted[0..len(keys)])
    return run_lengths(sorted[0..len(keys)], distinct, counts)
}
