// One past the end was inside, a bug planted on purpose; program 96 of vyre conform --hostile found it.
// Again: vyre conform --device cpu --route native --hostile tests/corpus/hostile/bytes-as-indices.vy
//! --in o10_4=zeros:1
program conform_96
out b1: u32[0]
in o10_4: u8[]
scratch b14: atomic u32[0]
workgroup 2
grid 1

atomic_add(b14[o10_4[lid.x]], 0)
b1[0] = b1[0]
