// Graphs as CSR: the neighbours of node v are col[row[v]] to col[row[v + 1] - 1], and `row` has an element
// more than there are nodes. An undirected graph has each edge in both directions.
//
// All functions are made by all workgroups together: grid and workgroup have one axis. Call them where
// all invocations pass; they end with a barrier of the grid. Results do not depend on the grid or on the
// order of execution.
use "hash.vy"
use "scan.vy"

const NOWHERE = 0xFFFF_FFFF     // no level, no distance, no parent, no mate

/// Sorts col[begin] to col[begin + count - 1], ascending: a heap.
fn _sort_row(col: inout u32[], begin: u32, count: u32) {
    var root = count / 2
    var end = count
    while end > 1 {
        if root > 0 {
            root -= 1
        } else {
            end -= 1
            let last = col[begin + end]
            col[begin + end] = col[begin]
            col[begin] = last
        }
        let sinks = col[begin + root]
        var at = root
        while 2 * at + 1 < end {
            var below = 2 * at + 1
            if below + 1 < end && col[begin + below] < col[begin + below + 1] { below += 1 }
            if col[begin + below] <= sinks { break }
            col[begin + at] = col[begin + below]
            at = below
        }
        col[begin + at] = sinks
    }
}

// ---- making graphs ----
/// The CSR of the edges from[e] to to[e], neighbours ascending. `col` is as long as `from`; edges of
/// nodes that `row` does not have are left out of it, and its last elements are as they were.
fn graph_csr(from: in u32[], to: in u32[], row: inout u32[] @distinct, col: inout u32[] @distinct) {
    scratch used : atomic u32[len(row)]
    let n = len(row) - 1
    each v in 0..len(row) { used[v] = 0 }
    barrier grid
    each e in 0..len(from) {
        if from[e] < n { used[from[e]] += 1 }
    }
    barrier grid
    each v in 0..len(row) { row[v] = used[v] }
    barrier grid
    let all = scan(row, row, 0, (+))
    each v in 0..n { used[v] = row[v] }
    barrier grid
    each e in 0..len(from) {
        if from[e] < n { col[atomic_add(used[from[e]], 1)] = to[e] }
    }
    barrier grid
    each v in 0..n { _sort_row(col, row[v], row[v + 1] - row[v]) }
    barrier grid
}

/// The graph with all edges turned round, neighbours ascending.
fn graph_transpose(row: in u32[], col: in u32[], to_row: inout u32[] @distinct, to_col: inout u32[] @distinct) {
    scratch from : u32[len(col)]
    each v in 0..len(row) - 1 {
        for e in row[v]..row[v + 1] { from[e] = v }
    }
    barrier grid
    graph_csr(col, from, to_row, to_col)
}

/// The number of neighbours of each node.
fn graph_degrees(row: in u32[], degree: inout u32[] @distinct) {
    each v in 0..len(row) - 1 { degree[v] = row[v + 1] - row[v] }
    barrier grid
}

// ---- searches ----
/// Breadth-first levels from a node: edges on the shortest way, NOWHERE where there is none. `both` says
/// that each edge stands in both directions; then a pass over a large frontier goes the other way round:
/// nodes without a level look for a neighbour in the frontier.
fn bfs(row: in u32[], col: in u32[], both: bool, source: u32, level: inout atomic u32[]) {
    scratch queue : u32[2, len(level)]      // this frontier and the next
    scratch count : atomic u32[3]           // one is read, one filled, one cleared
    let n = len(level)
    each v in 0..n { level[v] = v == source ? 0 : NOWHERE }
    each i in 0..3 { count[i] = u32(i == 0) }
    each i in 0..1 { queue[0, 0] = source }
    barrier grid
    fixpoint pass in 0..n + 1 {
        let here = pass % 2
        let next = (pass + 1) % 3
        let length = grid_load(count[pass % 3])
        each i in 0..1 { count[(pass + 2) % 3] = 0 }
        if both && length > n / 16 {
            each v in 0..n {
                if level[v] == NOWHERE {
                    for e in row[v]..row[v + 1] {
                        if level[col[e]] == pass {
                            atomic_store(level[v], pass + 1)
                            queue[1 - here, atomic_add(count[next], 1)] = v
                            again
                            break
                        }
                    }
                }
            }
        } else {
            each k in 0..length {
                let v = queue[here, k]
                for e in row[v]..row[v + 1] {
                    let t = col[e]
                    if level[t] == NOWHERE && atomic_compare_exchange(level[t], NOWHERE, pass + 1) == NOWHERE && t < n {
                        queue[1 - here, atomic_add(count[next], 1)] = t
                        again
                    }
                }
            }
        }
    }
}

/// Parents for the levels of bfs(): of the nodes a level below that have an edge to it the least; a
/// node of level 0 is its own parent.
fn bfs_parents(row: in u32[], col: in u32[], level: in atomic u32[], parent: inout atomic u32[]) {
    each v in 0..len(parent) { parent[v] = level[v] == 0 ? v : NOWHERE }
    barrier grid
    each v in 0..len(parent) {
        if level[v] != NOWHERE {
            for e in row[v]..row[v + 1] {
                if level[col[e]] == level[v] + 1 { atomic_min(parent[col[e]], v) }
            }
        }
    }
    barrier grid
}

/// Lengths of the shortest ways from a node by delta stepping: weight[e] is the length of edge e, and a
/// way of 2^32 - 1 or more is none. `delta` is above 0; a good one is near the mean weight.
fn sssp(row: in u32[], col: in u32[], weight: in u32[], source: u32, delta: u32, dist: inout atomic u32[]) {
    scratch queue : u32[2, len(dist)]       // nodes below the limit whose edges are looked at now, and next
    scratch waits : atomic u32[len(dist)]   // 2: in a queue, 1: at the limit or above, 0: neither
    scratch count : atomic u32[3]
    let n = len(dist)
    let step = max(delta, 1)
    each v in 0..n {
        dist[v] = v == source ? 0 : NOWHERE
        waits[v] = u32(v == source)
    }
    each i in 0..3 { count[i] = 0 }
    barrier grid
    var pass = 0
    var limit = 0
    loop {
        let length = grid_load(count[pass % 3])
        if length == 0 {
            var least = NOWHERE
            each v in 0..n {
                if waits[v] == 1 { least = min(least, dist[v]) }
            }
            let low = grid_min(least)
            if low == NOWHERE { break }
            limit = low - low % step > NOWHERE - step ? NOWHERE : low - low % step + step
            each v in 0..n {
                if waits[v] == 1 && dist[v] < limit {
                    atomic_store(waits[v], 2)
                    queue[pass % 2, atomic_add(count[pass % 3], 1)] = v
                }
            }
            barrier grid
        } else {
            each i in 0..1 { count[(pass + 2) % 3] = 0 }
            each k in 0..length {
                let v = queue[pass % 2, k]
                atomic_exchange(waits[v], 0, acq_rel)
                let far = dist[v]
                for e in row[v]..row[v + 1] {
                    let t = col[e]
                    let now = weight[e] < NOWHERE - far ? far + weight[e] : NOWHERE
                    if t < n && now < dist[t] && atomic_min(dist[t], now, release) > now {
                        let state = now < limit ? 2 : 1
                        if atomic_max(waits[t], state, acq_rel) < state && state == 2 {
                            queue[1 - pass % 2, atomic_add(count[(pass + 1) % 3], 1)] = t
                        }
                    }
                }
            }
            barrier grid
            pass += 1
        }
    }
}

// ---- components ----
/// Hangs the larger of two roots below the smaller one.
fn _join(label: inout atomic u32[], u: u32, v: u32) {
    var a = label[u]
    var b = label[v]
    while a != b {
        let high = max(a, b)
        let low = min(a, b)
        let up = label[high]
        if up == low || up == high && atomic_compare_exchange(label[high], high, low) == high { break }
        a = label[label[high]]
        b = label[low]
    }
}

/// Every node points to its root.
fn _flatten(label: inout atomic u32[]) {
    barrier grid
    each v in 0..len(label) {
        loop {
            let up = label[v]
            let over = label[up]
            if up == over { break }
            atomic_store(label[v], over)
        }
    }
    barrier grid
}

/// Connected components of an undirected graph: for each node the least node that a path leads to. Afforest:
/// two edges of each node join nearly all of a large component, and only nodes outside of the one that
/// most of a sample are in look at their other edges.
fn components(row: in u32[], col: in u32[], label: inout atomic u32[]) {
    scratch seen : atomic u32[64]
    let n = len(label)
    each v in 0..n { label[v] = v }
    barrier grid
    for k in 0..2 {
        each v in 0..n {
            if row[v] + k < row[v + 1] && col[row[v] + k] < n { _join(label, v, col[row[v] + k]) }
        }
        _flatten(label)
    }
    each k in 0..64 { seen[k] = label[mulhi(k * 0x9E37_79B1, n)] }
    barrier grid
    var best = 0u64
    each k in 0..64 {
        var times = 0u64
        for i in 0..64 { times += u64(seen[i] == seen[k]) }
        best = max(best, times << 32 | u64(seen[k]))
    }
    let giant = u32(grid_max(best))
    each v in 0..n {
        if label[v] != giant {
            for e in row[v] + 2..row[v + 1] {
                if col[e] < n { _join(label, v, col[e]) }
            }
        }
    }
    _flatten(label)
}

/// Strongly connected components: for each node the least node that has a way to it and from it.
/// `to_row` and `to_col` are the transpose. Each round finds, for the greatest node that reaches a node,
/// the component of that greatest one.
fn strong_components(row: in u32[], col: in u32[], to_row: in u32[], to_col: in u32[], label: inout u32[] @distinct) {
    scratch colour : atomic u32[len(label)]     // the greatest node with a way to it, + 1; 0: done
    scratch inside : atomic u32[len(label)]
    scratch least : atomic u32[len(label)]
    let n = len(label)
    each v in 0..n { label[v] = NOWHERE }
    barrier grid
    loop {
        var left = false
        each v in 0..n {
            let open = label[v] == NOWHERE
            left = left || open
            colour[v] = open ? v + 1 : 0
            least[v] = NOWHERE
        }
        if !grid_any(left) { break }
        fixpoint pass in 0..n + 1 {
            each v in 0..n {
                let mine = colour[v]
                for e in row[v]..mine != 0 ? row[v + 1] : 0 {
                    if colour[col[e]] != 0 && atomic_max(colour[col[e]], mine) < mine { again }
                }
            }
        }
        each v in 0..n { inside[v] = u32(colour[v] == v + 1) }
        barrier grid
        fixpoint pass in 0..n + 1 {
            each v in 0..n {
                for e in to_row[v]..inside[v] != 0 ? to_row[v + 1] : 0 {
                    let u = to_col[e]
                    if colour[u] == colour[v] && atomic_exchange(inside[u], 1) == 0 { again }
                }
            }
        }
        each v in 0..n {
            if inside[v] != 0 { atomic_min(least[colour[v] - 1], v) }
        }
        barrier grid
        each v in 0..n {
            if inside[v] != 0 { label[v] = least[colour[v] - 1] }
        }
        barrier grid
    }
    barrier grid
}

// ---- measures ----
/// PageRank after `passes`: `row` and `col` are the edges that lead to a node, `degree` how many leave it.
/// Nodes that none leaves give nothing.
fn pagerank(row: in u32[], col: in u32[], degree: in u32[], passes: u32, damping: f32, score: inout f32[] @distinct) {
    scratch give : f32[2, len(score)]
    let n = len(score)
    each v in 0..n {
        score[v] = 1.0f32 / f32(n)
        give[0, v] = score[v] / f32(degree[v])
    }
    barrier grid
    for pass in 0..passes {
        each v in 0..n {
            var sum = 0.0f32
            for e in row[v]..row[v + 1] { sum += give[pass % 2, col[e]] }
            let now = (1.0f32 - damping) / f32(n) + damping * sum
            score[v] = now
            give[1 - pass % 2, v] = now / f32(degree[v])
        }
        barrier grid
    }
}

/// The number of triangles of an undirected graph whose neighbours are ascending and different.
fn triangles(row: in u32[], col: in u32[]) -> u64 {
    var sum = 0u64
    each u in 0..len(row) - 1 {
        for e in row[u]..min(row[u + 1], len(col)) {
            let v = col[e]
            if v >= u { break }
            let last = min(row[v + 1], len(col))
            var f = row[u]
            var g = row[v]
            var found = 0
            while f < e && g < last {
                let a = col[f]
                let b = col[g]
                found += u32(a == b)
                f += u32(a <= b)
                g += u32(b <= a)
            }
            sum += u64(found)
        }
    }
    return grid_add(sum)
}

/// The core number of each node of an undirected graph: the greatest k such that the node is in a part of
/// the graph in which every node has k neighbours.
fn core_numbers(row: in u32[], col: in u32[], core: inout u32[] @distinct) {
    scratch degree : atomic u32[len(core)]
    let n = len(core)
    each v in 0..n {
        degree[v] = row[v + 1] - row[v]
        core[v] = NOWHERE
    }
    barrier grid
    loop {
        var least = NOWHERE
        each v in 0..n {
            if core[v] == NOWHERE { least = min(least, degree[v]) }
        }
        let k = grid_min(least)
        if k == NOWHERE { break }
        fixpoint pass in 0..n + 1 {
            each v in 0..n {
                if core[v] == NOWHERE && i32(degree[v]) <= i32(k) {
                    core[v] = k
                    for e in row[v]..row[v + 1] { degree[col[e]] -= 1 }
                    again
                }
            }
        }
    }
    barrier grid
}

/// Whether node u comes before v in the order of colours.
fn _before(u: u32, v: u32) -> bool { return mix32(u) < mix32(v) }

/// Colours of the nodes of an undirected graph, so that neighbours differ: each node has the least colour
/// that none of its neighbours before it in a random order has.
fn colouring(row: in u32[], col: in u32[], colour: inout atomic u32[]) {
    let n = len(colour)
    each v in 0..n { colour[v] = NOWHERE }
    barrier grid
    fixpoint pass in 0..n + 1 {
        each v in 0..n {
            if colour[v] == NOWHERE {
                var ready = true
                for e in row[v]..row[v + 1] {
                    ready = ready && !(_before(col[e], v) && col[e] < n && colour[col[e]] == NOWHERE)
                }
                if ready {
                    var base = 0
                    var free = 0u64
                    loop {
                        var used = 0u64
                        for e in row[v]..row[v + 1] {
                            let c = colour[col[e]]
                            if _before(col[e], v) && col[e] < n && c >= base && c < base + 64 { used |= 1u64 << c }
                        }
                        free = ~used
                        if free != 0 { break }
                        base += 64
                    }
                    atomic_store(colour[v], base + u32(ctz(free)))
                }
                again
            }
        }
    }
}

/// Where the edge between u and v stands in a random order.
fn _turn(u: u32, v: u32) -> u64 {
    return mix64(u64(min(u, v)) << 32 | u64(max(u, v)))
}

/// A maximal matching of an undirected graph: the mate of each node, NOWHERE where it has none. It takes
/// edges in a random order, each whose nodes have no mate yet.
fn matching(row: in u32[], col: in u32[], mate: inout u32[] @distinct) {
    scratch choice : u32[len(mate)]
    let n = len(mate)
    each v in 0..n { mate[v] = NOWHERE }
    barrier grid
    fixpoint pass in 0..n + 1 {
        each v in 0..n {
            var best = NOWHERE
            var turn = 0u64
            for e in row[v]..mate[v] == NOWHERE ? row[v + 1] : 0 {
                let u = col[e]
                if u != v && u < n && mate[u] == NOWHERE && (best == NOWHERE || _turn(u, v) < turn) {
                    best = u
                    turn = _turn(u, v)
                }
            }
            choice[v] = best
            if best != NOWHERE { again }
        }
        barrier grid
        each v in 0..n {
            if choice[v] != NOWHERE && choice[choice[v]] == v { mate[v] = choice[v] }
        }
    }
}
