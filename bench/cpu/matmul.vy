/// c = a * b, a tile of each at a time; the products of an element are added in order.
program matmul
param  n  : u32
in     a  : f32[n, n]
in     b  : f32[n, n]
out    c  : f32[n, n]
const  T  = 16
shared ta : f32[T, T]
shared tb : f32[T, T]
workgroup T, T
grid n, n

var sum = 0.0
for first in 0..n step T {
    ta[lid.y, lid.x] = a[gid.y, first + lid.x]
    tb[lid.y, lid.x] = b[first + lid.y, gid.x]
    barrier workgroup
    for k in 0..T { sum = fma(ta[lid.y, k], tb[k, lid.x], sum) }
    barrier workgroup
}
c[gid.y, gid.x] = sum

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
