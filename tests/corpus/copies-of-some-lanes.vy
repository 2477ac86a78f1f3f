// Copies in which only some threads of a workgroup have a share, before all of them walk on.
// Again: vyre test tests/corpus/copies-of-some-lanes.vy --device cuda
//! --in x=iota:35 --expect y=32986,33050,33114,32159,32159,32159,32159,34559,34623,34687,34751,33726,33726,33726,36190,36254,36318,36382,36446,35351,35351,37879,37943,38007,38071,38135,38199,37034,39626,39690,39754,39818,39882,39946,40010
program p
in     x : u32[35]
out    y : u32[35]
shared t : u32[7]
workgroup 7
grid 35

var s = 0
for r in 0..len(x) + 29 {
    async_copy(t, 0, x, (wid.x + r) % 29, 3 + wid.x)
    wait()
    s += t[lid.x] + workgroup_max(t[lid.x] * r)
}
barrier grid
y[gid.x] = s
