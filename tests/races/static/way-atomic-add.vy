program p
in  x : u32[]
out s : atomic u32[1]
each i in 0..len(x) { atomic_add(s[0], x[i]) }

//! --in x=iota:1000 --expect s=499500
