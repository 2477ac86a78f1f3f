/// Steps of a three-point stencil, in two buffers.
program planes
in      a     : f32[]
param   steps : u32
const   n     = len(a)
out     b     : f32[2, n]
scratch c     : f32[n]
scratch d     : f32[n]

each i in 0..n { c[i] = a[i] }
barrier grid
for k in 0..steps / 2 {
    each i in 1..n - 1 { d[i] = 0.25 * c[i - 1] + 0.5 * c[i] + 0.25 * c[i + 1] }
    barrier grid
    each i in 1..n - 1 { c[i] = 0.25 * d[i - 1] + 0.5 * d[i] + 0.25 * d[i + 1] }
    barrier grid
}
each i in 0..n {
    b[0, i] = c[i]
    b[1, i] = d[i]
}

//! --in a=values:0,4,0 --set steps=2 --expect b=0,1,0,0,2,0
