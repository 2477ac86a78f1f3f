// Several workgroups to a block of a GPU, each with its own barrier. The barrier of the grid is
// needed, or a pass would remove it, and each workgroup have a block of its own.
// Again: vyre test tests/corpus/teams-of-a-block.vy --device cuda
//! --expect y[0..64]=7488,7488,7487,7485,7482,7494,7505,7515,7524,7548,7571,7593,7614,7650,7685,7719,7752,7800,7847,7893,7938,7998,8057,8115,8172,8244,8315,8385,8454,8538,8621,8703,8784,8880,8975,9069,9162,9270,9377,9483,22128,22128,22127,22125,22122,22134,22145,22155,22164,22188,22211,22233,22254,22290,22325,22359,22392,22440,22487,22533,22578,22638,22697,22755
program p
out    y : u32[2000]
out    z : u32[2000]
shared t : u32[40]
workgroup 40
grid 2000

var s = 0
for r in 1..4 {
    t[lid.x] = gid.x * r
    barrier workgroup
    s += t[39 - lid.x]
    barrier workgroup
    s += workgroup_add(gid.x ^ r) * 3 + workgroup_max(lid.x * r) + workgroup_scan_add(lid.x ^ r)
}
y[gid.x] = s
barrier grid
z[gid.x] = y[1999 - gid.x]
