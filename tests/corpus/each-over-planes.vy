// Each dealt freely although what it reads is on the plane that it writes.
// Again: vyre test tests/corpus/each-over-planes.vy --device cpu
//! --set two=2 --expect a[0..48]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,44,48,52,56,60,64,68 --expect b[0..48]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,44,48,52,56,60,64,68 --expect d[0..48]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,44,48,52,56,60,64,68 --expect e[0..48]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,44,48,52,56,60,64,68 --expect f[0..96]=0,0,0,1,0,2,0,3,0,4,0,5,0,6,0,7,0,8,0,9,0,10,0,11,0,12,0,13,0,14,0,15,0,16,0,17,0,18,0,19,0,20,0,21,0,22,0,23,0,24,0,25,0,26,0,27,0,28,0,29,0,30,0,31,0,32,0,33,0,34,0,35,0,36,0,37,0,38,0,39,0,40,0,44,0,42,0,52,0,44,0,60,0,46,0,68
program p
param two: u32
out a: u32[4, 200]
out b: u32[4, 200]
out c: u32[4, 200]
out d: u32[4, 200]
out e: u32[4, 200]
out f: u32[200, 2]
workgroup 5
grid 40

var k = two - 2
var u = two
var v = two - 1
if two > 5 { u = 7 }
if two > 6 { v = 6 }
barrier grid
// Which plane is fixed before k changes.
let plane = k % 2
k += 1
each i in 0..200 {
    a[plane, i] = a[1 - k % 2, i - 40] * 3 + i
}
barrier grid
// The planes change places while an index has its turn.
each i in 0..200 {
    for j in 0..two {
        b[j % 2, i] = b[1 - j % 2, i - 40] * 3 + i
    }
}
barrier grid
// Odd numbers may be equal to even ones modulo 3.
each i in 0..200 {
    c[k % 3, i] = c[(k + 3) % 3, i - 40] * 3 + i
}
barrier grid
// Not the last bit.
each i in 0..200 {
    d[k & 2, i] = d[(k - 1) & 2, i - 40] * 3 + i
}
barrier grid
// Two variables.
each i in 0..200 {
    e[u % 2, i] = e[1 - v % 2, i - 40] * 3 + i
}
barrier grid
// A plane of its own for each index.
each i in 0..200 {
    f[i, v % 2] = f[i - 40, i % 2] * 3 + i
}
