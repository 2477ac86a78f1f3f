// Invocations that fill up a subgroup of a Vulkan driver have no share of a copy.
// Again: vyre test tests/corpus/copy-of-part-of-a-subgroup.vy --device vulkan
//! --in x=iota:80 --expect y[0..10]=0,1,2,3,4,5,6,7,8,9 --expect y[35..45]=35,36,37,38,39,40,41,42,43,44 --expect y[78..80]=78,79
program p
in     x : u32[80]
out    y : u32[80]
shared t : u32[40]
workgroup 5
grid 10

async_copy(t, 0, x, 40 * wid.x, 40)
wait()
for i in lid.x..40 step 5 { y[40 * wid.x + i] = t[i] }
