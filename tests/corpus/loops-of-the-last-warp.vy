// A loop of subgroups that nobody is left for in some warps of a workgroup.
// Again: vyre test tests/corpus/loops-of-the-last-warp.vy --device cuda
//! --expect y=3604082469,0,2928955237,2203686789,0,1528559557,1561183701,1223620085,886056469,3697862725,0,3022735493
program p
out    y : u32[12]
workgroup 96
grid 384

var s = gid.x
if subgroup == 1 && wid.x != 2 { return }
var r = 0
loop {
    if r > 11 { break }
    r += 1
    s += subgroup_add(s ^ r)
}
s += workgroup_add(s)
barrier grid
if lane == 5 {
    y[gid.x / 32] = s
}
