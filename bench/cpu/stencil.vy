/// One step of a 5-point stencil; the rim of `b` is left alone.
program stencil
param width  : u32
in    a      : f32[, width]
const height = len(a, 0)
const bottom = len(a, 0) - 1
const right  = width - 1
inout b      : f32[height, width]

each y in 1..bottom, x in 1..right {
    b[y, x] = 0.2 * (a[y, x] + a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1])
}

//! --set width=3 --in a=values:0,1,0,2,5,3,0,4,0 --in b=zeros:9 --expect b=0,0,0,0,3,0,0,0,0
