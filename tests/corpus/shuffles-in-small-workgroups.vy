// Workgroups with fewer invocations than subgroups of the language, and more than those of a Vulkan
// driver: lanes that a workgroup does not have are 0, and barriers separate phases.
// Again: vyre test tests/corpus/shuffles-in-small-workgroups.vy --device vulkan
//! --in x=iota:36 --expect a=16,19,22,25,28,31,34,0,0,0,0,0,52,55,58,61,64,67,70,0,0,0,0,0,88,91,94,97,100,103,106,0,0,0,0,0 --expect b=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --expect c=34,31,28,25,22,19,16,13,10,7,4,1,70,67,64,61,58,55,52,49,46,43,40,37,106,103,100,97,94,91,88,85,82,79,76,73 --expect d=2765,2781,2800,2822,2847,2875,2906,2730,2731,2735,2742,2752,2945,2997,3052,3110,3171,3235,3302,2730,2767,2807,2850,2896,3125,3213,3304,3398,3495,3595,3698,2730,2803,2879,2958,3040
program p
const  WIDE = 12
in     x : u32[36]
out    a : u32[36]
out    b : u32[36]
out    c : u32[36]
out    d : u32[36]
shared s : u32[WIDE]
workgroup WIDE
grid 36

let v = x[gid.x] * 3 + 1
a[gid.x] = subgroup_shuffle(v, lane + 5)
b[gid.x] = subgroup_shuffle(v, lane ^ 20)
s[lid.x] = v
barrier workgroup
c[gid.x] = s[WIDE - 1 - lid.x]
barrier workgroup
s[(lid.x + 7) % WIDE] = subgroup_scan_add(v)
barrier workgroup
d[gid.x] = s[lid.x] + subgroup_ballot(v % 2 == 0) + subgroup_broadcast(v, 30)
