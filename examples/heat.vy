/// Heat in a plate with a fixed rim, step by step until no cell moves by more than `settle`.
program heat
param   width  : u32                /// cells in a row
param   settle : f32 = 1e-3         /// stop when no cell changes by more than this
param   most   : u32 = 100_000      /// steps at most
in      start  : f32[, width]
const   height = len(start, 0)
out     plate  : f32[height, width]
out     steps  : u32[1]             /// steps taken
scratch t      : f32[2, height, width]
workgroup 64
grid height * width

each y in 0..height, x in 0..width {
    t[0, y, x] = start[y, x]
    t[1, y, x] = start[y, x]        // the rim is never written again
}
barrier grid

let n = fixpoint k in 0..most {
    let here = k % 2
    each y in 1..height - 1, x in 1..width - 1 {
        let old = t[here, y, x]
        let around = t[here, y - 1, x] + t[here, y + 1, x] + t[here, y, x - 1] + t[here, y, x + 1]
        let new = 0.25 * around
        t[1 - here, y, x] = new
        if abs(new - old) > settle { again }
    }
}

each y in 0..height, x in 0..width { plate[y, x] = t[n % 2, y, x] }
if gid.x == 0 { steps[0] = n }

//! --set width=3 --in start=values:4,4,4,4,0,8,4,4,4 --expect plate=4,4,4,4,5,8,4,4,4 --expect steps=2
