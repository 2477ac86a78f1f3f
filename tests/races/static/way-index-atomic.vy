program p
in  x : u32[]
out y : atomic u32[len(x)]
each i in 0..len(x) { atomic_max(y[i / 2], x[i]) }

//! --in x=iota:6 --expect y=1,3,5,0,0,0
