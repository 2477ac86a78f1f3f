// A fixpoint was entered although all had just returned.
// Again: vyre test tests/corpus/fixpoint-after-all-returned.vy --device cpu
//! --expect x=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
program p
out x: u32[40]
workgroup 5
grid 40

x[gid.x] = 1
barrier grid
if x[gid.x] == 1 {
    return
}
let n = fixpoint k in 0..5 {
    if k < 3 {
        again
    }
}
x[gid.x] = n
