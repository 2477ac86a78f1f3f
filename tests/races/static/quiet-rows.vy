// data --in x=iota:12 --set w=4
program p
param w : u32
in    x : u32[, w]
out   y : u32[len(x, 0)]
out   m : u32[len(x, 0), w]
each r in 0..len(x, 0) {
    for c in 0..w { y[r] += x[r, c] }
}
each r in 0..len(x, 0), c in 0..w { m[r, c] = x[r, w - 1 - c] }
