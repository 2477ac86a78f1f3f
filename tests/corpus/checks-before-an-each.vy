/// Indices of an `each` that are checked before it: inside, one past the end, far outside, wrapping.
program before
param n    : u32
param more : u32
in    x    : u32[n]
in    t    : u32[4, n]
out   y    : u32[n]
out   z    : u32[n]
out   v    : u32[4, n]
out   w    : u32[4, n]

each i in 1..min(n - 1, 3000) { y[i] = x[i - 1] + 3 * x[i + 1] }
barrier grid
each i in 0..n { z[i] = y[i] + x[i - 1] + 5 * x[i + more] + 7 * x[2 * i] }
barrier grid
each r in 0..4, i in 0..n { v[r, i] = t[r, i - 1] + z[i] }
barrier grid
each r in 0..5, i in 2..n + more { w[r, i - 2] = t[r, i] + t[3 - r % 4, i - 1] + v[0, i - 1] }

//! --set n=0 --set more=0 --in x=zeros:0 --in t=zeros:0
//! --set n=1 --set more=2 --in x=iota:1 --in t=iota:4
//! --set n=2 --set more=1 --in x=iota:2 --in t=iota:8
//! --set n=19 --set more=1 --in x=iota:19 --in t=iota:76
//! --set n=1000 --set more=0 --in x=random:1000:1 --in t=random:4000:1
//! --set n=1000 --set more=17 --in x=random:1000:1 --in t=random:4000:1
//! --set n=1000 --set more=4294967290 --in x=random:1000:1 --in t=random:4000:1
