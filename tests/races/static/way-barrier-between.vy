program p
in      x : u32[]
const   n = len(x)
scratch t : u32[n]
out     y : u32[n]
each i in 0..n { t[i] = x[i] }
barrier grid
each i in 0..n { y[i] = t[n - 1 - i] }

//! --in x=values:1,2,3 --expect y=3,2,1
