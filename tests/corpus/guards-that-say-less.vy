// What guards do not say: a bound that is not the size, a variable that has changed, neighbours.
// Again: vyre test tests/corpus/guards-that-say-less.vy --device cpu
//! --expect a=9,10,11,12,13,14,15,16,17,18 --expect b=0,0,0,0,0,0,0,0,0,0,0,0 --expect c=2,3,4,5,6,7,8,9,10 --expect d=0,3,4,5,6,7,8,9,10,11,12 --expect e=4,5,6,7,8,9,10,11,12,13 --expect f=20,26,26,26,26,26,26,26,26,21 --expect g=9,0,0,0,9,0,1,1,10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
program p
param n : u32 = 8
out   a : u32[10]
out   b : u32[12]
out   c : u32[9]
out   d : u32[11]
out   e : u32[10]
out   f : u32[10]
out   g : u32[10, 3]
workgroup 16
grid 32

let i = gid.x
if i <= len(a) {
    a[i] = i + 1
}
if i < len(b) {
    c[i] = i + 2
    a[i] += n
}
var v = i
if v < len(d) {
    v += 1
    d[v] = i + 3
}
if i < len(e) {
    e[i] = i
}
e[i] += 4
if i == 0 {
    for k in 0..len(f) {
        f[k - 1] += 5
        f[k + 1] += 6
    }
    for k in -3i32..12 {
        f[k] += 7
    }
    for k in 0..len(d) {
        f[k] += 8
    }
}
if i < 10 {
    g[i, i] = 9
    g[2, i] += 1
}
