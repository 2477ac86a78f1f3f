// Workgroups with fewer invocations than subgroups of the language, and than those of a Vulkan driver:
// lanes that a workgroup does not have are 0, and barriers separate phases.
// Again: vyre test tests/corpus/shuffles-in-tiny-workgroups.vy --device vulkan
//! --in x=iota:35 --expect a=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --expect b=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --expect c=13,10,7,4,1,28,25,22,19,16,43,40,37,34,31,58,55,52,49,46,73,70,67,64,61,88,85,82,79,76,103,100,97,94,91 --expect d=22,32,10,11,15,78,103,21,37,56,112,152,10,41,75,168,223,21,67,116,202,272,10,71,135,258,343,21,97,176,292,392,10,101,195
program p
const  WIDE = 5
in     x : u32[35]
out    a : u32[35]
out    b : u32[35]
out    c : u32[35]
out    d : u32[35]
shared s : u32[WIDE]
workgroup WIDE
grid 35

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
