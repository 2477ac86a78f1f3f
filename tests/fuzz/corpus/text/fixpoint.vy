program p
inout v : atomic u32[]
workgroup 32
grid len(v)
let n = fixpoint k in 0..10 { if v[gid.x] < k { v[gid.x] += 1 again } }
barrier grid
v[0] = n
