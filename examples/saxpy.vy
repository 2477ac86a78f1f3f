/// y = a * x + y over any length. Without `workgroup` and `grid` the device chooses both.
program saxpy
param a : f32               /// the factor
in    x : f32[]
inout y : f32[len(x)]

each i in 0..len(x) { y[i] = fma(a, x[i], y[i]) }

//! --set a=2 --in x=values:1,2,3 --in y=values:10,20,30 --expect y=12,24,36
//! --set a=-0.5 --in x=values:4 --in y=values:1 --expect y=-1
//! --set a=1 --in x=iota:6 --in y=zeros:6 --expect y=0,1,2,3,4,5
