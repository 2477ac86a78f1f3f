// A copy of a whole workgroup that has returned was still made.
// Again: vyre test tests/corpus/copy-after-the-last-return.vy --device cpu
//! --in b0=values:6 --expect b1=0
program copy_after_the_last_return
in b0: u32[1]
out b1: u32[1]
shared b15: u32[1]
workgroup 1
grid 1

async_copy(b15, 0, b0, 0, 1)
return
async_copy(b1, 0, b15, 0, 1)
