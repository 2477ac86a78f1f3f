/// Grid barriers and nothing else.
program barriers
param groups : u32      /// workgroups of 256
param times  : u32      /// barriers
workgroup 256
grid groups * 256

for k in 0..times { barrier grid }

//! --set groups=3 --set times=4
