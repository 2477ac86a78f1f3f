/// Connected components, Afforest: the first two neighbours of all nodes are joined; then nearly all
/// nodes are in one component, and only the nodes outside of it look at their other neighbours.
program components
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours; each edge stands in both directions
param   threads : u32               /// how many invocations share the work
const   n       = len(row) - 1
const   STEP    = 16384
const   SAMPLES = 1024
const   SLOTS   = 4096
out     label   : atomic u32[n]     /// the least node of the component
scratch taken   : atomic u32[5]     // work taken so far, by phase
scratch most    : u32[1]            // the label of most of the sampled nodes
shared  key     : u32[SLOTS]        // sampled labels + 1, hashed
shared  times   : u32[SLOTS]
workgroup 1
grid threads

/// Hangs the larger of two roots below the smaller one.
fn join(u: u32, v: u32) {
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
fn flatten() {
    each v in 0..n {
        loop {
            let up = label[v]
            let over = label[up]
            if up == over { break }
            label[v] = over
        }
    }
}

each v in 0..n { label[v] = v }
barrier grid
for round in 0..2 {
    loop {
        let first = atomic_add(taken[round], STEP)
        if first >= n { break }
        for u in first..min(first + STEP, n) {
            let e = row[u] + round
            if e < row[u + 1] { join(u, col[e]) }
        }
    }
    barrier grid
    flatten()
    barrier grid
}
if gid.x == 0 {
    var random = 12345
    var best = 0
    for i in 0..SAMPLES {
        random = random * 1664525 + 1013904223
        let name = label[mulhi(random, n)] + 1
        var h = name * 0x9E37_79B1 >> 20
        while key[h] != 0 && key[h] != name { h = (h + 1) % SLOTS }
        key[h] = name
        times[h] += 1
        if times[h] > best {
            best = times[h]
            most[0] = name - 1
        }
    }
}
let giant = grid_load(most[0])
loop {
    let first = atomic_add(taken[2], STEP)
    if first >= n { break }
    for u in first..min(first + STEP, n) {
        if label[u] != giant {
            for e in row[u] + 2..row[u + 1] { join(u, col[e]) }
        }
    }
}
barrier grid
flatten()

//! --in row=values:0,1,3,4,5,6,6 --in col=values:1,0,2,1,4,3 --set threads=2 --expect label=0,0,0,3,3,5
