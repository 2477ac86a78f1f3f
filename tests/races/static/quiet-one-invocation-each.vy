// data --in x=iota:10
program p
in  x : u32[]
out y : u32[1]
workgroup 1
grid 1
each i in 0..len(x) { y[0] += x[i] }
