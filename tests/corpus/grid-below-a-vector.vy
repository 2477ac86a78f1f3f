// A grid smaller than a vector.
// Again: vyre test tests/corpus/grid-below-a-vector.vy --device cpu
//! --expect o=4,7,0,0,0,0 --expect c=0,1,2,1,2,1,2,1,2,1,2,1,2,1,2,0,0,0,0,0
program p
out o: u32[6]
out c: u32[20]
workgroup 1
grid 2

each k in 1..9 {
    o[gid.x] += 1
    c[k] = gid.x + 1
}
let s = subgroup_xor(gid.x)
each k_2 in 9u64..15 {
    o[gid.x] += s
    c[k_2] = gid.x + 1
}
