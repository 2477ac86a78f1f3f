/// A transposed matrix, an element at a time.
program lines
param n : u32
in    a : f32[, n]
out   b : f32[n, len(a, 0)]

each y in 0..n, x in 0..len(a, 0) { b[y, x] = a[x, y] }

//! --set n=2 --in a=values:1,2,3,4 --expect b=1,3,2,4
