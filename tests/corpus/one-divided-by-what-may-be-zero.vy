// LLVM made 1 of 1 / v, for a v that is 2 or 0 in the lane that runs and 0 in the others.
//! --expect b1=1
program one_divided
out b1: u32[1]
scratch turn: i32[0]
workgroup 1
grid 1

let v2 = subgroup_or(2u64)
if wid.x > 0 {
    loop {
        if turn[0] != 0 {
            break
        }
    }
}
var v15_2 = v2
v15_2 = ceil_div(1, v15_2)
barrier grid
b1[0] = u32(v15_2)
