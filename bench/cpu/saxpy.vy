/// y = a * x + y, rounded once.
program saxpy
param a : f32
in    x : f32[]
inout y : f32[len(x)]

each i in 0..len(x) { y[i] = fma(a, x[i], y[i]) }

//! --set a=2 --in x=values:1,2,3 --in y=values:10,20,30 --expect y=12,24,36
