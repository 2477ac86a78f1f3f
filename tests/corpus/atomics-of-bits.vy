// The compiler of lavapipe 22.3.6 ended the process over atomics of the bits of a float.
//! --in x=values:1,2,3,4 --expect b=1065353216,1073741824,1077936128,1082130432 --expect c=1069547520,1077936128,1083179008,1086324736 --expect d=1317117952,1317101568,1317085184,1317060608
program atomics_of_bits
in x : i32[4]
out b : atomic u32[4]
out c : atomic u32[4]
out d : atomic u32[4]
shared s : atomic u32[4]
workgroup 4
grid 4

b[gid.x] += bits(f32(x[gid.x]))
let o = atomic_exchange(c[gid.x], bits(f32(x[gid.x]) * 1.5))
atomic_store(d[gid.x], bits(sqrt(f32(x[gid.x]))))
s[lid.x] += bits(f32(x[gid.x]) + 2.5)
barrier workgroup
let p = atomic_compare_exchange(d[gid.x], bits(sqrt(f32(x[gid.x]))), bits(f32(s[3 - lid.x])) + o)
