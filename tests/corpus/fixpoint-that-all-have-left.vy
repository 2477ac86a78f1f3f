// Found on a GPU (random barriers, seed 5251): between a scan of the grid and a fixpoint all return,
// and the fixpoint was counted as entered, since they had lived after the scan.
// Again: vyre test tests/corpus/fixpoint-that-all-have-left.vy --device cuda --route native
//! --expect x=0,0,0,0,0,0,0,0,0,0
program p
out x: u32[10]
workgroup 5
grid 10

let s = grid_iscan_add(1u32)
if x[0] == 0 { return }
let n = fixpoint k in 1..6 {
    x[gid.x] += 1
}
x[gid.x] += n + s
