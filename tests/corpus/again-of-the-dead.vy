// A planted bug: a fixpoint went on for an again of those who had returned.
// Again: vyre test tests/corpus/again-of-the-dead.vy --device cpu --route host
//! --expect x=2,2,2,2,2,2,2,2,2,2
program p
out x: u32[10]
workgroup 5
grid 10

fixpoint k in 0..5 {
    x[gid.x] += 1
    if k == 1 {
        again
        return
    }
    again
}
