/// y = x.
program copy
in  x : u32[]
out y : u32[len(x)] @cache(streaming)

each i in 0..len(x) { y[i] = x[i] }

//! --in x=values:1,2,3 --expect y=1,2,3
