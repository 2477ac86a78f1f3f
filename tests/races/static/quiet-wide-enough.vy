// data --in x=iota:20 --set k=32
program p
in    x : u32[]
param k : u32
out   y : u32[k]
each i in 0..len(x) { y[i % k] = x[i] }
