// A block that all leave or nobody in one place and some in another, each inside of an arm, of a loop
// or of a block in between: the flag that all asked for was one for each of them.
// Again: vyre test tests/corpus/leaves-from-arms-and-blocks.vy --device cpu
//! --expect y=5,3,7,9,4,9,11,5
//! --set q=5 --expect y=4,8,10,5,12,12,4,9
//! --set q=9 --expect y=2,2,2,2,2,2,2,2
program p
param q: u32 = 1
out y: u32[8]
workgroup 4
grid 8
let me = gid.x
block A {
    if q > 3 {
        if q > 8 { leave A }
        barrier grid
        if me % 3 == 0 { leave A }
        y[me] += 4
    } else {
        if me % 3 == 1 { leave A }
        y[me] += 1
    }
    if me == 7 { leave A }
    y[me] += me
}
block B {
    block C {
        if q > 8 { leave B }
        if workgroup_any(me == q + 9) { leave C }
        barrier workgroup
        for k in 0..3 {
            if k == 1 && me % 4 == q % 4 { leave B }
            if me % 2 == k { leave C }
            y[me] += 1
        }
        y[me] += 3
    }
    y[me] += 2
}
barrier grid
y[me] += 2
