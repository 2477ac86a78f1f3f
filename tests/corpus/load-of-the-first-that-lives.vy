// A grid_load of a shared buffer, cut, loaded from one that nobody had filled: it is that of the
// first workgroup with a living member.
// Again: vyre test tests/corpus/load-of-the-first-that-lives.vy --device cpu --route host
//! --expect x=0,0,0,0,0,757,757,757,16757,16757,16757,16757
program p
out    x  : u32[12]
shared sh : u32[2, 4]
workgroup 4
grid 12

sh[1, lid.x] = gid.x + 1
if wid.x == 0 || gid.x == 4 {
    return
}
let once = grid_load(sh[1, 2])
var digits = 0
for k in 0..2 {
    digits = digits * 10 + grid_load(sh[1, k])
    sh[1, lid.x] += wid.x
}
x[gid.x] = once * 100 + digits
if wid.x == 1 {
    return
}
x[gid.x] += grid_load(sh[1, 3]) * 1000
