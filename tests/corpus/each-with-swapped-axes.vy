// Each dealt freely with axes swapped.
// Again: vyre test tests/corpus/each-with-swapped-axes.vy --device cpu
//! --expect x[0..64]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,1,4,3,4,5,6,7,8,9,10,11,12,13,14,15,2,3,8,5,6,7,8,9,10,11,12,13,14,15,16,3,4,5,12,7,8,9,10,11,12,13,14,15,16,17,4,5,6,7
program p
out x: u32[15, 15]
workgroup 15
grid 15

each i in 0..15, j in 0..15 {
    x[i, j] = x[i, j] * 5 + i
}
each i_2 in 0..15, j_2 in 0..15 {
    x[i_2, j_2] += j_2
    if i_2 == j_2 {
        x[j_2, i_2] *= 2
    }
}
