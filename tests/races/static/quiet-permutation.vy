// data --in at=values:2,0,1 --in x=values:5,6,7
program p
in  at : u32[]
in  x  : u32[len(at)]
out y  : u32[len(at)]
each i in 0..len(at) { y[at[i]] = x[i] }
