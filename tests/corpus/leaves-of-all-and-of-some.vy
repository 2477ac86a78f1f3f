// All left a block or nobody, then some did: the grid's control flow read a flag of each.
// Again: vyre test tests/corpus/leaves-of-all-and-of-some.vy --device cpu
//! --expect y=1,1,0,0,1,0,0,0
//! --set q=5 --expect y=0,0,0,0,0,0,0,0
program p
param q: u32 = 1
out y: u32[8]
workgroup 4
grid 8

block L0 {
    if q > 3 {
        leave L0
    }
    if bool(grid_scan_xor(gid.x)) {
        leave L0
    }
    y[gid.x] = 1
}
