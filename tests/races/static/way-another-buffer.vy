program p
in  a : u32[]
out b : u32[len(a)]
each i in 0..len(a) { b[i] = a[i + 1] }

//! --in a=values:1,2,3 --expect b=2,3,0
