// A planted bug: shared memory of two axes lost its rows across a grid barrier.
// Again: vyre test tests/corpus/shared-rows-across-a-barrier.vy --device cpu --route host
//! --expect y=1200,901,602,303,4,2705,2406,2107,1808,1509
program p
out y: u32[10]
shared s: u32[2, 5]
workgroup 5
grid 10

s[0, lid.x] = gid.x
s[1, lid.x] = gid.x * 3
barrier grid
y[gid.x] = s[1, 4 - lid.x] * 100 + s[0, lid.x]
