// Shuffles from lanes past the end of a subgroup, and values of one invocation of a workgroup whose
// invocations a driver runs a few at a time: the first ones need what the last one has put there.
// Again: vyre test tests/corpus/lanes-and-invocations-that-are-not-there.vy --device vulkan
//! --expect a[0..40]=36,43,50,57,64,71,78,85,92,99,106,113,120,127,218134,211141,204148,197155,190162,183169,176176,169183,162190,155197,148204,141211,134218,127000,120000,113000,106000,99000,260,267,274,281,288,295,302,309 --expect b[94..98]=1998659,1998659,1338,1338
program p
out a : u32[192]
out b : u32[192]
workgroup 96
grid 192
let v = gid.x * 7 + 1
a[gid.x] = subgroup_shuffle(v, lane + 5) + 1000 * subgroup_shuffle(v, 45 - lane)
b[gid.x] = workgroup_broadcast(v, 94 + wid.x) + 1000 * workgroup_broadcast(v * 3, 95 + wid.x)
