// An else-if that differs after an if that all share, in what threads keep.
// Again: vyre test tests/corpus/else-if-in-kept-state.vy --device cpu
//! --expect x=84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84
program p
out x: u32[40]
workgroup 5
grid 40

var n = len(x)
barrier grid
if n == 40 {
    n = n + 2
} else if gid.x == 3 {
    x[gid.x] = 1
} else {
    x[gid.x] = 2
}
if n == 41 {
    return
} else if x[gid.x] > 0 {
    x[gid.x] += 1
} else {
    x[gid.x] += n
}
barrier grid
x[gid.x] += n
