/// Each element to the power of another, rounded correctly.
program powers
in  x : f32[]
in  z : f32[len(x)]
out y : f32[len(x)]
each i in 0..len(x) { y[i] = pow(x[i], z[i]) }

//! --in x=values:2,10 --in z=values:0.5,-1 --expect y=1.4142135,0.1
