// expect V145 9
// data 
program p
shared t : u32[33]
out    y : u32[32]
workgroup 32
grid 32
for k in 0..4 {
    let v = t[lid.x + 1]
    barrier workgroup
    t[lid.x] = v + k
}
y[lid.x] = t[lid.x]
