// Outputs were left as they were where no segment has an effect.
// Again: vyre test tests/corpus/segments-without-effect.vy --device cpu
//! --expect x=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
program p
out x: u32[40]
shared t: u32[5]
workgroup 5
grid 40

t[lid.x] = 1
barrier grid
t[lid.x] += 2
