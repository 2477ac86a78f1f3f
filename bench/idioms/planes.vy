/// Steps of a three-point stencil, in two planes of one buffer.
program planes
in    a     : f32[]
param steps : u32
const n     = len(a)
out   b     : f32[2, n]

each i in 0..n { b[0, i] = a[i] }
barrier grid
for k in 0..steps {
    each i in 1..n - 1 { b[1 - k % 2, i] = 0.25 * b[k % 2, i - 1] + 0.5 * b[k % 2, i] + 0.25 * b[k % 2, i + 1] }
    barrier grid
}

//! --in a=values:0,4,0 --set steps=1 --expect b=0,4,0,0,2,0
