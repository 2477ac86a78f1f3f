// Seed 1, reduced: cannot be prepared: program.vy:6:10: error V364: driver 'llvmpipe Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)' has no workgroups that see what others release while they run, which this needs
// Again: vyre test conform-1.vy --device vulkan --route resident --level 0
//! --in b15=zeros:0
program conform_1
persistent b15: atomic u32[0]
workgroup 1
grid 0

let v8 = atomic_sub(b15[0], 0, acq_rel)
