// A subgroup leaves a block before the collective of another, beside a loop that may wait.
//! --expect b1=1 --expect b12=0
program subgroups_that_leave_a_block
out b1: u32[1]
out b12: u8[1]
out found: atomic u32[0]
out hits: u32[0]
workgroup 33
grid 1

block L0 {
    if subgroup != 0 {
        leave L0
    }
    var v13 = 0
    v13 = subgroup_max(b12[lid.x])
}
if false {
    loop {
        hits[found[0]] = 0
    }
}
b1[lid.x] = 1
