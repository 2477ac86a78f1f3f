// Large arrays of an invocation, cleared while others hold something.
// Again: vyre test tests/corpus/arrays-cleared-one-by-one.vy --device cuda
//! --in x=iota:40 --expect y=21930741,21571555,21199121,20822831,20442685,20069627,19703657,19331399,18955285,18598931,18264033,17930143,17597261,17261739,16928441,16593719,16260005,15926851,15592881,15255439,14914525,14571355,14225929,13874599,13519797,13341299,13330049,13320191,13311725,13291275,13263705,13235095,13203845,13180003,13162449,13141231,13116349,13098747,13088425,13072007
program p
in  x : u32[40]
out y : u32[40]
workgroup 8
grid 40

var a : u32[304]
for k in 0..304 {
    a[(k + x[gid.x]) % 304] = k + 1
}
var b : u32[304]
for k in 0..304 {
    b[(k + x[gid.x]) % 304] = a[k] * 2 + 1
}
var c : u32[304]
var s = 0
for k in 0..304 {
    s += a[(k + x[gid.x]) % 304] * 3 + b[k] + c[k] + k * (a[k] ^ b[k])
}
y[gid.x] = s + a[0] + b[0] + a[303] + b[303]
