// Mesa 22.3.6 unrolled the loop over the three invocations of a workgroup to two.
//! --expect b15=3
program unrolled
scratch b15: atomic u32[1] @live
workgroup 3
grid 1

let v11 = atomic_add(b15[0], 1, acquire)
var v15_2 = false
v15_2 = v15_2 && subgroup_xor(false)
