// A planted bug: a value took the place of one that is assigned, but not used again, where it
// begins.
// Again: vyre test tests/corpus/value-in-the-place-of-another.vy --device cpu --route host
//! --expect x=189,169,149,129,109,89,69,49,29,9 --expect y=189,168,147,126,105,84,63,42,21,0
program p
out x: u32[10]
out y: u32[10]
scratch g: u32[10]
workgroup 5
grid 10

let me = gid.x
g[me] = me * 7
var b = x[me] + me
barrier grid
let a = g[9 - me] * 3
b += a
x[me] = b
barrier grid
y[me] = a
