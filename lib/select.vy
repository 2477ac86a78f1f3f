// Some of the elements of a buffer, in their order, by all workgroups together. See scan.vy for the
// grid; call these where all invocations pass. They end with a barrier of the grid.
use "scan.vy"

/// Puts the elements that `keep` is true for in front of `to`, which is not x; how many those are,
/// also where there is no room for all.
fn select[T: any](x: in T[], to: inout T[], keep: fn(T) -> bool) -> u32 {
    let first = scan_first(len(x), gid.x)
    let end = scan_first(len(x), gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(keep(x[i])) }
    let before, all = grid_before(mine, 0, (+))
    var place = before
    for i in first..end {
        let v = x[i]
        if keep(v) {
            if place < len(to) { to[place] = v }
            place += 1
        }
    }
    barrier grid
    return all
}

/// Puts the elements that `keep` is true for first, and behind them the others. `to` is as long as x
/// and another buffer. Gives how many `keep` is true for.
fn partition[T: any](x: in T[], to: inout T[], keep: fn(T) -> bool) -> u32 {
    let first = scan_first(len(x), gid.x)
    let end = scan_first(len(x), gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(keep(x[i])) }
    let before, all = grid_before(mine, 0, (+))
    var place = before
    for i in first..end {
        let v = x[i]
        let kept = keep(v)
        to[kept ? place : all + i - place] = v
        place += u32(kept)
    }
    barrier grid
    return all
}

/// Puts one of neighbours that are equal in front of `to`, which is not x; how many those are.
fn unique[T: any](x: in T[], to: inout T[]) -> u32 {
    let first = scan_first(len(x), gid.x)
    let end = scan_first(len(x), gid.x + 1)
    var mine = 0
    for i in first..end { mine += u32(i == 0 || x[i] != x[i - 1]) }
    let before, all = grid_before(mine, 0, (+))
    var place = before
    for i in first..end {
        let v = x[i]
        if i == 0 || v != x[i - 1] {
            if place < len(to) { to[place] = v }
            place += 1
        }
    }
    barrier grid
    return all
}
