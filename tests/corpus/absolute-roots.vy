// The absolute value of the square root of -0 is 0: a compiler that takes roots for numbers without
// a sign leaves it out.
//! --in x=values:0.0,-0.0,4.0,-1.0 --expect y=0.0,0.0,2.0,nan --expect z=0.0,0.0,2.0,nan --expect w=-0.0,-0.0,-2.0,nan
program absolute_roots
in  x : f32[4]
out y : f32[4]
out z : f64[4]
out w : f32[4]

each i in 0..4 {
    y[i] = abs(sqrt(x[i]))
    z[i] = abs(sqrt(f64(x[i])))
    w[i] = -abs(round(sqrt(x[i])))
}
