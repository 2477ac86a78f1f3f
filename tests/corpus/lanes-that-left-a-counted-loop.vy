// Lanes that leave a block from a counted loop stay out behind it, also where it does not run.
// Again: vyre test tests/corpus/lanes-that-left-a-counted-loop.vy --device cpu
//! --in x=iota:64 --set n=5 --expect y[0..48]=0,0,0,9,1,0,0,9,3,0,0,9,6,0,0,0,10,0,0,0,15,7,8,0,15,7,8,0,15,7,8,0,15,7,8,9,15,7,8,9,15,7,8,9,15,7,8,9
program p
in x: u32[64]
param n: u32
out y: u32[64, 4]
workgroup 64
grid 64

block outer {
    for j in 0..n {
        if x[gid.x] == j { leave outer }
        y[gid.x, 0] += j + 1
    }
    y[gid.x, 1] = 7
    for j in n..n {
        if x[gid.x] != j { leave outer }
    }
    y[gid.x, 2] = 8
}
for j in 0..n {
    if x[gid.x] == j + 3 { return }
}
y[gid.x, 3] = 9
