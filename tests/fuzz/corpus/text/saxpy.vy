program s
in x : f32[]
in y : f32[]
param a : f32 = 2.0
out o : f32[len(x)]
each i in 0..len(x) { o[i] = fma(a, x[i], y[i]) }
