/// log of each element, rounded correctly.
program logs
in  x : f32[]
out y : f32[len(x)]
each i in 0..len(x) { y[i] = log(x[i]) }

//! --in x=values:1,10 --expect y=0,2.3025851
