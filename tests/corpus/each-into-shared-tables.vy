// Each dealt freely into tables that workgroups show.
// Again: vyre test tests/corpus/each-into-shared-tables.vy --device cpu
//! --expect y=5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4
program p
out y: u32[64]
shared mine: atomic u32[8]
workgroup 8
grid 64

each i in 0..300 {
    mine[i % 8] += 1
}
barrier workgroup
y[gid.x] = mine[lid.x]
