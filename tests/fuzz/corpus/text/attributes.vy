program q
in a : u32[] @binding(3) @cache(streaming)
out found : atomic u32[1]
out hit : u32[100, 2] @count(found) @align(256)
persistent p : u32[] @live
uniform u : f32[4]
workgroup 32
grid min(len(a), 65536)
if a[gid.x] == 3 { let k = atomic_add(found[0], 1) hit[k, 0] = gid.x p[k] = u32(u[0]) }
