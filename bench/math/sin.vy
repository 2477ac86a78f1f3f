/// sin of each element, rounded correctly.
program sins
in  x : f32[]
out y : f32[len(x)]
each i in 0..len(x) { y[i] = sin(x[i]) }

//! --in x=values:0,1 --expect y=0,0.84147096
