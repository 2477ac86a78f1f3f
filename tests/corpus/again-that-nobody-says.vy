// An again that no lane comes to any more.
// Again: vyre test tests/corpus/again-that-nobody-says.vy --device cpu
//! --expect n=4,4,5 --expect x=10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10,10,10,13,10,10,10,10
program p
out x : u32[64]
out n : u32[3]
workgroup 16
grid 64

let a = fixpoint k in 0..20 {
    x[gid.x] += 1
    block done {
        if x[gid.x] > gid.x % 4 {
            leave done
        }
        again
    }
}
let b = fixpoint k in 0..20 {
    x[gid.x] += 1
    for i in 0..3 {
        if x[gid.x] > 5 + i {
            continue
        }
        again
    }
}
let c = fixpoint k in 0..20 {
    x[gid.x] += 1
    if x[gid.x] < 12 {
        if gid.x % 7 == 3 && x[gid.x] < 11 {
            again
        }
    }
    if x[gid.x] > 14 {
        return
    }
    if x[gid.x] > 9 && gid.x % 7 != 3 {
        return
    }
    if x[gid.x] < 13 {
        again
    }
}
if gid.x == 3 {
    n[0] = a
    n[1] = b
    n[2] = c
}
