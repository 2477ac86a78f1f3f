// It writes for as long as it is let, and some wait for what never comes.
// Again: vyre conform --device cpu --hostile tests/corpus/hostile/loop-without-an-end.vy
//! --in x=iota:40
program endless
in x: u32[]
out y: u32[40]
out never: atomic u32[1]
workgroup 8
grid 40
var k = gid.x
loop {
    y[k] = k
    k = k * 5 + x[k % 40]
    if gid.x % 3 == 1 && never[0] == 1 { break }
}
barrier grid
y[gid.x] = 1
