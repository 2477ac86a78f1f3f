/// exp of each element, rounded correctly.
program exps
in  x : f32[]
out y : f32[len(x)]
each i in 0..len(x) { y[i] = exp(x[i]) }

//! --in x=values:0,1 --expect y=1,2.7182817
