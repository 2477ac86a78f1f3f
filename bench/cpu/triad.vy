/// STREAM's triad: z = x + s * y, rounded twice.
program triad
param s : f64
in    x : f64[]
in    y : f64[len(x)]
out   z : f64[len(x)] @cache(streaming)

each i in 0..len(x) { z[i] = x[i] + s * y[i] }

//! --set s=3 --in x=values:1,2,3 --in y=values:10,20,30 --expect z=31,62,93
