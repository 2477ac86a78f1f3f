// Subgroups of one workgroup that meet in a loop, each as often as it likes.
// Again: vyre test tests/corpus/loops-of-subgroups.vy --device cuda
//! --expect y=2031475669,957073765,1692966133,3397290021,2348159925,3210396997,513985141,1783444485,333644693,2176246469,102591061,526751717
program p
out    y : u32[12]
workgroup 96
grid 384

var s = gid.x
for r in 0..(subgroup * 9 + wid.x) % 23 {
    s += subgroup_add(s ^ r)
}
s += workgroup_add(s)
barrier grid
if lane == 5 {
    y[gid.x / 32] = s
}
