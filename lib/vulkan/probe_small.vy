// Whether shared memory and barriers work in a workgroup that is one subgroup, where no invocation
// waits for another: in five rounds each adds up the values of all.
program probe_small
in     x     : u32[96]
out    right : u32[96]
shared row   : u32[32]
workgroup 32
grid 96

let v = x[gid.x]
var sum = v
for k in 0..5 {
    row[lid.x] = sum
    barrier workgroup
    sum += row[(lid.x + (1 << k)) % 32]
    barrier workgroup
}
right[gid.x] = u32(sum == subgroup_add(v))
