// Each dealt freely although what it reads is on the plane that it writes.
// Again: vyre test tests/corpus/each-over-planes.vy --device cpu
//! --set two=2 --expect a[0..160]=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,132,136,140,144,148,152,156,160,164,168,172,176,180,184,188,192,196,200,204,208,212,216,220,224,228,232,236,240,244,248,252 --expect b[0..8]=0,1,2,3,4,5,6,7 --expect d[0..8]=0,1,2,3,4,5,6,7 --expect e[0..8]=0,1,2,3,4,5,6,7 --expect f[0..8]=0,0,0,1,0,2,0,3
program p
param two: u32
out a: u32[4, 16384]
out b: u32[4, 16384]
out c: u32[4, 16384]
out d: u32[4, 16384]
out e: u32[4, 16384]
out f: u32[16384, 2]
out p: u32[9, 128]
workgroup 64
grid 128

p[0, gid.x] = gid.x // so that barriers have something to order
var k = two - 2
var u = two
var v = two - 1
if two > 5 { u = 7 }
if two > 6 { v = 6 }
barrier grid
p[1, gid.x] = p[0, 127 - gid.x] + gid.x
// Which plane is fixed before k changes.
let plane = k % 2
k += 1
each i in 0..16384 {
    a[plane, i] = a[1 - k % 2, i - 128] * 3 + i
}
barrier grid
p[2, gid.x] = p[1, 127 - gid.x] + gid.x
// The planes change places while an index has its turn.
each i in 0..16384 {
    for j in 0..two {
        b[j % 2, i] = b[1 - j % 2, i - 128] * 3 + i
    }
}
barrier grid
p[3, gid.x] = p[2, 127 - gid.x] + gid.x
// Odd numbers may be equal to even ones modulo 3.
each i in 0..16384 {
    c[k % 3, i] = c[(k + 3) % 3, i - 128] * 3 + i
}
barrier grid
p[4, gid.x] = p[3, 127 - gid.x] + gid.x
// Not the last bit.
each i in 0..16384 {
    d[k & 2, i] = d[(k - 1) & 2, i - 128] * 3 + i
}
barrier grid
p[5, gid.x] = p[4, 127 - gid.x] + gid.x
// Two variables.
each i in 0..16384 {
    e[u % 2, i] = e[1 - v % 2, i - 128] * 3 + i
}
barrier grid
p[6, gid.x] = p[5, 127 - gid.x] + gid.x
// A plane of its own for each index.
each i in 0..16384 {
    f[i, v % 2] = f[i - 128, i % 2] * 3 + i
}
