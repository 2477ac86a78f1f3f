/// One addition an invocation between barriers of the grid.
program rounds
param times : u32
inout x     : u32[]
workgroup 256
grid len(x)

for k in 0..times {
    x[gid.x] += 1
    barrier grid
}

//! --set times=3 --in x=values:1,2,3 --expect x=4,5,6
